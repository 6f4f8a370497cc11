/** Put between two characters, this invisible one keeps them from forming a mention, a link or a command. */
const BREAK = '\u200b';
/** Invisible characters that turn or hide the text around them. Emoji and some scripts need joiners, so these stay. */
const UNSEEN =
  /[\u034f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** Removes characters that make a text look different from what it is. */
export function seen(text: string): string {
  return text.replaceAll(UNSEEN, '');
}

/**
 * Makes people's words inert: they look the same, but a forge doesn't mention people, refer to posts or close them, link addresses or
 * turn the text direction. Applying it twice changes nothing. `Fixes #7 @ana` → `Fixes #\u200b7 @\u200bana`
 */
export function defuse(text: string): string {
  return seen(text)
    .replaceAll('@', `@${BREAK}`)
    .replaceAll(/#(?=\d)/gu, `#${BREAK}`)
    .replaceAll(/GH-(?=\d)/giu, (found) => `${found.slice(0, 2)}${BREAK}-`)
    .replaceAll('://', `:${BREAK}//`)
    .replaceAll(/www\.(?=\S)/giu, (found) => `${found.slice(0, 3)}${BREAK}.`);
}

/** The same for a commit message, in which build servers also look for `[skip ci]`, `***NO_CI***` or `skip-checks: true`. */
export function defuseMessage(text: string): string {
  return defuse(text)
    .replaceAll(/\[(?=[^\]]{0,200}(?:skip|\bno\b))/giu, `[${BREAK}`)
    .replaceAll('***', `*${BREAK}**`)
    .replaceAll(/skip(?=-c)|ci(?=-skip)/giu, (found) => `${found}${BREAK}`);
}

/** Forges close posts that follow one of these words in a message on the default branch. */
const CLOSES =
  /\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?)\b[\s:]{0,100}(?:[\w.-]{1,100}\/[\w.-]{1,100})?(?:#\d|GH-\d|https?:\/\/)/iu;
const SKIPS =
  /\[(?:skip|no)[ -][\w ]{1,40}\]|\[[\w ]{1,40}[ -]skip\]|\*\*\*NO_CI\*\*\*|skip-checks\s{0,9}:\s{0,9}true|--(?:skip-ci|ci-skip)/iu;

/** True if a person's own commit message would close posts or skip builds once it is on main. */
export function givesOrders(message: string): boolean {
  return CLOSES.test(message) || SKIPS.test(message);
}
