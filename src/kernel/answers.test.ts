import { expect, test } from 'vitest';

import { checkHook, checkView } from './answers.ts';
import { refusalOf } from './refusal.ts';
import type { LinkedRule } from './model.ts';
import type { ValueType } from './value-types.ts';

const integer: ValueType = { kind: 'integer' };
const entry = { title: 'Gulls', number: '2.3', path: 'dynastic/gulls' };
const gulls = { entry } as LinkedRule;

test('returns an answer of the right type as it is, and refuses any other with the name of its view', () => {
  expect(checkView('quorum', integer, 3, gulls)).toBe(3);
  for (const answer of [Number.NaN, Number.POSITIVE_INFINITY, '3', true, {}])
    expect(() => checkView('quorum', integer, answer, gulls), String(answer)).toThrow(
      'the view "quorum" must be a whole number',
    );
});

test('accepts a person or a thing as an object or by its id', () => {
  const player: ValueType = { kind: 'player' };
  expect(checkView('leader', player, 'ana', gulls)).toBe('ana');
  const ana = { id: 'ana' };
  expect(checkView('leader', player, ana, gulls)).toBe(ana);
});

test('refuses a number from a hook that can’t be counted with, also within an answer', () => {
  for (const answer of [3, null, 'three', { for: 1, why: 'none' }, [1]])
    expect(checkHook('weapons', answer, gulls)).toBe(answer);
  expect(() => checkHook('tally', Number.NaN, gulls)).toThrow('the answer to "tally" must be a number');
  expect(() => checkHook('tally', { for: Number.NEGATIVE_INFINITY }, gulls)).toThrow(
    'to "tally" under "for" must be',
  );
});

test.each([
  ['tally', { for: 1 }, [7, 'x', [1]]],
  ['resolution-order', [{ id: '1' }], [null, undefined, 7, 'x', {}, [null], [7]]],
  ['votes-in', ['for'], [null, undefined, 7, 'x', {}]],
  ['figures', [], [null, 'x', {}]],
  ['needed', null, [7, 'x', [1]]],
  ['amount', 3, ['3', {}]],
  ['unnamed-rule', 'Gulls', [7, {}, []]],
])(
  'an answer to “%s” has the right shape, or else the refusal names the rule and no line',
  (id, good, bad) => {
    expect(checkHook(id, good, gulls)).toBe(good);
    for (const answer of bad) {
      const refusal = refusalOf(() => checkHook(id, answer, gulls));
      expect(refusal?.toData()).toEqual({
        code: 'illegal-value',
        reason: expect.stringMatching(new RegExp(`^the answer to "${id}" must be a `, 'u')) as string,
        rule: entry,
        param: null,
      });
    }
  },
);
