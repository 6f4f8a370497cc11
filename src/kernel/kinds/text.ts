import { IllegalValue, inWholeLetters, showValue } from '../values.ts';
import { chosenFrom, simple, type ValueKind, type TypeOf } from './kind.ts';

/** The first text that isn't blank, since digits come before letters. */
const FIRST_TEXT = '0';

export const text: ValueKind<TypeOf<'text'>> = {
  ...simple,
  encode(type, value) {
    const given =
      typeof value === 'number' ? String(value) : typeof value === 'string' ? inWholeLetters(value) : value;
    if (typeof given !== 'string') throw new IllegalValue(`must be text, not ${showValue(given)}`);
    if (type.filled && given.trim() === '') throw new IllegalValue('must not be empty');
    if (type.pattern !== undefined && !new RegExp(type.pattern, 'u').test(given))
      throw new IllegalValue(`must look like ${type.pattern}, not ${showValue(given)}`);
    return given;
  },
  check: (type, value) => typeof value === 'string' && type.pattern === undefined && type.filled !== true,
  start: (type) => (type.filled === true && type.picture !== true ? FIRST_TEXT : ''),
  cell(type, written, wrong) {
    if (type.filled && written === '') throw wrong('filled in');
    return written;
  },
  declare: () => 'string',
  field(type, choices) {
    const blank = type.filled !== true;
    const options = chosenFrom(type, choices);
    if (options !== null) return { input: 'one-of', options, blank };
    return { input: type.picture === true ? 'picture' : 'text', blank };
  },
};
