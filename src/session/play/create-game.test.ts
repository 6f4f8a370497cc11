// A new game's files, as it was wished for.
import { expect, test } from 'vitest';
import { parse } from 'yaml';

import type { ModelDescription } from '../../kernel/describe-model.ts';
import { kernelCaches as caches, onKernel } from '../../scenario/on-kernel/fixtures/runner.ts';
import { FORMAT, FORMAT_FILE } from '../../store/formats/migrations.ts';
import { shippedLibrary as library } from '../../store/fixtures/shipped-library.ts';
import { GAME_FILE, SITE_FILE } from '../../store/paths.ts';
import { readGame } from '../../store/read-game.ts';
import { createGame, headOf, type NewGame } from './create-game.ts';
import { rulesThatAreMissing } from './must-have.ts';
import { versionOfClauses } from './ruleset-sources.ts';
import { GOES_ON, sayLocks, whyNotOn } from './say-rehearsal.ts';

const AT = '2024-03-01T09:00:00Z';
const WISH: NewGame = {
  name: 'Harbour',
  core: '2021',
  dynasty: 'proving',
  players: [
    { id: 'ana', admin: true, emperor: true, account: 'ana-9' },
    { id: 'bo', name: 'Bo the Second', admin: false },
  ],
  at: AT,
};
const created = async (more: Partial<NewGame> = {}) => {
  const { files } = await createGame(library, { ...WISH, ...more }, caches, onKernel);
  return {
    files,
    ...readGame(files),
    game: parse(files.get(GAME_FILE) ?? '') as Readonly<Record<string, unknown>>,
  };
};

test('a new game has its name, its people and its rules, and begins now', async () => {
  const { files, game, state, facts, problems } = await created();
  expect(problems).toEqual([]);
  expect(game).toMatchObject({
    name: 'Harbour',
    forge: { kind: 'local' },
    admins: ['ana'],
    core: '2021',
    pack: 'proving',
    resolution: 'automatic',
    dice: { source: 'committed' },
  });
  expect(Object.keys(game)).not.toContain('practice');
  expect(state?.players).toMatchObject({
    ana: { name: 'ana', admin: true, state: 'active', joined: '2024-02-23T09:00:00Z', 'last-active': AT },
    bo: { name: 'Bo the Second', admin: false },
  });
  expect(state?.dynasty).toMatchObject({ number: 1, emperor: 'ana' });
  expect(facts).toMatchObject({
    clock: AT,
    people: { 'ana-9': 'ana' },
    dynasty: { number: 1, at: AT, line: 0 },
    seeds: [],
  });
  expect(files.get(FORMAT_FILE)).toBe(`{"format":${FORMAT}}\n`);
  expect(files.has('content/dynasties/1/first.json')).toBe(true);
  expect(files.has(SITE_FILE)).toBe(false);
});

test('a new game has every option that was asked for', async () => {
  const terms = { player: 'Guest', players: 'Guests', emperor: 'Host', emperors: 'Hosts' };
  const {
    files,
    game,
    terms: own,
    state,
    facts,
  } = await created({
    forge: { kind: 'github' },
    dice: { source: 'drand' },
    resolution: 'by-admin',
    practice: true,
    secret: 'sha256:x',
    terms,
    given: { 'players.bo.pips': 9 },
    site: 'title: Quay\n',
    ruleset: new Map([['dynastic/oil.md', '---\ntitle: Oil\norder: 1\n---\nIt burns.\n']]),
  });
  expect(game).toMatchObject({
    forge: { kind: 'github' },
    dice: { source: 'drand' },
    resolution: 'by-admin',
    practice: true,
  });
  expect(own).toMatchObject(terms);
  expect(state?.players['bo']).toMatchObject({ pips: 9 });
  expect(facts.seeds).toMatchObject([{ hash: 'sha256:x', by: 'ana', dynasty: 1, line: 0, at: AT }]);
  expect(files.get(SITE_FILE)).toBe('title: Quay\n');
  expect(files.has('content/ruleset/dynastic/oil.md')).toBe(true);
});

test('the rules of a new game hear that it begins', async () => {
  const { state } = await created({
    ruleset: new Map([
      ['dynastic/oil.md', '---\ntitle: Oil\norder: 1\n---\nIt burns.\n'],
      [
        'dynastic/oil.ts',
        `import { integer, rule } from 'gitnomic/rules';
export default rule(() => ({
  game: { oil: integer() },
  on: { 'game-begins'({ game }) { game.oil = 7; } },
}));
`,
      ],
    ]),
  });
  expect(state?.game['oil']).toBe(7);
});

