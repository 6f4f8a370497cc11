const WORDS = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** Small numbers as they are said. */
export function inWords(number: number): string {
  return WORDS[number] ?? String(number);
}
