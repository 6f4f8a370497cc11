import { deepFreeze } from '../freeze.ts';
import { plain } from '../values.ts';
import { simple, type ValueKind, type TypeOf } from './kind.ts';

export const data: ValueKind<TypeOf<'data'>> = {
  ...simple,
  encode: (_, value) => plain(value),
  decode: (_, stored) => deepFreeze(stored),
  declare: () => 'unknown',
  field: () => ({ input: 'anything', hint: 'A text or a number' }),
  show: (_, text, names) => names.anything(text),
};
