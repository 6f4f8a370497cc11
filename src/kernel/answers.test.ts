import { expect, test } from 'vitest';

import { checkHook, checkView } from './answers.ts';
import type { ValueType } from './value-types.ts';

const integer: ValueType = { kind: 'integer' };

test('an answer of its type is given back as it is, and any other is refused with the name of its view', () => {
  expect(checkView('quorum', integer, 3)).toBe(3);
  for (const answer of [Number.NaN, Number.POSITIVE_INFINITY, '3', true, {}])
    expect(() => checkView('quorum', integer, answer), String(answer)).toThrow(
      'the view "quorum" must be a whole number',
    );
});

test('a person or a thing may be given whole or by its id', () => {
  const player: ValueType = { kind: 'player' };
  expect(checkView('leader', player, 'ana')).toBe('ana');
  const ana = { id: 'ana' };
  expect(checkView('leader', player, ana)).toBe(ana);
});

test('a number to a hook can be counted with, also within an answer', () => {
  for (const answer of [3, null, 'three', { for: 1, why: 'none' }, [1]])
    expect(checkHook('tally', answer)).toBe(answer);
  expect(() => checkHook('tally', Number.NaN)).toThrow('the answer to "tally" must be a number');
  expect(() => checkHook('tally', { for: Number.NEGATIVE_INFINITY })).toThrow(
    'to "tally" under "for" must be',
  );
});
