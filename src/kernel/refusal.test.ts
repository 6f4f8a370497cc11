import { expect, test } from 'vitest';

import { Refusal, refusalOf } from './refusal.ts';

test('reports a refusal with its rule, parameter and line if they are known', () => {
  const rule = { title: 'Lamps', number: '1.2', path: 'core/lamps' };
  const said = new Refusal('no', { code: 'late', rule, param: 'room', where: 'core/lamps.ts:3' }).toData();
  expect(said).toStrictEqual({ code: 'late', reason: 'no', rule, param: 'room', where: 'core/lamps.ts:3' });
  expect(new Refusal('no').toData()).toStrictEqual({
    code: 'refused',
    reason: 'no',
    rule: null,
    param: null,
  });
});

test('catches only refusals, and returns null if there is none', () => {
  const refuse = (error: Error) => () => {
    throw error;
  };
  expect(refusalOf(refuse(new Refusal('no')))?.message).toBe('no');
  expect(() => refusalOf(refuse(new TypeError('oh')))).toThrow('oh');
  expect(refusalOf(() => 1)).toBe(null);
});
