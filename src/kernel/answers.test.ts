import { expect, test } from 'vitest';

import { checkHook, checkView } from './answers.ts';
import { refusalOf } from './refusal.ts';
import type { LinkedRule } from './model.ts';
import type { ValueType } from './value-types.ts';

const integer: ValueType = { kind: 'integer' };
const entry = { title: 'Gulls', number: '2.3', path: 'dynastic/gulls' };
const gulls = { entry } as LinkedRule;

test('an answer of its type is given back as it is, and any other is refused with the name of its view', () => {
  expect(checkView('quorum', integer, 3, gulls)).toBe(3);
  for (const answer of [Number.NaN, Number.POSITIVE_INFINITY, '3', true, {}])
    expect(() => checkView('quorum', integer, answer, gulls), String(answer)).toThrow(
      'the view "quorum" must be a whole number',
    );
});

test('a person or a thing may be given whole or by its id', () => {
  const player: ValueType = { kind: 'player' };
  expect(checkView('leader', player, 'ana', gulls)).toBe('ana');
  const ana = { id: 'ana' };
  expect(checkView('leader', player, ana, gulls)).toBe(ana);
});

test('a number to a hook can be counted with, also within an answer', () => {
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
  'what the kernel asks by “%s” is of its shape, or names the rule that answered and no line',
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
