import { IllegalValue, show } from '../values.ts';
import { simple, type ValueKind, type TypeOf } from './kind.ts';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

export const time: ValueKind<TypeOf<'time'>> = {
  ...simple,
  encode(_, value) {
    if (typeof value === 'string' && TIME.test(value)) return value;
    throw new IllegalValue(`must be a UTC time such as 2021-06-18T09:00:00Z, and is ${show(value)}`);
  },
  declare: () => 'string',
  field: () => ({ input: 'time', hint: 'Such as 2021-06-18T09:00:00Z' }),
};
