import { nearest } from '../names.ts';
import { IllegalValue, showValue } from '../values.ts';
import { simple, type ValueKind, type TypeOf } from './kind.ts';

export const choice: ValueKind<TypeOf<'choice'>> = {
  ...simple,
  encode({ of }, value) {
    if (typeof value === 'string' && of.includes(value)) return value;
    if (of.length === 0) throw new IllegalValue('has nothing to choose from');
    const guess = typeof value === 'string' ? nearest(value, of) : null;
    const hint = guess === null ? '' : `; did you mean ${guess}?`;
    throw new IllegalValue(`must be one of ${of.join(', ')}, not ${showValue(value)}${hint}`);
  },
  check: ({ of }, value) => of.includes(value as string),
  /** The first word in the alphabet, regardless of case. */
  start: ({ of }) =>
    of.reduce((first, word) => (word.toLowerCase() < first.toLowerCase() ? word : first), of[0] ?? ''),
  cell({ of }, text, wrong) {
    if (of.includes(text)) return text;
    throw wrong(`one of ${of.join(', ')}`);
  },
  declare: ({ of }) => (of.length === 0 ? 'string' : of.map((word) => JSON.stringify(word)).join(' | ')),
  field: ({ of }, choices) => ({
    input: 'one-of',
    options: of.map((value) => ({ value, label: choices?.word(value) ?? value })),
  }),
};
