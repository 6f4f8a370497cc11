/** Deeper than anybody writes. What it takes to read nested brackets grows with the third power of their depth. */
const DEEPEST = 200;

/** Each is an error of its own, and a million of them take ten seconds. */
const MOST_STRAY = 1_000;

/** More than anybody writes. Each may stand in the one before, and to read them takes the fourth power of their depth. */
const MOST_ASKED_KEYS = 50;
/** Before such a sign, or at the beginning of a line, `? ` tells a key. */
const SIGNS = new Set(['-', '?', ':', '\n']);

/** Why a text must not be given to a YAML reader, or null. Brackets within words count too: none of them would go so deep. */
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

/** Whether brackets in what is written might one day, with those of other keys, keep the file from being read. */
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
