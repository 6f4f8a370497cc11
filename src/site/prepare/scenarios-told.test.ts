// The rules that each scenario is about, and the results of those that were run.
/* oxlint-disable unicorn/no-thenable -- a key of the format, and no promise */
import { expect, test } from 'vitest';

import { PLAIN_TERMS } from '../../kernel/manifest.ts';
import { IN_ENGLISH } from '../../language/wording.ts';
import { readRuleset } from '../../ruleset/read.ts';
import {
  collectOwnScenarios,
  collectScenarios,
  readForRules,
  type ScenarioSource,
} from './collect-scenarios.ts';
import { RenderedCache } from './rendered-cache.ts';

const inFile = (title: string, text = 'So it is.'): string =>
  `---\ntitle: ${title}\norder: 10\n---\n${text}\n`;
const FILES = new Map([
  ['core/votes.md', inFile('Votes')],
  ['core/votes.ts', 'export default 1;'],
  ['core/dice.md', inFile('Dice')],
  ['dynastic/deep-well.md', inFile('Deep Well')],
  ['dynastic/oil.md', inFile('Oil')],
]);
const { rules } = readRuleset(FILES, PLAIN_TERMS).manifest;
const model = {
  actions: { dig: { rule: 'dynastic/deep-well' }, roll: { rule: 'core/dice' }, gone: { rule: 'core/gone' } },
  submissions: { bid: { rule: 'dynastic/oil' } },
  fields: { player: { oil: { rule: 'dynastic/oil' }, name: { rule: 'core/votes' } } },
  collections: { wells: { rule: 'dynastic/deep-well' } },
  kinds: { proposal: { rule: 'core/votes' }, story: { rule: 'core/dice' } },
} as unknown as ScenarioSource['model'];
const scenario = (steps: readonly object[] = [], more: object = {}): string =>
  JSON.stringify({
    title: 'Something happens',
    rules: { core: 'club' },
    start: '2026-03-02T09:00:00Z',
    players: { ana: {} },
    steps,
    ...more,
  });
const about = (
  steps: readonly object[],
  more: object = {},
  file = 'club/scenarios/any.yml',
): readonly string[] => readForRules(file, scenario(steps, more), { rules, model }).rules;
const propose = (changes: object): object => ({ by: 'ana', propose: { title: 'P', changes } });

test.each<[string, readonly string[], readonly string[]]>([
  [
    'its actions',
    about([
      { by: 'ana', act: 'dig' },
      { by: 'ana', act: 'dig' },
      { by: 'ana', act: 'gone' },
    ]),
    ['dynastic/deep-well'],
  ],
  ['what is sent sealed', about([{ by: 'ana', seal: 'bid' }]), ['dynastic/oil']],
  ['its file', about([], {}, 'club/scenarios/deep-well.yml'), ['dynastic/deep-well']],
  ['the beginning of its file', about([], {}, 'club/scenarios/oil-burns.yml'), ['dynastic/oil']],
  ['its file in the singular', about([], {}, 'club/scenarios/vote.yml'), ['core/votes']],
  ['its file, if another word begins alike', about([], {}, 'club/scenarios/oily.yml'), []],
  [
    'its title, if that has several words',
    about([], { title: 'The DEEP well dries' }),
    ['dynastic/deep-well'],
  ],
  ['its title, if that is an everyday word', about([], { title: 'The oil dries' }), []],
  [
    'a rule that it edits',
    about([propose({ 'edit-rule': { rule: 'Oil', replace: 'a', with: 'b' } })]),
    ['dynastic/oil'],
  ],
  ['a file that it writes', about([propose({ 'content/ruleset/core/dice.md': 'x' })]), ['core/dice']],
  [
    'what it expects of players',
    about([], { then: { players: { ana: { oil: 3, tar: 1 } } } }),
    ['dynastic/oil'],
  ],
  [
    'what it expects on the way',
    about([{ by: 'ana', comment: { on: '1', text: 'x' }, then: { wells: { a: {} } } }]),
    ['dynastic/deep-well'],
  ],
  ['what it expects of nobody', about([], { then: { players: null, posts: {}, things: 3 } }), []],
  ['what it expects of somebody as a whole', about([], { then: { players: { ana: null, bo: 3 } } }), []],
  [
    'the kinds of its posts, if there is nothing else',
    about([{ by: 'ana', propose: { title: 'P' } }]),
    ['core/votes'],
  ],
  ['the kind that it names', about([{ by: 'ana', propose: { title: 'P', kind: 'story' } }]), ['core/dice']],
  [
    'the kinds of its posts, if there is more',
    about([
      { by: 'ana', propose: { title: 'P' } },
      { by: 'ana', act: 'roll' },
    ]),
    ['core/dice'],
  ],
])('a scenario is about the rules of %s', (_, found, paths) => {
  expect(found).toEqual(paths);
});

const LIBRARY = new Map([
  ...[...FILES].map(
    ([path, text]) => [path.startsWith('core/') ? `core/club/${path}` : `pack/${path}`, text] as const,
  ),
  ['core/club/scenarios/dice.yml', scenario([], { title: 'B: dice' })],
  ['core/club/scenarios/votes.yml', scenario([], { title: 'A: votes' })],
  ['core/other/scenarios/dice.yml', scenario([], { title: 'Other' })],
  ['core/club/scenarios/deep/dice.yml', scenario([], { title: 'Deep' })],
  ['pack/scenarios/oil.yml', scenario([], { title: 'C: oil' })],
  ['pack/scenarios/readme.md', 'x'],
]);
type Run = NonNullable<ScenarioSource['run']>;
const collected = async (given: Partial<ScenarioSource> = {}, rendered = new RenderedCache()) => {
  const ran: string[] = [];
  const run: Run = (some) => {
    ran.push(...some.map(([file]) => file));
    return Promise.resolve(some.map(() => ({ state: 'fails', why: 'it differs' }) as const));
  };
  const source = {
    library: LIBRARY,
    core: 'club',
    pack: 'pack',
    rules,
    files: FILES,
    model,
    engine: '1',
    run,
    ...given,
  };
  const all = await collectScenarios(source, rendered);
  return { ran, said: all.map(({ title, state, why }) => [title, state, why]) };
};
const [A, B, C] = ['A: votes', 'B: dice', 'C: oil'];

