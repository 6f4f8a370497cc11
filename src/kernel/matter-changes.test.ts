import { expect, test } from 'vitest';

import { HarnessError } from './calls.ts';
import { clausesOf, manifestOf, type TestRule } from './fixtures/kernel-with.ts';
import { AT } from './fixtures/playground.ts';
import { Kernel } from './kernel.ts';
import type { JudgedChange } from './matter-changes.ts';
import type { MatterChange } from './state.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a clause in a test is as loose as one in the wild
type Loose = any;

const OTHERS: readonly TestRule[] = [
  { title: 'Votes', entrenched: true },
  { title: 'Posts', entrenched: ['cfj', 'amendment'] },
  { section: 'dynastic', title: 'Lamps' },
  { section: 'dynastic', title: 'Votes' },
  { section: 'special-case', title: 'Rum', status: 'inactive' },
];
const FACTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'core/votes': { mutable: true },
  'dynastic/lamps': { mutable: false },
};

/** The result of a matter’s changes, and what rules see of each. */
function judged(
  changes: readonly MatterChange[],
  hooks: object = {},
): { shown: JudgedChange[]; enactment: Loose } {
  const shown: JudgedChange[] = [];
  const rules: readonly TestRule[] = [
    {
      title: 'Matters',
      clause: () => ({
        posts: { proposal: { votable: true } },
        hooks: {
          'may-enact': () => 'permit',
          'may-change': ({ change }: Loose) => void shown.push({ ...change }),
          'unnamed-rule': ({ matter }: Loose) => `From ${matter.title}`,
          ...hooks,
        },
      }),
    },
    ...OTHERS,
  ];
  const manifest = manifestOf(rules);
  const kernel = new Kernel({ clauseOf: clausesOf(rules) });
  kernel.link({
    ...manifest,
    rules: manifest.rules.map((rule) => ({ ...rule, facts: FACTS[rule.path] ?? {} })),
  });
  kernel.load(null);
  kernel.take({
    type: 'post',
    at: AT,
    by: 'ana',
    id: 'P1',
    kind: 'proposal',
    title: 'One',
    text: '',
    changes,
  });
  const begun = kernel.beginEnactment({ at: AT, matter: 'P1', by: null, outcome: 'enacted' });
  if (!begun.ok) throw new Error(begun.refusal.reason);
  return { shown, enactment: begun.enactment };
}

const one = (change: Loose, hooks?: object): { shown: Loose; made: Loose; omitted: string } => {
  const { shown, enactment } = judged([change], hooks);
  return {
    shown: shown[0],
    made: enactment.ruleset[0] ?? enactment.values[0],
    omitted: enactment.omitted[0]?.reason ?? '',
  };
};

test('sets a value where its path leads', () => {
  expect(one({ verb: 'set', path: 'players.bo.admin', value: true })).toMatchObject({
    made: { path: 'players.bo.admin', value: true },
    shown: {
      verb: 'set',
      path: 'players.bo.admin',
      value: true,
      section: null,
      rule: null,
      named: null,
      ambiguous: false,
      entrenches: false,
      words: 'set players.bo.admin to true',
    },
  });
});

test('adds a rule to the named section, by default to the dynastic one, or below another rule', () => {
  const added = { verb: 'add-rule', title: 'Oil', text: 'It burns.' };
  expect(one(added)).toMatchObject({
    made: { type: 'add-rule', section: 'dynastic', title: 'Oil', text: 'It burns.' },
    shown: { section: 'dynastic', named: null, words: 'add the rule Oil' },
  });
  expect(one(added).made).not.toHaveProperty('parent');
  expect(one(added).made).not.toHaveProperty('clause');
  expect(one(added).made).not.toHaveProperty('facts');
  expect(one({ ...added, section: ' Special Case ', clause: 'x' })).toMatchObject({
    made: { section: 'special-case', clause: 'x' },
    shown: { section: 'special-case', named: 'section' },
  });
  expect(one({ ...added, section: 'Appendix' }).made).toMatchObject({ section: 'appendix' });
  expect(one({ ...added, parent: 'Lamps' }).made).toMatchObject({ parent: 'dynastic/lamps' });
  expect(one({ ...added, parent: 'Posts' }).omitted).toBe('there is no rule Posts in the section dynastic');
  expect(one({ ...added, title: ' ' }).made).toMatchObject({ title: 'From One' });
  expect(one({ ...added, section: 'nowhere' }).omitted).toBe(
    'there is no section nowhere; there are core, dynastic, special-case',
  );
});

