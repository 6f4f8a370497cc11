import { isMoment } from '../time.ts';
import { IllegalValue, showValue } from '../values.ts';
import { simple, type ValueKind, type TypeOf } from './kind.ts';

export const time: ValueKind<TypeOf<'time'>> = {
  ...simple,
  encode(_, value) {
    if (typeof value === 'string' && isMoment(value)) return value;
    throw new IllegalValue(`must be a UTC time such as 2021-06-18T09:00:00Z, not ${showValue(value)}`);
  },
  check: (_, value) => typeof value === 'string' && isMoment(value),
  declare: () => 'string',
  field: () => ({ input: 'time', hint: 'Such as 2021-06-18T09:00:00Z' }),
};
