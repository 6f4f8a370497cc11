/** `no room` → `No room` */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `no room is lit` → `No room is lit.`; a text that ends as sentences do keeps its end. */
export function asSentence(text: string): string {
  return /[.?!]$/u.test(text) ? capitalised(text) : `${capitalised(text)}.`;
}

/** `It is kind.`, `glyph` → `It is kind, glyph`: where something follows, a sentence has no full stop before the comma. */
export function inARow(parts: readonly string[]): string {
  return parts
    .map((part, at) => (at === parts.length - 1 ? part : part.replace(/(?<=\p{L})\.$/u, '')))
    .join(', ');
}
