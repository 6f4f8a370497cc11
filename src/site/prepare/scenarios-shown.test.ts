/* oxlint-disable unicorn/no-thenable -- a key of the format, and no promise */
// Which rules a scenario is about, and what pages say of it.
import { expect, test } from 'vitest';

import type { ModelDescription } from '../../kernel/describe-model.ts';
import { PLAIN_TERMS, type RuleEntry } from '../../kernel/manifest.ts';
import { IN_ENGLISH } from '../../language/wording.ts';
import { collectOwnScenarios, collectScenarios, readForRules } from './collect-scenarios.ts';
import { RenderedCache } from './rendered-cache.ts';
import type { ScenarioOutcome } from './run-scenarios.ts';

const rule = (path: string, title: string, plainTitle = title): RuleEntry =>
  ({ path, title, plainTitle, clause: null }) as unknown as RuleEntry;
const RULES = [
  rule('dynastic/hats', 'Hats'),
  rule('dynastic/oil', '[Core] Oil', 'Oil'),
  rule('dynastic/high-tea', 'High Tea'),
  rule('core/votes', 'Votes'),
  rule('core/calls', 'Calls'),
];
const in_ = (of: string) => ({ rule: of });
const MODEL = {
  actions: { doff: in_('dynastic/hats'), rule: in_('not/there') },
  submissions: { bid: in_('dynastic/oil') },
  fields: { player: { hat: in_('dynastic/hats'), oil: in_('dynastic/oil') } },
  collections: { cups: in_('dynastic/high-tea') },
  kinds: { proposal: in_('core/votes'), cfj: in_('core/calls'), tale: in_('dynastic/hats') },
} as unknown as ModelDescription;
const scenario = (more: object): string =>
  JSON.stringify({
    title: 'Something happens',
    start: '2026-03-02T09:00:00Z',
    players: { ana: {} },
    steps: [],
    ...more,
  });
const by = (step: object): object => ({ steps: [{ by: 'ana', ...step }] });

test.each<[string, string, object, readonly string[]]>([
  ['takes their action', 'x', by({ act: 'doff' }), ['dynastic/hats']],
  ['seals what they ask for', 'x', by({ seal: 'bid' }), ['dynastic/oil']],
  ['takes an action of a rule that is gone', 'x', by({ act: 'rule' }), []],
  ['takes an action that is gone', 'x', by({ act: 'fly' }), []],
  ['is in a file of their name', 'hats', {}, ['dynastic/hats']],
  ['is in a file that begins with their name', 'high-tea-late', {}, ['dynastic/high-tea']],
  ['is in a file of their name for one', 'hat', {}, ['dynastic/hats']],
  ['is in a file with another beginning', 'hatstand', {}, []],
  [
    'has their name of several words in its title',
    'x',
    { title: 'A HIGH TEA for two' },
    ['dynastic/high-tea'],
  ],
  ['has an everyday word in its title', 'x', { title: 'Oil and hats' }, []],
  [
    'edits them by their title',
    'x',
    by({
      propose: { title: 'P', changes: { 'edit-rule': { rule: '[Core] Oil', replace: 'a', with: 'b' } } },
    }),
    ['dynastic/oil'],
  ],
  [
    'edits them by their plain title',
    'x',
    by({ cfj: { title: 'P', changes: { 'edit-rule': { rule: 'Oil', replace: 'a', with: 'b' } } } }),
    ['dynastic/oil'],
  ],
  [
    'changes their file',
    'x',
    by({ propose: { title: 'P', changes: { 'content/ruleset/dynastic/hats.md': 'x' } } }),
    ['dynastic/hats'],
  ],
  ['expects their things', 'x', { then: { cups: { a: {} } } }, ['dynastic/high-tea']],
  [
    'expects their values of players',
    'x',
    { then: { players: { ana: { oil: 3, hat: 'blue' } } } },
    ['dynastic/oil', 'dynastic/hats'],
  ],
  [
    'expects their values after a step',
    'x',
    { steps: [{ at: '+1h', then: { players: { ana: { oil: 3 } } } }] },
    ['dynastic/oil'],
  ],
  ['expects what no rule defines', 'x', { then: { players: { ana: { wings: 2 } }, moon: 'full' } }, []],
  ['expects nobody to be there', 'x', { then: { players: { ana: null } } }, []],
  ['counts players', 'x', { then: { players: 3 } }, []],
  ['names nothing, and proposes', 'x', by({ propose: { title: 'P' } }), ['core/votes']],
  [
    'names nothing, and posts another kind',
    'x',
    by({ propose: { title: 'P', kind: 'tale' } }),
    ['dynastic/hats'],
  ],
  [
    'names nothing, and calls for judgement',
    'x',
    {
      steps: [
        { by: 'ana', cfj: { title: 'P' } },
        { by: 'ana', cfj: { title: 'Q' } },
      ],
    },
    ['core/calls'],
  ],
  ['names something, and proposes', 'hats', by({ propose: { title: 'P' } }), ['dynastic/hats']],
])('finds the rules for a scenario that %s', (_, name, more, about) => {
  const read = readForRules(`club/scenarios/${name}.yml`, scenario(more), { rules: RULES, model: MODEL });
  expect(read).toEqual({
    file: `club/scenarios/${name}.yml`,
    title: (more as { title?: string }).title ?? 'Something happens',
    rules: about,
  });
});

