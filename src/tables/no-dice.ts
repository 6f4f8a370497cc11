import { CellError } from './cell.ts';

const RANGE =
  /^\(?(?:an? (?:random )?number )?(?:from |between |random(?:ly)? )*(\d+) ?(-|to|and|or|up to|through) ?(\d+)(?: at random)?\)?(?: [x×*] .*)?$/iu;
const SOME_DICE =
  /^(?:an?|one|the|two|three|four|five|\d+)(?: [\w-]+)? (?:die|dice)(?: roll| throw)?$|^(?:the |an? )?(?:roll|throw)s? (?:of )?(?:.* )?(?:die|dice)\b/iu;

/** Ranges and dice in the words of everyday life. Dice have a notation of their own. */
export function noDice(text: string): void {
  const [, low = '', sign, high = ''] = RANGE.exec(text) ?? [];
  if (low !== '' && (sign !== '-' || Number(low) < Number(high))) throw rangeError(text, low, high);
  if (SOME_DICE.test(text))
    throw new CellError(
      `“${text}” doesn’t say how many sides the dice have.`,
      'a die of six sides is written 1d6, and two of them 2d6',
      '1d6',
    );
}

function rangeError(text: string, low: string, high: string): CellError {
  const sides = Number(high) - Number(low) + 1;
  const die = `1d${sides > 1 ? sides : 6}${low === '1' ? '' : ` + ${Number(low) - 1}`}`;
  return new CellError(
    `“${text}” is a range, and doesn’t say how the number is found.`,
    die === '1d6'
      ? 'a number; for a die of six sides write 1d6'
      : `a number; for an equal chance of each write ${die}`,
    die,
  );
}

/** True for a constant such as `1.5` or `10%` that is no whole number. A division is rounded, as its cell may say. */
export function isPartOfOne(js: string): boolean {
  const [, call, over = '', under = ''] =
    /^(?:rows\.times\()?rows\.(fraction|divided)\((\d+)n?, (\d+)n?\)(?:, -1\))?$/u.exec(js) ?? [];
  return (call === 'fraction' || under === '100') && Number(over) % Number(under) !== 0;
}

/** Nobody subtracts six from one. */
export function noRange(low: string, high: string): void {
  if (/^\d+ \d+$/u.test(`${low} ${high}`) && Number(low) < Number(high))
    throw rangeError(`${low}-${high}`, low, high);
}

/** A share by itself is less than one, so comparing with it says nothing. */
export function noBareShare(...sides: readonly string[]): void {
  for (const js of sides) {
    const [, percent] = /^rows\.divided\((\d+), 100\)$/u.exec(js) ?? [];
    if (percent !== undefined)
      throw new CellError(`“${percent}%” of what?`, 'a share of something', `${percent}% of Points`);
  }
}
