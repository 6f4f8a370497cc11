// What the code of a clause does, as far as its text shows.
import { expect, test } from 'vitest';

import { EffectReader, OF_EMPEROR, SEALED, type Effects } from './read-effects.ts';

const PATH = 'dynastic/oil.ts';
const HELPER = 'dynastic/helpers/trade.ts';

function effects(
  clause: string,
  part = 'actions',
  helpers: Readonly<Record<string, string>> = {},
): Effects | null {
  const files = new Map(Object.entries({ [PATH]: clause, ...helpers }));
  return new EffectReader(files).of(PATH, part, 'go');
}
/** The effects of an action's code, in lists. */
function inEffect(
  code: string,
  more: { readonly top?: string; readonly helpers?: Readonly<Record<string, string>> } = {},
) {
  const clause = `${more.top ?? ''}\nexport default rule((g) => ({ actions: { go: action({ effect({ actor }) { ${code} } }) } }));`;
  const found = effects(clause, 'actions', more.helpers);
  if (found === null) throw new Error('it is not found');
  const { writes, costs, posts, asks, rolls, amends } = found;
  return { writes: [...writes], costs: [...costs], posts: [...posts], asks: [...asks], rolls, amends };
}
const NOTHING = { writes: [], costs: [], posts: [], asks: [], rolls: false, amends: false };

test.each<[string, object]>([
  ['actor.oil = 3;', { writes: ['oil'] }],
  ['actor.oil += 3;', { writes: ['oil'] }],
  ['actor.oil++;', { writes: ['oil'] }],
  ['actor[name] = 3;', {}],
  ['oil = 3;', {}],
  ['const { oil } = actor;', {}],
  ["actor.gain('oil', 3);", { writes: ['oil'] }],
  ["actor.spend('stock.grain', 3);", { writes: ['stock'] }],
  ['actor.gain(name, 3);', {}],
  ["gain('oil', 3);", {}],
  ['actor.set({ oil: 3, wick: 1, [name]: 2 });', { writes: ['oil', 'wick'] }],
  ['set({ oil: 3 });', {}],
  ["rooms.add('r1', { lit: true });", { writes: ['lit', 'rooms'] }],
  ["things('rooms').addNumbered({ lit: true });", { writes: ['lit', 'rooms'] }],
  ["rooms.remove('r1');", { writes: ['rooms'] }],
  ['at(x).remove();', { writes: [''] }],
  ["g.rooms.remove('r1');", { writes: [''] }],
  ["things(rooms).remove('r1');", { writes: [''] }],
  ['dice(6);', { rolls: true }],
  ['pick(rooms); shuffle(rooms);', { rolls: true }],
  ['g.dice(6);', {}],
  ["post({ kind: 'story', title: 'x' });", { posts: ['story'] }],
  ['post({ kind, title });', { posts: ['post'] }],
  ["post({ title: 'story' });", { posts: ['post'] }],
  ['post(draft);', { posts: ['post'] }],
  ["actor.post({ kind: 'story' });", {}],
  ["hook('may-sell', actor);", { asks: ['may-sell'] }],
  ["emit('tide');", { asks: ['tide'] }],
  ["g.emit('tide');", { asks: ['tide'] }],
  ['hook(name); emit(3);', {}],
  ["ruleset.amend({ verb: 'repeal-rule' });", { amends: true }],
  ["ruleset.writeList('x', []);", { amends: true }],
  ["actor.amend({}); ruleset.text('x');", {}],
  ["log('oil');", {}],
])('%s', (code, expected) => {
  expect(inEffect(code)).toEqual({ ...NOTHING, ...expected });
});

test.each([
  ['cost: { oil: 3, "stock.grain": 1 }', ['oil', 'stock']],
  ['cost: () => ({ oil: 3 })', ['oil']],
  ['cost: ({ amount }) => { log({ wick: 1 }); return { oil: amount }; }', ['oil']],
  ['cost: function () { return { oil: 3 }; }', ['oil']],
  ['cost: costs', []],
  ['price: { oil: 3 }', []],
  ['[cost]: { oil: 3 }', []],
])('reads the costs from %s', (cost, expected) => {
  const found = effects(`export default rule(() => ({ actions: { go: action({ ${cost} }) } }));`);
  expect([...(found?.costs ?? [])]).toEqual(expected);
});

