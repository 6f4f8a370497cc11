/** Deeper than anybody writes. What it takes to read nested brackets grows with the third power of their depth. */
const DEEPEST = 200;

/** Why a text must not be given to a YAML reader, or null. Brackets within words count too: none of them would go so deep. */
export function whyTooNested(text: string): string | null {
  return bracketsIn(text).deepest > DEEPEST ? `brackets stand more than ${DEEPEST} deep in each other` : null;
}

/** Whether brackets in what is written might one day, with those of other keys, keep the file from being read. */
export function mayNest(text: string): boolean {
  const { deepest, open } = bracketsIn(text);
  return open > 0 || deepest > DEEPEST / 2;
}

function bracketsIn(text: string): { readonly deepest: number; readonly open: number } {
  let deepest = 0;
  let open = 0;
  for (const letter of text) {
    if (letter === '{' || letter === '[') open++;
    else if ((letter === '}' || letter === ']') && open > 0) open--;
    deepest = Math.max(deepest, open);
  }
  return { deepest, open };
}
