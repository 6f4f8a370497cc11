const PLAIN = /^[\p{L}\p{N}_./:@%+,=-]+$/u;
/** A shell interprets these characters even within double quotes. */
const NOT_IN_DOUBLE = /["$`!]|\\(?:[\\\n]|$)/u;

/**
 * Quotes a word of a command, so that it can be copied into a shell: `my game` → `"my game"`. Double quotes are
 * preferred, since every shell knows them.
 */
export function shellWord(text: string): string {
  if (PLAIN.test(text)) return text;
  return NOT_IN_DOUBLE.test(text) ? `'${text.replaceAll("'", String.raw`'\''`)}'` : `"${text}"`;
}
