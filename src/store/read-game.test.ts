import { expect, test } from 'vitest';

import { PLAIN_TERMS } from '../kernel/manifest.ts';
import type { ModelDescription } from '../kernel/describe-model.ts';
import { emptyState, type State } from '../kernel/state.ts';
import { BOUNDS } from '../kernel/bounds.ts';
import { appendToLedger, readLedger } from './ledger-files.ts';
import type { RecordedLine } from './ledger-line.ts';
import { GAME_FILE, idOfFileName, isOfGame, isStyle } from './paths.ts';
import { adminsIn, adminsOf, isResolvedByHand, readGame } from './read-game.ts';
import { applyChanges, assertReadable, writeGame, type GameNow } from './write-game.ts';

const files = (more: Readonly<Record<string, string>> = {}): ReadonlyMap<string, string> =>
  new Map(Object.entries({ [GAME_FILE]: 'name: Harbour\n', ...more }));
const line = (n: number, at = '2024-03-01T09:00:00Z'): RecordedLine => ({
  n,
  at,
  by: 'bo',
  what: 'dig',
  draws: [],
  changes: [],
});
const rows = (...numbers: readonly number[]): string =>
  numbers.map((n) => `${JSON.stringify(line(n))}\n`).join('');

test('reports a folder without a game, or a game file that can’t be read', () => {
  const none = readGame(new Map());
  expect(none.problems).toEqual([expect.objectContaining({ code: 'no-game', file: GAME_FILE })]);
  expect([none.game, none.terms, none.state, none.ruleset.size]).toEqual([
    { name: 'A nomic' },
    PLAIN_TERMS,
    null,
    0,
  ]);
  expect(readGame(files()).problems).toEqual([]);
  expect(readGame(files()).game.name).toBe('Harbour');
  const broken = readGame(files({ [GAME_FILE]: 'name: [\n' }));
  expect([broken.game.name, broken.problems.length > 0]).toEqual(['A nomic', true]);
  const wrong = readGame(files({ [GAME_FILE]: 'name: 7\n' }));
  expect([wrong.game.name, wrong.problems.map(({ file }) => file)]).toEqual(['A nomic', [GAME_FILE]]);
  // An era may be a number with a zero behind it.
  expect(readGame(files({ [GAME_FILE]: 'name: X\ncore: 1.50\n' })).game.core).toBe('1.50');
});

test('a game has its own terms for player and emperor, or the plain ones', () => {
  expect(readGame(files()).terms).toEqual(PLAIN_TERMS);
  const named = files({ [GAME_FILE]: 'name: X\nterms: { player: Sailor, emperor: Admiral }\n' });
  expect(readGame(named).terms).toMatchObject({ player: 'Sailor', emperor: 'Admiral' });
});

test('reads the gamestate from its files, and one broken file doesn’t affect the others', () => {
  const at = (path: string): string => `content/gamestate/${path}.md`;
  const { state, problems } = readGame(
    files({
      [at('game')]: '---\nround: 2\n---\n',
      [at('dynasty')]: '---\nnumber: 1\n---\n',
      [at('else')]: '---\nlost: 1\n---\n',
      [at('players/ana')]: '---\nname: Ana\n---\n',
      [at('players/broken')]: '---\nname: [\n---\n',
      [at('huts/North Pier')]: '---\nsize: 3\n---\n',
      [at('huts/a%2Fb')]: '---\nsize: 4\n---\n',
      'content/gamestate/notes.txt': 'x',
    }),
  );
  expect(state).toMatchObject({ game: { round: 2 }, dynasty: { number: 1 }, emperor: {}, posts: {} });
  expect(state?.players).toEqual({ ana: { name: 'Ana' } });
  expect(state?.things['huts']).toEqual({ 'North Pier': { size: 3 }, 'a/b': { size: 4 } });
  expect(problems.map(({ file }) => file)).toEqual([at('players/broken')]);
  expect(readGame(files({ 'content/gamestate/notes.txt': 'x' })).state).toBeNull();
});

test.each(['constructor', 'toString', '__proto__'])(
  'reads things in a folder called %s without touching the built-in one',
  (folder) => {
    const { state } = readGame(files({ [`content/gamestate/${folder}/keys.md`]: '---\nsize: 5\n---\n' }));
    expect(Object.entries(state?.things ?? {})).toEqual([[folder, { keys: { size: 5 } }]]);
    expect([typeof Object.keys, Object.hasOwn(Object.prototype, 'keys')]).toEqual(['function', false]);
  },
);

test('Admins are the players marked so, or those in the game’s file before there are players', () => {
  const players = { ana: { admin: true }, bo: { admin: false }, cy: { admin: 'yes' }, dee: {} };
  expect(adminsIn({ players })).toEqual(['ana']);
  const game = { name: 'X', admins: ['zed'] };
  expect(adminsOf({ state: null, game })).toEqual(['zed']);
  expect(adminsOf({ state: null, game: { name: 'X' } })).toEqual([]);
  expect(adminsOf({ state: { ...emptyState(), players }, game })).toEqual(['ana']);
  const byHand = (resolution: 'by-admin' | 'automatic', of: object): boolean =>
    isResolvedByHand({ name: 'X', resolution }, () => ({ players: of }) as never);
  expect([
    byHand('by-admin', players),
    byHand('by-admin', { bo: {} }),
    byHand('automatic', players),
    isResolvedByHand({ name: 'X' }, () => ({ players })),
  ]).toEqual([true, false, false, false]);
});

