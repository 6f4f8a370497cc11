import { IllegalValue, showValue } from '../values.ts';
import { readNumber } from '../number-words.ts';
import { chosenFrom, simple, type ValueKind, type TypeOf } from './kind.ts';

type IntegerType = TypeOf<'integer'>;

/** Unless a minimum is given, a number is never negative. */
export function minimumOf(type: IntegerType): number | null {
  return type.min === undefined ? 0 : type.min;
}

export const integer: ValueKind<IntegerType> = {
  ...simple,
  encode(type, value) {
    if (typeof value !== 'number' || !Number.isFinite(value))
      throw new IllegalValue(`must be a whole number, not ${showValue(value)}`);
    const whole = Math.trunc(value) + 0;
    if (!Number.isSafeInteger(whole)) throw new IllegalValue(`is too large: ${value}`);
    const min = minimumOf(type);
    if (min !== null && whole < min)
      throw new IllegalValue(`would be ${whole}, below ${min === 0 ? 'zero' : min}`, true);
    if (type.max !== undefined && whole > type.max)
      throw new IllegalValue(`would be ${whole}, above ${type.max}`);
    return whole;
  },
  check(type, value) {
    if (!Number.isSafeInteger(value)) return false;
    const min = minimumOf(type);
    return (
      (min === null || (value as number) >= min) && (type.max === undefined || (value as number) <= type.max)
    );
  },
  /** The legal number nearest to zero. */
  start(type) {
    const min = minimumOf(type);
    if (min !== null && min > 0) return min;
    return type.max !== undefined && type.max < 0 ? type.max : 0;
  },
  cell(_, text, wrong) {
    const number = readNumber(text);
    if (number === null || !Number.isInteger(number)) throw wrong('a whole number, such as 3');
    return number;
  },
  declare: () => 'number',
  field(type, choices) {
    const options = chosenFrom(type, choices);
    if (options !== null) return { input: 'one-of', options, numbers: true };
    return { input: 'integer', hint: 'A whole number', min: minimumOf(type), max: type.max ?? null };
  },
};
