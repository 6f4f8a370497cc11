/** Deeper than anybody writes. Parsing time grows with the third power of the depth of brackets. */
const DEEPEST = 200;

/** Each of these is an error of its own, and a million of them take ten seconds. */
const MOST_STRAY = 1_000;

/** More than anybody writes. Each may be inside the previous one, and parsing time grows with the fourth power of the depth. */
const MOST_ASKED_KEYS = 50;
/** After one of these signs, or at the beginning of a line, `? ` marks a key. */
const SIGNS = new Set(['-', '?', ':', '\n']);

/** The reason why a text must not be given to a YAML parser, or null. Brackets within words count too, since they never get this deep. */
export function whyTooNested(text: string): string | null {
  const { deepest, stray } = bracketsIn(text);
  if (deepest > DEEPEST) return `brackets stand more than ${DEEPEST} deep in each other`;
  if (stray > MOST_STRAY) return `more than ${MOST_STRAY} brackets close what none has opened`;
  return askedKeysIn(text) > MOST_ASKED_KEYS
    ? `more than ${MOST_ASKED_KEYS} keys stand behind a question mark`
    : null;
}

function askedKeysIn(text: string): number {
  let asked = 0;
  let before = '\n';
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? '';
    if (letter === '?' && SIGNS.has(before) && !/\S/u.test(text[at + 1] ?? '')) asked++;
    if (!/[ \t\r]/u.test(letter)) before = letter;
  }
  return asked;
}

/** True if brackets in a written value, together with those of other keys, might one day make the file unreadable. */
export function mayNest(text: string): boolean {
  const { deepest, open } = bracketsIn(text);
  return open > 0 || deepest > DEEPEST / 2;
}

function bracketsIn(text: string): {
  readonly deepest: number;
  readonly open: number;
  readonly stray: number;
} {
  let deepest = 0;
  let stray = 0;
  let open = 0;
  for (const letter of text) {
    if (letter === '{' || letter === '[') open++;
    else if (letter === '}' || letter === ']') {
      if (open > 0) open--;
      else stray++;
    }
    deepest = Math.max(deepest, open);
  }
  return { deepest, open, stray };
}