const PATH = 'dynastic/hats.first.scenario.yml';
const OTHER = 'dynastic/hats.second.scenario.yml';

function ownWith(
  files: Record<string, string>,
  outcomes: readonly ScenarioOutcome[] | null,
  rendered = new RenderedCache(),
) {
  const asked: string[][] = [];
  const run = (given: readonly (readonly [string, string])[]) => {
    asked.push(given.map(([path]) => path));
    return Promise.resolve(outcomes ?? []);
  };
  const source = { rules: RULES, model: MODEL, engine: '1', terms: PLAIN_TERMS, wording: IN_ENGLISH };
  const all = new Map(Object.entries({ 'dynastic/hats.md': 'x', ...files }));
  const made = collectOwnScenarios({ ...source, files: all, run: outcomes === null ? null : run }, rendered);
  return made.then((shown) => ({ shown, asked }));
}
const FAILS: ScenarioOutcome = { state: 'fails', why: 'step 1: no' };
const HOLDS: ScenarioOutcome = { state: 'holds-now', why: null };

test('a game without scenarios of its own runs none', async () => {
  expect(await ownWith({}, [])).toEqual({ shown: [], asked: [] });
});

test('shows a scenario beside the rules step by step with its outcome, and runs it once', async () => {
  const rendered = new RenderedCache();
  const files = { [PATH]: scenario(by({ act: 'doff' })), [OTHER]: scenario({}) };
  const { shown, asked } = await ownWith(files, [HOLDS, FAILS], rendered);
  expect(asked).toEqual([[PATH, OTHER]]);
  expect(shown).toMatchObject([
    { file: `content/ruleset/${PATH}`, title: 'Something happens', rules: ['dynastic/hats'], ...HOLDS },
    { file: `content/ruleset/${OTHER}`, ...FAILS },
  ]);
  expect(JSON.stringify(shown[0]?.inWords)).toContain('ana');
  const again = await ownWith(files, [], rendered);
  expect([again.asked, again.shown]).toEqual([[], shown]);
  // Under other rules it is run again.
  const changed = await ownWith({ ...files, 'dynastic/oil.md': 'y' }, [HOLDS, HOLDS], rendered);
  expect(changed.asked).toHaveLength(1);
});

