import { beforeAll, describe, expect, test } from 'vitest';
import { caches } from '../../cache/fixtures/shared-caches.ts';
import { createGame } from '../../session/play/create-game.ts';
import { shippedLibrary } from '../../store/fixtures/shipped-library.ts';
import { lintGame, type Found } from './lint-game.ts';
import type { LintFinding } from './lint-rules.ts';

/** A flawless game, into which each test puts one fault. */
let sound: ReadonlyMap<string, string>;

beforeAll(async () => {
  const players = ['ana', 'bo', 'cy', 'dee', 'eli'].map((id) => ({ id, admin: id === 'ana' }));
  const wish = { name: 'Harbour', core: '2021', dynasty: 'proving', players, at: '2024-03-01T09:00:00Z' };
  ({ files: sound } = await createGame(shippedLibrary, wish, caches));
});

const RULE = 'content/ruleset/dynastic/lamps';
const TEXT = '---\ntitle: Lamps\norder: 90\n---\nA Player has [3](#value:oil) Oil. Zeal is for the keen.\n';

/** The flawless game with a rule about lamps. `body` begins on line 4 of its definition. */
function withClause(body: string, text = TEXT): Map<string, string> {
  const clause = `import { action, integer, player, rule, text, thing } from 'gitnomic/rules';\nvoid [action, integer, player, text, thing];\nexport default rule((g) => ({\n${body}\n}));\nexport type Unused = typeof rule;\n`;
  return new Map([...sound, [`${RULE}.md`, text], [`${RULE}.ts`, clause]]);
}

function changed(path: string, replace: string, by: string): Map<string, string> {
  const before = sound.get(path) ?? '';
  expect(before).toContain(replace);
  return new Map(sound).set(path, before.replace(replace, by));
}

const said = ({ problems }: Found): unknown => problems.map(({ code, where }: LintFinding) => [code, where]);

/** What another rule of this game, which was repealed by vote, once defined, asked and sent. */
const BELLS =
  "export default rule((g) => ({ player: { tolled: integer() }, views: { peal: derive({}) }, on: { enacted: () => g.emit('bell-rings', g.hook('may-toll')) } }));";

test('describes what a repealed rule alone defined, asked or sent, and doesn’t call it a problem', async () => {
  const files = withClause(
    "player: { oil: integer() },\nhooks: { 'may-toll': () => true },\nviews: { peal: () => 1 } as never,\non: { 'bell-rings'() {} } as never,\nactions: { light: action({ title: 'Light', check: ({ actor, refuse }) => { if (actor.tolled > 0) refuse('it is loud'); } }) },",
  );
  const codes = (found: Found): readonly string[] => found.problems.map(({ code }) => code).toSorted();
  expect(codes(await lintGame(files, caches))).toEqual([
    'clause-types',
    'event-untold',
    'hook-unasked',
    'view-undefined',
  ]);
  const change = { verb: 'file', path: 'content/ruleset/dynastic/bells.ts', content: null, base: BELLS };
  const post = 'content/posts/2024-03/no-bells';
  files.set(
    `${post}.md`,
    "---\nid: '1'\nkind: proposal\ntitle: No bells\nauthor: ana\nposted: 2024-03-01T09:00:00Z\norder: 1\nstatus: enacted\nresolved: 2024-03-01T09:00:00Z\n---\nPlease.\n",
  );
  const found = await lintGame(files.set(`${post}.json`, JSON.stringify({ changes: [change] })), caches);
  expect(found.problems).toEqual([]);
  expect(found.notes.map(({ what }) => what)).toContain(
    'Nothing under “Lamps” works any more that needs “tolled”, which no rule defines.',
  );
});

test('finds no problems and no notes in a sound game', async () => {
  expect(await lintGame(sound, caches)).toEqual({ problems: [], notes: [] });
});

