// The rules without which a clause fails.
import { expect, test } from 'vitest';

import type { ModelDescription } from '../../kernel/describe-model.ts';
import { findLacking } from './find-lacking.ts';

const model = (more: object = {}): ModelDescription =>
  ({ fields: {}, collections: {}, views: {}, hooks: {}, ...more }) as unknown as ModelDescription;
const BEFORE = model({
  fields: { player: { cash: { rule: 'dynastic/cash' }, 'gold-coins': { rule: 'dynastic/gold' } } },
  collections: { 'dark-rooms': { rule: 'dynastic/rooms' } },
  views: { wealth: { rule: 'dynastic/wealth' } },
  hooks: { 'may-sell': ['dynastic/shop'] },
});
const lacking = (
  clause: string,
  left = model(),
  files: Readonly<Record<string, string>> = {},
): readonly string[] => [
  ...findLacking(clause, BEFORE, { model: left, files: new Map(Object.entries(files)) }),
];
const inEffect = (code: string): string =>
  `export default rule((g) => ({ actions: { go: action({ effect({ actor, amount }) { ${code} } }) } }));`;

test.each([
  ['a variable of somebody', 'actor.cash += 1;', ['dynastic/cash']],
  ['one that is written otherwise', 'actor.goldCoins;', ['dynastic/gold']],
  ['one that is paid', "actor.spend('cash', 1);", ['dynastic/cash']],
  ['a view', "view('wealth', actor);", ['dynastic/wealth']],
  ['a view of the game', "g.view('wealth');", ['dynastic/wealth']],
  ['a hook', "hook('may-sell', actor);", ['dynastic/shop']],
  ['things', 'g.darkRooms.all();', ['dynastic/rooms']],
  ['things of the game', 'game.darkRooms.all();', ['dynastic/rooms']],
  ['things by their name', 'const { darkRooms } = g; darkRooms.all();', ['dynastic/rooms']],
  ['several', "actor.cash; hook('may-sell');", ['dynastic/cash', 'dynastic/shop']],
  ['nothing that others defined', 'actor.name; amount + 1; other.call("wealth");', []],
  ['something by a name that is worked out', "actor['cash'];", []],
])('finds the rules that a clause lacks for %s', (_, code, rules) => {
  expect(lacking(inEffect(code))).toEqual(rules);
});

test('also looks at what a whole clause destructures and what an action costs', () => {
  expect(lacking('export default rule(({ darkRooms }) => ({}));')).toEqual(['dynastic/rooms']);
  expect(lacking('export default rule(() => ({ actions: { go: action({ cost: { cash: 3 } }) } }));')).toEqual(
    ['dynastic/cash'],
  );
});

test('a clause doesn’t lack what it can do without', () => {
  expect(lacking(inEffect("maybe(() => view('wealth', actor));"))).toEqual([]);
});

test('a record’s field of that name isn’t lacking, unless a person is meant', () => {
  const shape = 'const shape = { cash: integer() }; ';
  expect(lacking(shape + inEffect('amount.cash;'))).toEqual([]);
  expect(lacking(shape + inEffect('actor.cash;'))).toEqual(['dynastic/cash']);
  expect(
    lacking(inEffect('amount.cash;'), model(), { 'dynastic/helpers/x.ts': 'type X = { cash: number };' }),
  ).toEqual([]);
  expect(
    lacking(inEffect('amount.cash;'), model(), { 'dynastic/x.ts': 'type X = { cash: number };' }),
  ).toEqual(['dynastic/cash']);
});

test('a clause doesn’t lack what other rules still define', () => {
  expect(lacking(inEffect('actor.cash;'), BEFORE)).toEqual([]);
});