const reads = (code: string): readonly string[] => [
  ...(effects(`export default rule(() => ({ times: { go: { effect({ game }) { ${code} } } } }));`, 'times')
    ?.reads ?? []),
];

test.each<[string, readonly string[], readonly string[]]>([
  ['game.x = one.secretPlan;', ['secretPlan'], [SEALED, OF_EMPEROR]],
  ["for (const one of submissions('bid')) one.use();", ['submissions'], [SEALED]],
  ["for (const one of submissions('bid')) log(one.values);", ['values', SEALED], []],
  ["for (const { contents } of submissions('bid')) log(contents);", ['contents', SEALED], []],
  ["for (const { problem: why } of submissions('bid')) log(why);", ['problem', SEALED], []],
  ['for (const { contents } of all) log(contents);', ['contents'], [SEALED]],
  ["submissions('bid'); game.stock.values();", ['submissions'], [SEALED, 'values']],
  ['log(emperor.plans);', ['plans', OF_EMPEROR], []],
  ['emperor.set({ plan: 1 });', [OF_EMPEROR], []],
  ['actor.set({ plan: 1 }); dynasty.emperor.oil;', [], [OF_EMPEROR]],
  ['log(one[secretPlan]);', [], ['secretPlan']],
])('%s reads %j', (code, some, none) => {
  const found = reads(code);
  expect(found).toEqual(expect.arrayContaining([...some]));
  for (const name of none) expect(found).not.toContain(name);
});

test('follows functions by their names, here and in helpers, once each and as they are called', () => {
  const top = `import { trade as sell, other } from './helpers/trade.ts';
import all from './helpers/all.ts';
import { rule } from 'gitnomic/rules';
function burn(who) { who.oil -= 1; light(who); }
const light = (who) => { who.lit = true; burn(who); };
const snuff = function (who) { who.snuffed = true; };
const never = () => { game.never = true; };`;
  const helpers = {
    [HELPER]:
      'export function trade(who) { who.coins += 1; more(who); }\nconst more = (who) => { who.more = 1; };\nexport const other = 3;',
    'dynastic/helpers/all.ts': 'export default function all(who) { who.all = 1; }',
  };
  expect(inEffect('burn(actor); sell(actor); all(actor);', { top, helpers }).writes).toEqual([
    'oil',
    'lit',
    'coins',
    'more',
    'all',
  ]);
  expect(inEffect('snuff(actor); other; nothing(actor);', { top, helpers }).writes).toEqual(['snuffed']);
  expect(inEffect('const both = { burn }; actor.sell();', { top, helpers }).writes).toEqual(['oil', 'lit']);
  expect(inEffect('actor.burn; log({ burn: 1, sell: 2 });', { top, helpers }).writes).toEqual([]);
  expect(inEffect('actor[burn(actor)];', { top, helpers }).writes).toEqual(['oil', 'lit']);
});

test('finds a definition by its part and name, in the clause or in what it imports', () => {
  const helper = { [HELPER]: 'export const actions = { actions: { go: { effect() { game.x = 1; } } } };' };
  const clause = "import { actions } from './helpers/trade.ts';\nexport default rule(() => actions);";
  expect([...(effects(clause, 'actions', helper)?.writes ?? [])]).toEqual(['x']);
  expect(effects(clause, 'times', helper)).toBeNull();
  expect(effects(clause)).toBeNull();
  expect(effects('export default rule(() => ({ actions: { stay: {} } }));')).toBeNull();
  expect(effects("export default rule(() => ({ 'actions': { 'go': { effect() {} } } }));")).not.toBeNull();
  expect(effects('export default rule(() => ({ actions: all }));')).toBeNull();
  expect(effects('export default (;')).toBeNull();
  expect(new EffectReader(new Map()).of(PATH, 'actions', 'go')).toBeNull();
});