test('shows scenarios as not run if nothing runs them or no outcome comes', async () => {
  const files = { [PATH]: scenario({}), [OTHER]: scenario({}) };
  const waiting = { state: 'not-run', why: null };
  expect((await ownWith(files, null)).shown).toMatchObject([waiting, waiting]);
  expect((await ownWith(files, [HOLDS])).shown).toMatchObject([HOLDS, waiting]);
});

test('an unreadable scenario fails at the rule beside it, and says why', async () => {
  const { shown } = await ownWith({ [PATH]: '{"title": "Hats"}' }, [HOLDS]);
  expect(shown).toMatchObject([
    { file: `content/ruleset/${PATH}`, title: PATH, rules: ['dynastic/hats'], state: 'fails' },
  ]);
  expect(shown[0]?.why).toMatch(/start|players|steps/u);
});

test('shows a library’s scenarios of the core and the pack, sorted by title', async () => {
  const library = new Map([
    ['core/club/scenarios/b.yml', scenario({ title: 'B' })],
    ['core/club/scenarios/deep/c.yml', scenario({ title: 'C' })],
    ['core/club/scenarios/c.md', 'no scenario'],
    ['core/other/scenarios/d.yml', scenario({ title: 'D' })],
    ['winter/scenarios/a.yml', scenario({ title: 'A' })],
    ['summer/scenarios/e.yml', scenario({ title: 'E' })],
  ]);
  const source = {
    library,
    core: 'club',
    rules: [],
    files: new Map<string, string>(),
    model: MODEL,
    engine: '1',
  };
  const run = () => Promise.resolve([]);
  const titles = async (pack: string | null) =>
    (await collectScenarios({ ...source, pack, run }, new RenderedCache())).map(({ title }) => title);
  expect(await titles('winter')).toEqual(['A', 'B']);
  expect(await titles(null)).toEqual(['B']);
});

test('a scenario of a rule that the game changed has no result until it’s run', async () => {
  const library = new Map([
    ['core/club/core/hats.md', 'Hats.'],
    ['core/club/core/hats.ts', 'one'],
    ['core/club/scenarios/hats.yml', scenario({ title: 'Hats' })],
  ]);
  const hats: RuleEntry = { ...rule('core/hats', 'Hats'), clause: 'core/hats.ts' };
  const shown = async (files: Record<string, string>, outcome?: ScenarioOutcome, of = hats) => {
    const under: ReadonlyMap<string, string>[] = [];
    const run = (all: readonly unknown[], now: ReadonlyMap<string, string>) => {
      if (all.length > 0) under.push(now);
      return Promise.resolve(outcome === undefined ? [] : [outcome]);
    };
    const source = { library, core: 'club', pack: null, rules: [of], model: MODEL, engine: '1', run };
    const [one] = await collectScenarios(
      { ...source, files: new Map(Object.entries(files)) },
      new RenderedCache(),
    );
    return { state: one?.state, why: one?.why, under };
  };
  const same = { 'core/hats.md': 'Hats.', 'core/hats.ts': 'one' };
  expect(await shown(same)).toEqual({ state: 'holds', why: null, under: [] });
  expect(await shown({ ...same, 'core/hats.ts': 'two' }, FAILS)).toMatchObject({
    ...FAILS,
    under: [expect.any(Map)],
  });
  expect(await shown({ ...same, 'core/hats.md': 'Caps.' }, HOLDS)).toMatchObject(HOLDS);
  expect(await shown({ ...same, 'core/hats.md': 'Caps.' })).toMatchObject({ state: 'not-run', why: null });
  // A rule without a clause is what its text is.
  expect(await shown({ ...same, 'core/hats.ts': 'two' }, FAILS, { ...hats, clause: null })).toMatchObject({
    state: 'holds',
  });
  // A dynasty without a pack made its rules itself, so no library knows them.
  const own = { ...hats, path: 'dynastic/hats', clause: null };
  expect(await shown({ 'dynastic/hats.md': 'Hats.' }, HOLDS, own)).toMatchObject(HOLDS);
});
