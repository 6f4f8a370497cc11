/** `no room` → `No room` */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `no room is lit` → `No room is lit.`; a text that ends as sentences do keeps its end. */
export function asSentence(text: string): string {
  return /[.?!]$/u.test(text) ? capitalised(text) : `${capitalised(text)}.`;
}