test('finds a rule by its title, number or path, and by its section if several share it', () => {
  const edit = { verb: 'edit-rule', replace: 'a', with: 'b' };
  expect(one({ ...edit, rule: 'Lamps' })).toMatchObject({
    made: { type: 'edit-rule', path: 'dynastic/lamps', replace: 'a', with: 'b' },
    shown: {
      section: 'dynastic',
      named: 'title',
      ambiguous: false,
      words: 'edit the rule Lamps',
      rule: { title: 'Lamps' },
    },
  });
  for (const number of ['1.4', ' 1.4 '])
    expect(one({ ...edit, rule: number }).shown).toMatchObject({ named: 'number', section: 'dynastic' });
  expect(one({ ...edit, rule: 'content/ruleset/core/votes.md' })).toMatchObject({
    made: { path: 'core/votes' },
    shown: { named: 'path' },
  });
  expect(one({ ...edit, rule: 'Votes' })).toMatchObject({
    made: { path: 'core/votes' },
    shown: { ambiguous: true },
  });
  expect(one({ ...edit, rule: 'Votes', section: 'dynastic' })).toMatchObject({
    made: { path: 'dynastic/votes' },
    shown: { ambiguous: false, named: 'section' },
  });
  expect(one({ ...edit, rule: 'Lampz' }).omitted).toBe('there is no rule Lampz; did you mean Lamps?');
  expect(one({ ...edit, rule: 'Lampz', section: 'dynastic' }).omitted).toBe(
    'there is no rule Lampz in the section dynastic; did you mean Lamps?',
  );
  expect(one({ ...edit, rule: 'Lampz', section: 'core' }).omitted).toBe(
    'there is no rule Lampz in the section core',
  );
  expect(one({ ...edit, rule: 'nothing like any of these' }).omitted).toBe(
    'there is no rule nothing like any of these',
  );
});

test('repeals a rule, and makes it mutable or immutable if it is either', () => {
  expect(one({ verb: 'repeal-rule', rule: 'Lamps' })).toMatchObject({
    made: { type: 'repeal-rule', path: 'dynastic/lamps' },
    shown: { words: 'repeal the rule Lamps' },
  });
  expect(one({ verb: 'transmute', rule: 'Lamps' })).toMatchObject({
    made: { type: 'set-facts', facts: { mutable: true } },
    shown: { words: 'transmute the rule Lamps' },
  });
  expect(one({ verb: 'transmute', rule: 'Votes' }).made).toMatchObject({ facts: { mutable: false } });
  expect(one({ verb: 'transmute', rule: 'Posts' }).omitted).toBe('Posts is neither mutable nor immutable');
});