test('choosing a language adds its texts and a line in site.yml', async () => {
  const { files } = await created({
    site: 'title: Quay\n',
    language: { tag: 'de', texts: 'Quorum: Mehrheit\n' },
  });
  expect(parse(files.get(SITE_FILE) ?? '')).toMatchObject({ title: 'Quay', language: 'de' });
  expect(files.get('content/languages/de.yml')).toBe('Quorum: Mehrheit\n');
});

test('a game has no leader, admin or pack unless one is named', async () => {
  const { dynasty: _, ...without } = WISH;
  const players = [{ id: 'ana' }];
  const { files } = await createGame(library, { ...without, players, secret: 'x' }, caches, onKernel);
  const { facts, state, game } = readGame(files);
  expect([game.admins, facts.people, facts.seeds[0]?.by]).toEqual([[], {}, null]);
  expect(state?.players['ana']).toMatchObject({ admin: false });
  expect(Object.keys(parse(files.get(GAME_FILE) ?? '') as object)).not.toContain('pack');
});

test('rejects an unknown dynasty, or a rule that the library already has', async () => {
  await expect(created({ dynasty: 'nowhere' })).rejects.toThrow('nowhere');
  const own = new Map([['core/players.md', '---\ntitle: Mine\n---\nMine.\n']]);
  await expect(created({ ruleset: own })).rejects.toThrow('The library has core/players.md too.');
});

test('says who leads before there is a game, and whether a leader is needed', async () => {
  const proving = { core: '2021', dynasty: 'proving' };
  expect(await headOf(library, proving, caches)).toEqual({ title: 'Emperor', isNeeded: false });
  const led = new Map(library)
    .set('proving/dynastic/lead.md', '---\ntitle: Lead\norder: 95\n---\nThe Emperor leads.\n')
    .set(
      'proving/dynastic/lead.ts',
      "import { action, rule } from 'gitnomic/rules';\nexport default rule(() => ({ actions: { lead: action({ by: 'emperor', effect() {} }) } }));\n",
    );
  expect(await headOf(led, proving, caches)).toEqual({ title: 'Emperor', isNeeded: true });
  expect(await headOf(library, { core: '2021', dynasty: 'nowhere' }, caches)).toMatchObject({
    isNeeded: false,
  });
});

const model = (hooks: readonly string[], votable = true): ModelDescription =>
  ({
    hooks: Object.fromEntries(hooks.map((hook) => [hook, ['core/x']])),
    kinds: { story: { votable: false }, ...(votable ? { proposal: { votable } } : {}) },
  }) as never;

test('names the missing rules without which nothing could be repaired', () => {
  const all = ['resolution-order', 'may-enact', 'votes-in'];
  expect(rulesThatAreMissing(model(all))).toEqual([]);
  expect(rulesThatAreMissing(model(all.slice(1)))).toEqual(['no rule says what is decided next']);
  expect(rulesThatAreMissing(model([], false))).toEqual([
    'no rule says what is decided next',
    'no rule lets anything pass',
    'no rule says how votes are cast',
    'no rule lets anything be voted on',
  ]);
  expect(
    rulesThatAreMissing({ ...model(all), hooks: { ...model(all).hooks, 'may-enact': [] } }),
  ).toHaveLength(1);
});

test('describes what a rehearsal found, and whether the game could go on', () => {
  expect([whyNotOn(GOES_ON), sayLocks(GOES_ON)]).toEqual([null, []]);
  expect(whyNotOn({ ...GOES_ON, stops: 'a', freezes: 'b' })).toBe('nothing could ever pass again: a');
  expect(whyNotOn({ ...GOES_ON, freezes: 'b' })).toBe('no rule could ever be changed again: b');
  expect(sayLocks({ ...GOES_ON, locks: ['repeal x'], untried: 'odd' })).toEqual([
    'from then on nobody could repeal x',
    'the test run did not work: odd',
  ]);
});

test('the version of clauses changes with any code, name or table, but not with other files or order', () => {
  const of = (files: Readonly<Record<string, string>>, tables?: Readonly<Record<string, string>>): string =>
    versionOfClauses(new Map(Object.entries(files)), tables && new Map(Object.entries(tables)));
  const one = of({ 'a.ts': '1', 'b.ts': '2', 'a.md': 'x' });
  expect(one).toMatch(/^[0-9a-f]{16}$/u);
  expect(of({ 'b.ts': '2', 'a.ts': '1', 'a.md': 'y' }, {})).toBe(one);
  const others = [
    of({ 'a.ts': '1' }),
    of({ 'a.ts': '1', 'b.ts': '3' }),
    of({ 'a.ts': '1', 'c.ts': '2' }),
    of({ 'a.ts': '1', 'b.ts': '2' }, { 'a.rows': 'z' }),
  ];
  expect(new Set([one, ...others]).size).toBe(5);
});
