/** `no room` → `No room` */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `no room is lit` → `No room is lit.` A final punctuation mark is kept. */
export function asSentence(text: string): string {
  return /[.?!]$/u.test(text) ? capitalised(text) : `${capitalised(text)}.`;
}

/** `It is kind.`, `glyph` → `It is kind, glyph`: drops a full stop before a comma. */
export function inARow(parts: readonly string[]): string {
  return parts
    .map((part, at) => (at === parts.length - 1 ? part : part.replace(/(?<=\p{L})\.$/u, '')))
    .join(', ');
}