test('terms, and the status and entrenchment of a rule, are values of the ruleset', () => {
  const set = (path: string, value: unknown): Loose => one({ verb: 'set', path, value });
  expect(set('game.terms.player', 'Pirate')).toMatchObject({
    made: { type: 'set-terms', terms: { player: 'Pirate' } },
    shown: { path: 'game.terms.player', value: 'Pirate' },
  });
  expect(set('game.terms.player', 3).omitted).toBe('the game has no name for player');
  expect(set('game.terms.pirate', 'x').omitted).toBe('the game has no name for pirate');
  for (const names of [[], ['player'], ['player', 'emperor']])
    expect(set('game.terms.names', names)).toMatchObject({
      made: { type: 'set-terms', terms: { names } },
      shown: { path: 'game.terms.names', value: names },
    });
  for (const names of ['player', ['pirate'], ['player', 'pirate'], [true]])
    expect(set('game.terms.names', names).omitted).toBe('the game has no name for names');
  expect(set('game.turn', 3).made).toEqual({ path: 'game.turn', value: 3 });
  expect(set('players.terms.admin', true).made).toEqual({ path: 'players.terms.admin', value: true });
  for (const status of ['active', 'inactive', null])
    expect(set('ruleset.Rum.status', status)).toMatchObject({
      made: { type: 'set-status', path: 'special-case/rum', status },
      shown: { section: 'special-case', named: 'title' },
    });
  const why = 'can only be active, inactive or null (a status), or true or false (entrenched)';
  expect(set('ruleset.Rum.status', 'asleep').omitted).toBe(`ruleset.Rum.status ${why}`);
  expect(set('ruleset.Rum.status', true).omitted).toBe(`ruleset.Rum.status ${why}`);
  expect(set('ruleset.Rum.title', 'active').omitted).toBe(`ruleset.Rum.title ${why}`);
  expect(set('ruleset.Rum.entrenched', 'yes').omitted).toContain(why);
  expect(set('ruleset.Votes.entrenched', false)).toMatchObject({
    made: { type: 'set-entrenched', path: 'core/votes', entrenched: false },
    shown: { entrenches: true, ambiguous: true },
  });
  expect(set('ruleset.Votes.entrenched', true).shown).toMatchObject({ entrenches: false });
  expect(set('ruleset.Nothing at all.status', null).omitted).toBe('there is no rule Nothing at all');
});

const file = (path: string, content: string | null, more: object = {}): Loose =>
  one({ verb: 'file', path, content, ...more });

test('writes a file of the ruleset, together with the rule it belongs to', () => {
  expect(file('content/ruleset/dynastic/lamps.md', 'Lamps.', { base: 'Lamp.' })).toMatchObject({
    made: { type: 'write-file', path: 'dynastic/lamps.md', content: 'Lamps.', base: 'Lamp.' },
    shown: {
      section: 'dynastic',
      named: 'path',
      rule: { title: 'Lamps' },
      entrenches: false,
      words: 'write content/ruleset/dynastic/lamps.md',
    },
  });
  expect(file('./content/ruleset/dynastic/oil.md', 'Oil.').made).toStrictEqual({
    type: 'write-file',
    path: 'dynastic/oil.md',
    content: 'Oil.',
  });
  expect(file('/content/ruleset/dynastic/lamps.ts', null).shown).toMatchObject({
    rule: { title: 'Lamps' },
    words: 'delete /content/ruleset/dynastic/lamps.ts',
  });
  for (const name of ['votes.scenario.yml', 'votes.ties.scenario.yml'])
    expect(file(`content/ruleset/core/${name}`, 'x').shown).toMatchObject({
      rule: { path: 'core/votes' },
      entrenches: false,
    });
  expect(file('content/ruleset/special-case.md', 'x').shown).toMatchObject({
    section: 'special-case',
    rule: null,
  });
  expect(file('content/posts/P1.md', 'x').omitted).toBe(
    'nothing in content/posts/P1.md is a rule, or a value that can be read',
  );
  expect(file('content/ruleset/elsewhere/a.md', 'x').omitted).toContain('there is no section elsewhere');
});

const matter = (entrenched: string): string => `---\ntitle: X\n${entrenched}\n---\nText.\n`;