test('counts ledger lines across files, and reports each that isn’t the next', () => {
  const read = (of: Readonly<Record<string, string>>, archived = 0) => {
    const { lines, problems } = readLedger(new Map(Object.entries(of)), archived);
    return [
      lines.map(({ n }) => n),
      problems.map(({ file, line: at, expected }) => [file.slice('content/ledger/'.length), at, expected]),
    ];
  };
  const month = 'content/ledger/2024-03.jsonl';
  const next = 'content/ledger/2024-04.jsonl';
  expect(
    read({ [next]: rows(2), [month]: rows(0, 1), 'content/ledger/notes.md': 'x', 'x/2024.jsonl': rows(9) }),
  ).toEqual([[0, 1, 2], []]);
  expect(read({ [month]: rows(5, 6) }, 5)).toEqual([[5, 6], []]);
  expect(read({ [month]: `${rows(0)}{\n${rows(1)}` })).toEqual([
    [0, 1],
    [['2024-03.jsonl', 2, 'line number 1 as the engine wrote it']],
  ]);
  expect(read({ [month]: rows(0, 0, 2, 1) })).toEqual([
    [0, 1],
    [
      ['2024-03.jsonl', 2, 'line number 1 as the engine wrote it'],
      ['2024-03.jsonl', 3, 'line number 1 as the engine wrote it'],
    ],
  ]);
  expect(read({ [month]: rows(1) }, 0)[1]).toEqual([
    ['2024-03.jsonl', 1, 'line number 0 as the engine wrote it'],
  ]);
});

test('appends new lines to the newest file, or starts another for a later month or when it’s full', () => {
  const grown = (of: Readonly<Record<string, string>>, ...added: readonly RecordedLine[]) =>
    [...appendToLedger(new Map(Object.entries(of)), added)].map(([path, text]) => [
      path.slice('content/ledger/'.length),
      text.split('\n').length - 1,
    ]);
  const march = 'content/ledger/2024-03.jsonl';
  expect(grown({}, line(0), line(1), line(2, '2024-04-01T00:00:00Z'))).toEqual([
    ['2024-03.jsonl', 2],
    ['2024-04.jsonl', 1],
  ]);
  expect(grown({ [march]: rows(0) }, line(1))).toEqual([['2024-03.jsonl', 2]]);
  // The clock may have gone back.
  expect(grown({ [march]: rows(0) }, line(1, '2024-02-01T00:00:00Z'))).toEqual([['2024-03.jsonl', 2]]);
  expect(
    grown({ [march]: rows(0), 'content/posts/2025.jsonl': '' }, line(1, '2024-04-01T00:00:00Z')),
  ).toEqual([['2024-04.jsonl', 1]]);
  const full = 'x'.repeat(BOUNDS.ledgerPart.written);
  expect(grown({ [march]: full }, line(1))).toEqual([['2024-03_0002.jsonl', 1]]);
  expect(grown({ [march]: full.slice(1) }, line(1))).toEqual([['2024-03.jsonl', 1]]);
  expect(grown({ [march]: full, 'content/ledger/2024-03_0002.jsonl': full }, line(1), line(2))).toEqual([
    ['2024-03_0003.jsonl', 2],
  ]);
  expect(grown({}).length).toBe(0);
});

test.each<[string, boolean, boolean]>([
  ['content/ruleset/core/votes.md', true, false],
  ['content/gamestate/game.md', true, false],
  ['content/changes.yml', true, false],
  ['content/site.yml', true, true],
  ['content/site.css', true, true],
  ['content/SITE.png', true, true],
  ['content/pages/about.md', true, true],
  ['content/languages/de.yml', true, true],
  ['content/pagesx', false, false],
  ['content/game.yml', false, false],
  ['content/posts/2024-03/a.md', false, false],
  ['content', false, false],
  ['docs/site.yml', false, false],
  ['src/content/ruleset/a.md', false, false],
])(
  'decides whether %s may be proposed (%j) and is one of the group’s own pages (%j)',
  (path, proposed, style) => {
    expect([isOfGame(path), isStyle(path)]).toEqual([proposed, style]);
  },
);

test('a file name with an invalid escape is the id itself', () => {
  expect(['100%', '%E0%A4%A', 'a%2Fb'].map(idOfFileName)).toEqual(['100%', '%E0%A4%A', 'a/b']);
});

const MODEL = {
  fields: {},
  collections: {},
  views: {},
  actions: {},
  submissions: {},
} as unknown as ModelDescription;

