/** Between an @ and a name: nothing to be seen, and nobody is called. */
const JOINER = '\u2060';

/**
 * What people wrote, as it may stand among the engine's own words: no markup of theirs works, no comment of HTML hides
 * anything, and nobody is called by it. `[x](y) @all` → `\[x\](y) @⁠all`
 */
export function asPlainWords(text: string): string {
  return text.replace(/[\\`*_[\]<>|]/gu, '\\$&').replace(/@(?=[\w-])/gu, `@${JOINER}`);
}

/** The same, in one line. */
export function asPlainLine(text: string): string {
  return asPlainWords(text.replace(/\s+/gu, ' ').trim());
}

/** For code in a line, which ends at its first backtick. */
export function asCode(text: string): string {
  return `\`${text.replace(/[`\s]+/gu, ' ')}\``;
}

/** A title in the message of a commit: one line, and nothing in it that a forge takes for an order, `[skip ci]`. */
export function asMessageLine(text: string): string {
  return text
    .replace(/\s+/gu, ' ')
    .replace(/\[(?=[\w-]+ [\w-]+\])/gu, `[${JOINER}`)
    .replace(/@(?=[\w-])/gu, `@${JOINER}`)
    .trim();
}