test.each<[string, string, string | null, boolean]>([
  ['core/votes.md', 'stays so', matter('entrenched: true'), false],
  ['core/votes.md', 'with a remark', matter('entrenched: true # always'), false],
  ['core/votes.md', 'says no more of it', matter('order: 3'), true],
  ['core/votes.md', 'says that it is not', matter('entrenched: false'), true],
  ['core/votes.md', 'for some matters', matter('entrenched: [cfj]'), true],
  ['core/votes.md', 'is gone', null, true],
  ['core/votes.md', 'says it outside of its front matter', 'entrenched: true\n', true],
  ['core/votes.ts', 'is a clause', 'export default 1', false],
  ['core/posts.md', 'for the same matters', matter('entrenched: [amendment, cfj]'), false],
  ['core/posts.md', 'the same in lines', matter('entrenched:\n  - cfj\n  - amendment'), false],
  ['core/posts.md', 'for another', matter('entrenched: [cfj, story]'), true],
  ['dynastic/lamps.md', 'is not, and was not', matter('order: 3'), false],
  ['dynastic/lamps.md', 'says that it is not, and was not', matter('entrenched: false'), false],
  ['dynastic/lamps.md', 'is from now on', matter('entrenched: true'), true],
  ['dynastic/oil.md', 'is new and entrenched', matter('entrenched: true'), true],
])('whether “%s %s” changes what can overrule it: %s', (path, _, content, entrenches) => {
  expect(file(`content/ruleset/${path}`, content).shown.entrenches).toBe(entrenches);
});

test('leaves out what rules refuse, with the reason, and makes the rest', () => {
  const refused = judged(
    [
      { verb: 'set', path: 'game.a', value: 1 },
      { verb: 'set', path: 'game.b', value: 2 },
    ],
    { 'may-change': ({ change, refuse }: Loose) => change.path === 'game.a' && refuse('not that') },
  );
  expect(refused.enactment).toEqual({
    ruleset: [],
    values: [{ path: 'game.b', value: 2 }],
    omitted: [{ change: 'set game.a to 1', reason: 'not that' }],
  });
});

test('doesn’t leave out a change because of an error of the harness', () => {
  const spent = (): never => {
    throw new HarnessError('no dice left');
  };
  const change = { verb: 'set', path: 'game.a', value: 1 } as const;
  expect(() => judged([change], { 'may-change': spent })).toThrow('no dice left');
});

test('writes only what the matter says if rules give no facts', () => {
  const edit = { verb: 'edit-rule', rule: 'Lamps', replace: 'a', with: 'b' } as const;
  expect(judged([edit]).enactment.ruleset).toEqual([
    { type: 'edit-rule', path: 'dynastic/lamps', replace: 'a', with: 'b' },
  ]);
});

test('adds facts from rules to a new rule, and writes them last for an existing one', () => {
  const facts = { 'rule-facts': () => ({ power: 3 }) };
  const { enactment } = judged(
    [
      { verb: 'add-rule', title: 'Oil', text: '' },
      { verb: 'edit-rule', rule: 'Lamps', replace: 'a', with: 'b' },
      { verb: 'file', path: 'content/ruleset/dynastic/votes.ts', content: 'x' },
      { verb: 'file', path: 'content/ruleset/core/posts.md', content: null },
      { verb: 'repeal-rule', rule: 'Rum' },
      { verb: 'set', path: 'game.terms.player', value: 'Pirate' },
      { verb: 'set', path: 'game.turn', value: 1 },
    ] as readonly MatterChange[],
    facts,
  );
  expect(
    enactment.ruleset.map(({ type, path, facts: given }: Loose) => [type, path ?? '', given?.power ?? 0]),
  ).toEqual([
    ['add-rule', '', 3],
    ['edit-rule', 'dynastic/lamps', 0],
    ['write-file', 'dynastic/votes.ts', 0],
    ['write-file', 'core/posts.md', 0],
    ['repeal-rule', 'special-case/rum', 0],
    ['set-terms', '', 0],
    ['set-facts', 'dynastic/lamps', 3],
    ['set-facts', 'dynastic/votes', 3],
  ]);
});
