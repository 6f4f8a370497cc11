import { IllegalValue, showValue } from '../values.ts';
import { NO, YES } from './cells.ts';
import { simple, type ValueKind, type TypeOf } from './kind.ts';

export const boolean: ValueKind<TypeOf<'boolean'>> = {
  ...simple,
  encode(_, value) {
    if (typeof value !== 'boolean') throw new IllegalValue(`must be true or false, not ${showValue(value)}`);
    return value;
  },
  check: (_, value) => typeof value === 'boolean',
  start: () => false,
  cell(_, text, wrong) {
    if (YES.has(text.toLowerCase())) return true;
    if (NO.has(text.toLowerCase())) return false;
    throw wrong('yes or no');
  },
  declare: () => 'boolean',
  field: () => ({ input: 'yes-no' }),
};
