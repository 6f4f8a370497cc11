const PLAIN = /^[\p{L}\p{N}_./:@%+,=-]+$/u;
/** Where these stand, a shell reads something else within double quotes. */
const NOT_IN_DOUBLE = /["$`!]|\\(?:[\\\n]|$)/u;

/**
 * A word of a command, so that whoever copies the command into a shell gives that very word: `my game` → `"my game"`. Double quotes are
 * used where they can be, since every shell knows them.
 */
export function shellWord(text: string): string {
  if (PLAIN.test(text)) return text;
  return NOT_IN_DOUBLE.test(text) ? `'${text.replaceAll("'", String.raw`'\''`)}'` : `"${text}"`;
}