describe('reports one planted fault with its file and line', () => {
  test('front matter that breaks its schema, all problems at once', async () => {
    const found = await lintGame(withClause('', '---\ntitel: Lamps\norder: soon\n---\nLamps.\n'), caches);
    expect(said(found)).toEqual([
      ['key-missing', `${RULE}.md:1`],
      ['bad-value', `${RULE}.md:3`],
      ['unknown-key', `${RULE}.md:2`],
    ]);
    expect(found.problems[2]).toMatchObject({
      what: expect.stringContaining('did you mean "title"') as string,
    });
    expect(found.problems.every(({ expected, next }) => expected !== undefined && next !== undefined)).toBe(
      true,
    );
  });

  test.each([
    [
      'a slip of syntax',
      'player: { oil: integer({ start: 3 } },',
      4,
      "is not TypeScript that can be read: Expected ',', got '}'",
    ],
    [
      'an import of a name that there isn’t',
      "}));\nimport { integr } from 'gitnomic/rules';\nvoid (({",
      5,
      '"gitnomic/rules" exports no "integr"; did you mean "integer"?',
    ],
    [
      'a definition that throws',
      "player: (() => {\n  throw new Error('no oil');\n})(),",
      5,
      'fails while loading: no oil',
    ],
    ['a module that throws', "}));\nthrow new Error('no oil');\nvoid (({", 5, 'no oil'],
  ])('%s that keeps the rules from loading', async (_, body, line, what) => {
    const { problems } = await lintGame(withClause(body), caches);
    expect(problems).toEqual([{ code: 'unplayable', where: `${RULE}.ts:${line}`, what }]);
  });

  test('a view that fails', async () => {
    const body =
      "views: { lit: { of: 'player', returns: integer(), value() {\n  throw new Error('no wick');\n} } as never },";
    const { problems } = await lintGame(withClause(body), caches);
    expect(problems).toContainEqual({
      code: 'view-fails',
      where: `${RULE}.ts:4`,
      what: 'lit of ana is not shown: the code of Lamps fails in its view "lit": no wick at dynastic/lamps.ts:5.',
    });
  });

  test('a missing live value, where an effect reads it', async () => {
    const found = await lintGame(
      withClause(
        "actions: { light: action({ title: 'Light', effect({ actor, value }) {\n  actor.gain('pips', value('oli'));\n} }) },",
      ),
      caches,
    );
    expect(found.problems).toEqual([
      {
        code: 'no-value',
        where: `${RULE}.ts:5`,
        what: 'dynastic/lamps.md: there is no live value "oli" in the text; did you mean "oil"?',
        next: 'Did you mean "oil"? Else give the text a link such as [48](#value:oli).',
      },
    ]);
  });

  test('missing words, lists and tables, where an effect reads them', async () => {
    const found = await lintGame(
      withClause(
        "actions: { light: action({ title: 'Light', effect() {\n  g.words('name');\n  g.list('lords');\n  g.table('features', { id: text() });\n} }) },",
      ),
      caches,
    );
    expect(said(found)).toEqual([
      ['no-value', `${RULE}.ts:5`],
      ['no-list', `${RULE}.ts:6`],
      ['no-table', `${RULE}.ts:7`],
    ]);
  });

  test('a table that lacks a column asked for', async () => {
    const table = `${TEXT}\nThe [Features](#table:features) are:\n\n| id | light |\n| -- | ----- |\n| a  | 1     |\n`;
    const found = await lintGame(
      withClause(
        "actions: { light: action({ title: 'Light', effect() {\n  g.table('features', { id: text(), dark: text() });\n} }) },",
        table,
      ),
      caches,
    );
    expect(said(found)).toEqual([['no-column', `${RULE}.md:9`]]);
    expect(found.problems[0]?.what).toContain('must have a column "dark"');
  });

  test('a live value that is missing while the rule loads, once', async () => {
    const found = await lintGame(withClause("player: { oil: integer({ start: g.value('oli') }) },"), caches);
    expect(said(found)).toEqual([['no-value', `${RULE}.ts:4`]]);
  });

  test('words in the text instead of a number', async () => {
    const found = await lintGame(
      withClause(
        "actions: { light: action({ title: 'Light', cost: () => ({ pips: g.value('oil') }) }) },",
        TEXT.replace('[3]', '[many]'),
      ),
      caches,
    );
    expect(said(found)).toEqual([['not-a-number', `${RULE}.md:5`]]);
  });

  test('a live value that occurs twice in a text', async () => {
    const found = await lintGame(withClause('', `${TEXT}\nAnd [4](#value:oil) more.\n`), caches);
    expect(said(found)).toEqual([['name-twice', `${RULE}.md:7`]]);
  });

  test('a variable, a view and a collection that no rule defines', async () => {
    const found = await lintGame(
      withClause(
        "actions: { light: action({ title: 'Light', effect({ actor }) {\n  actor.oyl = 1;\n  g.view('quorom', 'players');\n  g.lanterns.all();\n} }) },",
      ),
      caches,
    );
    expect(said(found)).toEqual([5, 6, 7].map((line) => ['clause-types', `${RULE}.ts:${line}`]));
  });

  test('a helper that doesn’t exist', async () => {
    const files = withClause('');
    files.set(`${RULE}.ts`, `import { light } from './helpers/light.ts';\n${files.get(`${RULE}.ts`) ?? ''}`);
    const found = await lintGame(files, caches);
    expect(found.problems[0]).toMatchObject({ code: 'no-file', where: `${RULE}.ts:1` });
    expect(found.problems[0]?.what).toContain('dynastic/helpers/light.ts');
  });

  test('a clause that doesn’t load, since it throws or isn’t TypeScript', async () => {
    const thrown = await lintGame(
      withClause("player: (() => { throw new Error('out of oil'); })(),"),
      caches,
    );
    expect(thrown.problems[0]?.what).toContain('out of oil');
    expect(thrown.problems[0]?.where).toContain(`${RULE}.ts`);
    const broken = await lintGame(withClause('player: {,'), caches);
    expect(broken.problems[0]?.where).toContain(`${RULE}.ts`);
  });

  test('a hook that nobody asks, an event that nobody sends, and a hook that nobody answers', async () => {
    const found = await lintGame(
      withClause(
        "hooks: { 'may-enactt': (_: object, next: () => unknown) => next() },\non: {\n  enactedd() {} },\nviews: {},",
      ),
      caches,
    );
    expect(said(found)).toContainEqual(['hook-unasked', `${RULE}.ts:4`]);
    expect(said(found)).toContainEqual(['event-untold', `${RULE}.ts:6`]);
    const asking = await lintGame(
      withClause("actions: { light: action({ title: 'Light', effect() {\n  g.hook('may-lite');\n} }) },"),
      caches,
    );
    expect(said(asking)).toEqual([['clause-types', `${RULE}.ts:5`]]);
  });

  test('a variable that no text mentions, as a note', async () => {
    const found = await lintGame(withClause('player: {\n  wickLength: integer() },'), caches);
    expect(found.problems).toEqual([]);
    expect(found.notes.map(({ code, where }) => [code, where])).toEqual([
      ['orphan-variable', `${RULE}.ts:5`],
      ['unread', `${RULE}.md:5`],
    ]);
  });

  test('a stored value that the rules don’t allow, and one that nobody tracks', async () => {
    const path = 'content/gamestate/players/bo.md';
    const line = (files: ReadonlyMap<string, string>, key: string): number =>
      1 + (files.get(path) ?? '').split('\n').findIndex((one) => one.startsWith(key));
    const illegal = changed(path, 'pips: 3', 'pips: -3');
    expect(said(await lintGame(illegal, caches))).toEqual([
      ['illegal-value', `${path}:${line(illegal, 'pips')}`],
    ]);
    const untracked = changed(path, 'pips: 3', 'pips: 3\ncandles: 4');
    expect(said(await lintGame(untracked, caches))).toEqual([
      ['untracked', `${path}:${line(untracked, 'candles')}`],
    ]);
  });

  test('a reference to somebody who doesn’t exist', async () => {
    const found = await lintGame(
      changed('content/gamestate/dynasty.md', 'emperor: null', 'emperor: zed'),
      caches,
    );
    expect(found.problems[0]?.what).toContain('zed');
    expect(found.problems[0]?.where).toContain('content/gamestate/dynasty.md:');
  });

  test('the lack of rules that the game can’t do without', async () => {
    const files = new Map(sound);
    for (const [path, text] of sound)
      if (path.endsWith('.ts') && text.includes("'votes-in'")) files.delete(path);
    const found = await lintGame(files, caches);
    expect(found.problems).toContainEqual({
      code: 'rule-missing',
      what: 'The game could not go on: no rule says how votes are cast.',
    });
  });
});
