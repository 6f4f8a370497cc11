const WORDS = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];

/** `5` → `five`, `1000000` → `a million`, `48` → `48` */
export function inWords(number: number): string {
  return number === 1_000_000 ? 'a million' : (WORDS[number] ?? String(number));
}
