/** Deeper than anybody writes. What it takes to read nested brackets grows with the third power of their depth. */
const DEEPEST = 200;

/** Why a text must not be given to a YAML reader, or null. Brackets within words count too: none of them would go so deep. */
export function whyTooNested(text: string): string | null {
  let depth = 0;
  for (const letter of text) {
    if (letter === '{' || letter === '[') depth++;
    else if ((letter === '}' || letter === ']') && depth > 0) depth--;
    if (depth > DEEPEST) return `brackets stand more than ${DEEPEST} deep in each other`;
  }
  return null;
}
