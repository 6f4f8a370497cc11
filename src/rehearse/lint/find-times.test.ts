import { expect, test } from 'vitest';

import type { ModelDescription } from '../../kernel/describe-model.ts';
import { findTimes } from './checks.ts';

const TYPE = { kind: 'text', private: true };

function found(effect: string, more: object = {}): readonly string[] {
  const clause = `export default rule(({ submissions, emperor, ruleset }) => ({\n times: {\n  dusk: { effect: ${effect} } } }));`;
  const model = {
    fields: {
      player: {
        'secret-plan': { type: TYPE, rule: 'dynastic/orders' },
        oil: { type: { kind: 'integer' }, rule: 'x' },
      },
    },
    collections: {},
    times: { dusk: { rule: 'dynastic/orders', title: null, ...more } },
  } as unknown as ModelDescription;
  const files = new Map([
    ['dynastic/orders.ts', clause],
    ['dynastic/orders.md', ''],
  ]);
  return findTimes(files, model).map(({ code, where }) => `${code} ${where}`);
}

test.each([
  ['({ players }) => { for (const one of players) one.oil = one.secretPlan.length; }', 'time-secret'],
  ["() => { for (const one of submissions('order')) one.by.oil = one.values.n; }", 'time-secret'],
  ["() => { for (const { contents } of submissions('order')) emit(contents); }", 'time-secret'],
  ['({ game }) => { game.oil = emperor.plan; }', 'time-secret'],
])('a time that reads a secret is a mistake if public, but not if private: %s', (effect, code) => {
  expect(found(effect)).toEqual([expect.stringMatching(new RegExp(`^${code} dynastic/orders\\.ts:3`, 'u'))]);
  expect(found(effect, { private: true })).toEqual([]);
});

test('a time that changes rules is a mistake if private, but not if public', () => {
  const effect = "() => ruleset.amend({ type: 'repeal-rule', path: 'x' })";
  expect(found(effect, { private: true })).toEqual([expect.stringMatching(/^time-amends/u)]);
  expect(found(effect)).toEqual([]);
});

test.each([
  '({ players }) => { for (const one of players) one.oil = 0; }',
  "() => { for (const one of submissions('order')) one.use(); }",
  '({ game }) => { for (const one of new Map(game.stock).values()) game.oil += one; }',
  '({ dynasty }) => { dynasty.emperor.oil = 0; }',
])('a time that reads nothing secret is fine: %s', (effect) => {
  expect(found(effect)).toEqual([]);
});