test.each<[string, Partial<ScenarioSource>, readonly (readonly [string, string])[], readonly string[]]>([
  [
    'nothing differs',
    {},
    [
      [A, 'holds'],
      [B, 'holds'],
      [C, 'holds'],
    ],
    [],
  ],
  [
    'there is no pack',
    { pack: null, rules: rules.filter(({ section }) => section === 'core') },
    [
      [A, 'holds'],
      [B, 'holds'],
    ],
    [],
  ],
  [
    'a text differs',
    { files: new Map(FILES).set('core/dice.md', 'x') },
    [
      [A, 'holds'],
      [B, 'fails'],
      [C, 'holds'],
    ],
    ['core/club/scenarios/dice.yml'],
  ],
  [
    'a clause differs',
    { files: new Map(FILES).set('core/votes.ts', 'x') },
    [
      [A, 'fails'],
      [B, 'holds'],
      [C, 'holds'],
    ],
    ['core/club/scenarios/votes.yml'],
  ],
  [
    'a rule of the dynasty differs',
    { files: new Map(FILES).set('dynastic/oil.md', 'x') },
    [
      [A, 'holds'],
      [B, 'holds'],
      [C, 'fails'],
    ],
    ['pack/scenarios/oil.yml'],
  ],
  [
    'a file of no rule differs',
    { files: new Map(FILES).set('core/dice.ts', 'x') },
    [
      [A, 'holds'],
      [B, 'holds'],
      [C, 'holds'],
    ],
    [],
  ],
])('runs only the scenarios whose rules are changed if %s', async (_, given, states, files) => {
  const { ran, said } = await collected(given);
  expect(said).toEqual(
    states.map(([title, state]) => [title, state, state === 'fails' ? 'it differs' : null]),
  );
  expect(ran).toEqual(files);
});

test('caches what was run, and leaves waiting what couldn’t be run', async () => {
  const rendered = new RenderedCache();
  const files = new Map(FILES).set('core/dice.md', 'x');
  const waiting = await collected({ files, run: () => Promise.resolve([]) }, rendered);
  expect(waiting.said[1]).toEqual([B, 'not-run', null]);
  const again = new RenderedCache();
  expect((await collected({ files }, again)).ran).toHaveLength(1);
  const known = await collected({ files }, again);
  expect([known.ran, known.said[1]]).toEqual([[], [B, 'fails', 'it differs']]);
  expect((await collected({ files, engine: '2' }, again)).ran).toHaveLength(1);
  expect((await collected({ files, run: null }, again)).said).toEqual(known.said);
});

test('of many scenarios, runs at most sixty at once', async () => {
  const many = Array.from(
    { length: 70 },
    (_, n) => [`core/club/scenarios/dice-${n}.yml`, scenario([], { title: `N ${n}` })] as const,
  );
  const library = new Map([...LIBRARY, ...many]);
  const rendered = new RenderedCache();
  const given = { library, files: new Map(FILES).set('core/dice.md', 'x') };
  expect((await collected(given, rendered)).ran).toHaveLength(60);
  expect((await collected(given, rendered)).ran).toHaveLength(11);
});

test('runs scenarios among the rules under those rules, and says why one can’t be read', async () => {
  const files = new Map([
    ...FILES,
    ['core/dice.scenario.yml', scenario([{ by: 'ana', act: 'roll' }], { title: 'Rolled' })],
    ['dynastic/oil.scenario.yml', 'title: Oil'],
  ]);
  const asked: (readonly string[])[] = [];
  const run: Run = (some) => {
    asked.push(some.map(([path]) => path));
    return Promise.resolve(some.map(() => ({ state: 'holds', why: null }) as const));
  };
  const source = { rules, files, model, engine: '1', terms: PLAIN_TERMS, wording: IN_ENGLISH };
  const rendered = new RenderedCache();
  const [unread] = await collectOwnScenarios({ ...source, run: null }, rendered);
  expect(unread).toMatchObject({ title: 'Rolled', state: 'not-run', why: null });
  const [rolled, oil] = await collectOwnScenarios({ ...source, run }, rendered);
  expect(rolled).toMatchObject({
    file: 'content/ruleset/core/dice.scenario.yml',
    title: 'Rolled',
    rules: ['core/dice'],
    state: 'holds',
    why: null,
  });
  expect(JSON.stringify(rolled?.inWords)).toMatch(/roll/iu);
  expect(oil).toMatchObject({
    file: 'content/ruleset/dynastic/oil.scenario.yml',
    title: 'dynastic/oil.scenario.yml',
    rules: ['dynastic/oil'],
    state: 'fails',
  });
  expect(oil?.why).toContain('steps: it is missing');
  await collectOwnScenarios({ ...source, run }, rendered);
  expect(asked).toEqual([['core/dice.scenario.yml', 'dynastic/oil.scenario.yml']]);
  expect(await collectOwnScenarios({ ...source, files: FILES, run }, rendered)).toEqual([]);
});