function written(before: ReadonlyMap<string, string>, more: Partial<GameNow> = {}) {
  const read = readGame(before);
  return writeGame(before, {
    ruleset: read.ruleset,
    terms: read.terms,
    state: read.state ?? emptyState(),
    model: MODEL,
    ledger: read.ledger,
    facts: read.facts,
    ...more,
  }).changes;
}

test('removes the game’s files that no longer belong to it, and no others', () => {
  const before = files({
    'content/ruleset/core/votes.md': '---\ntitle: Votes\n---\nVote.\n',
    'content/ruleset/core/votes.ts': 'export default 1;\n',
    'content/ruleset/core/votes.png': 'x',
    'content/gamestate/game.md': '---\n{}\n---\n',
    'content/gamestate/players/zed.md': '---\nname: Zed\n---\n',
    'content/engine/people.json': '{"zed":"zed"}\n',
    'content/site.yml': 'x: 1\n',
    'docs/a.md': 'x',
  });
  const { facts } = readGame(before);
  const changes = written(before, {
    ruleset: new Map(),
    state: emptyState(),
    facts: { ...facts, people: {} },
  });
  expect([...changes].filter(([, text]) => text === null).map(([path]) => path)).toEqual([
    'content/engine/people.json',
    'content/gamestate/players/zed.md',
    'content/ruleset/core/votes.md',
    'content/ruleset/core/votes.ts',
  ]);
  const after = applyChanges(before, changes);
  expect([after.has('content/ruleset/core/votes.md'), after.get('docs/a.md'), before.size]).toEqual([
    false,
    'x',
    9,
  ]);
});

test('players and things have a file each, with names that differ by more than case', () => {
  const state: State = {
    ...emptyState(),
    players: { ana: { name: 'Ana' }, ANA: { name: 'Other' } },
    things: { huts: { reed: { size: 1 } }, Huts: { reed: { size: 2 } } },
  };
  const changes = written(files(), { state });
  const paths = [...changes.keys()].filter((path) => path.startsWith('content/gamestate/'));
  expect(paths).toHaveLength(5);
  expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(5);
  expect(readGame(applyChanges(files(), changes)).state).toMatchObject({
    players: state.players,
    things: state.things,
  });
});

test('writes a dynasty file if the rules have a dynasty or the file already exists', () => {
  const path = 'content/gamestate/dynasty.md';
  const has = (before: ReadonlyMap<string, string>, dynasty: object): boolean =>
    applyChanges(before, written(before, { state: { ...emptyState(), dynasty } as State })).has(path);
  expect([
    has(files(), {}),
    has(files(), { number: 1 }),
    has(files({ [path]: '---\nnumber: 1\n---\n' }), {}),
  ]).toEqual([false, true, true]);
});

test('rewrites the game’s file only if the terms change', () => {
  const before = files({ 'content/gamestate/game.md': '---\n{}\n---\n' });
  const terms = { ...PLAIN_TERMS, player: 'Sailor', players: 'Sailors' };
  expect(written(before).has(GAME_FILE)).toBe(false);
  const changed = written(before, { terms }).get(GAME_FILE) ?? '';
  expect(changed).toMatch(/^name: Harbour\nterms:[^]*Sailor/u);
  expect(written(new Map(), { terms }).has(GAME_FILE)).toBe(false);
});

test('appends only new lines to the ledger, with what is recorded beside them', () => {
  const path = 'content/ledger/2024-03.jsonl';
  const before = files({ [path]: rows(0) });
  expect(written(before).has(path)).toBe(false);
  const ledger = [line(0), line(1)];
  expect(written(before, { ledger }).get(path)).toBe(rows(0, 1));
  const proven = written(before, { ledger, recorded: (one) => ({ ...one, proof: 'p' }) }).get(path) ?? '';
  expect(proven.split('\n').map((row) => row.includes('"proof"'))).toEqual([false, true, false]);
});

test('refuses to write what couldn’t be read again', () => {
  const whole = (count: number, text: string): ReadonlyMap<string, string> =>
    new Map(Array.from({ length: count }, (_, at) => [`${at}.md`, text]));
  const { file, content, files: many } = BOUNDS;
  expect(() => assertReadable(whole(1, 'a'.repeat(file.written)))).not.toThrow();
  expect(() => assertReadable(whole(1, 'a'.repeat(file.written + 1)))).toThrow(
    expect.objectContaining({
      code: 'too-large',
      message: expect.stringContaining(`0.md would have more than ${file.written} bytes`),
    }),
  );
  expect(() => assertReadable(whole(1, 'é'.repeat(file.written / 2 + 1)))).toThrow(/0\.md/u);
  expect(() => assertReadable(whole(many.written, ''))).not.toThrow();
  expect(() => assertReadable(whole(many.written + 1, ''))).toThrow(
    `it would have ${many.written + 1} files`,
  );
  const part = 'a'.repeat(Math.floor(file.written / 3));
  const most = Math.floor(content.written / 3 / part.length);
  expect(() => assertReadable(whole(most, part))).not.toThrow();
  expect(() => assertReadable(whole(most + 1, part))).toThrow(/all its files would have \d+ letters/u);
});
