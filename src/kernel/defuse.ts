/** It stands between two letters and is not seen: what they would call, link or set off together is only read then. */
const BREAK = '\u200b';
/** Characters that are not seen themselves, and turn or hide what stands around them. Emoji and some scripts need joiners, which stay. */
const UNSEEN = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;

/** Without characters that show it otherwise than it is. */
export function seen(text: string): string {
  return text.replaceAll(UNSEEN, '');
}

/**
 * Makes people's words inert: they read the same, and a forge no longer does what it does of itself when it meets such words: calling people, referring to
 * posts (and closing them), linking addresses, turning the direction of text. To do it twice changes nothing.
 * `Fixes #7 @ana` → `Fixes #\u200b7 @\u200bana`
 */
export function defuse(text: string): string {
  return seen(text)
    .replaceAll('@', `@${BREAK}`)
    .replaceAll(/#(?=\d)/gu, `#${BREAK}`)
    .replaceAll(/GH-(?=\d)/giu, (found) => `${found.slice(0, 2)}${BREAK}-`)
    .replaceAll('://', `:${BREAK}//`)
    .replaceAll(/www\.(?=\S)/giu, (found) => `${found.slice(0, 3)}${BREAK}.`);
}

/** The same for the message of a commit, which build servers read too: `[skip ci]`, `***NO_CI***`, `skip-checks: true`. */
export function defuseMessage(text: string): string {
  return defuse(text)
    .replaceAll(/\[(?=[^\]]{0,200}(?:skip|\bno\b))/giu, `[${BREAK}`)
    .replaceAll('***', `*${BREAK}**`)
    .replaceAll(/skip(?=-c)|ci(?=-skip)/giu, (found) => `${found}${BREAK}`);
}

/** Forges close what is named after one of these in a message on its default branch. */
const CLOSES =
  /\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?)\b[\s:]{0,9}(?:[\w.-]{1,100}\/[\w.-]{1,100})?(?:#\d|GH-\d|https?:\/\/)/iu;
const SKIPS =
  /\[(?:skip|no)[ -][\w ]{1,40}\]|\[[\w ]{1,40}[ -]skip\]|\*\*\*NO_CI\*\*\*|skip-checks\s{0,9}:\s{0,9}true|--(?:skip-ci|ci-skip)/iu;

/** Whether a message that somebody wrote themselves closes posts or keeps builds from running where it stands on main. */
export function givesOrders(message: string): boolean {
  return CLOSES.test(message) || SKIPS.test(message);
}
