// Every cached file spoilt at random, again and again: each entry is either what it was or missing, and commands come to the same
// commits and answers as with nothing cached.
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Caches } from '../../src/cache/caches.ts';
import { CachedReads, readEntries } from '../../src/cache/cached-reads.ts';
import type { Person } from '../../src/forge/events.ts';
import { beginLocalGame } from '../../src/host/embedded/begin.ts';
import { checkCaches } from '../../src/host/embedded/check-own-files.ts';
import { openLocalGame } from '../../src/host/embedded/local-game.ts';
import type { HomeGame } from '../../src/host/game.ts';
import { SANDBOX_CACHE } from '../../src/sandbox/engine-code.ts';
import { MadeAhead } from '../../src/sandbox/made-ahead.ts';
import { makeReady } from '../../src/sandbox/ready-clauses.ts';
import { SandboxCaches } from '../../src/sandbox/sandbox-caches.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';
import { recordPath } from '../../src/store/journal/journal-record.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';
import { clausesIn } from '../../scripts/build-package/clauses.ts';
import { numbers, spoilt } from './spoil.ts';

const START = '2024-03-01T09:00:00Z';
const ENGINE = 'this engine';
const isLong = process.env['GITNOMIC_FUZZ'] !== undefined;
const [ROUNDS, FILES_SPOILT] = isLong ? [120, 60_000] : [1, 150];
const person = (id: string): Person => ({ id, name: id, bot: false });
const at = (hours: number): string =>
  new Date(Date.parse(START) + hours * 3_600_000).toISOString().replace('.000', '');

let root = '';
let begun = '';
const ACTS = '1';

interface Means {
  readonly folder: string;
  readonly sandbox: string;
}

/** As a process of its own would have them. */
function cachesIn({ sandbox }: Means, engine: string | null): Caches {
  return new Caches(engine, new SandboxCaches(engine === null ? null : new MadeAhead(sandbox)));
}

type Act = (game: HomeGame) => Promise<unknown>;
/** A vote, an action that is refused for good reasons, two ticks, and an enactment that is due meanwhile. */
const ALL_STEPS: readonly (readonly [hours: number, act: Act])[] = [
  [1, ({ say }) => say(person('dee'), '2', ':for:')],
  [2, ({ say }) => say(person('bo'), ACTS, '/idle ana')],
  [3, ({ say }) => say(person('ana'), '2', ':for: and a die DICE6')],
  [60, () => Promise.resolve()],
];
/** Those that blame a rule and that change the rules; all of them in the long suite. */
const STEPS = isLong ? ALL_STEPS : ALL_STEPS.filter(([hours]) => hours === 2 || hours === 60);
/** How many steps a game has behind it whose caches are warm. */
const WARM = isLong ? 0 : 1;

async function command(means: Means, hours: number, act: Act, engine: string | null): Promise<unknown> {
  const caches = cachesIn(means, engine);
  const game = await openLocalGame(means.folder, { now: at(hours), caches });
  const open = game.keepOpen();
  const before = await game.status();
  await act(game);
  const { happened, stuck, commits } = await game.tick();
  const after = await game.status();
  open.close();
  caches.finish();
  return { before, happened, stuck, commits: commits.map(({ message }) => message), after };
}

async function contentOf({ folder }: Means): Promise<ReadonlyMap<string, string>> {
  const files = new Map(await (await openLocalGame(folder, { caches: new Caches(null) })).content());
  // The journal's lines are chained by salts that are drawn.
  files.delete(recordPath);
  return files;
}

function copy(name: string, from = begun): Means {
  const means = { folder: join(root, name), sandbox: join(root, `${name}-sandbox`) };
  cpSync(from, means.folder, { recursive: true });
  mkdirSync(means.sandbox, { recursive: true });
  cpSync(fileURLToPath(SANDBOX_CACHE), means.sandbox, { recursive: true });
  new MadeAhead(means.sandbox).writeClauses(makeReady(clausesIn(shippedLibrary)));
  return means;
}

/** Every cached file of a game, and of the engine beside it, but for QuickJS itself, which all processes share. */
function cachedFiles({ folder, sandbox }: Means): readonly string[] {
  const own = join(folder, '.gitnomic');
  return [
    ...globSync('cache/*.json', { cwd: own }).map((name) => join(own, name)),
    ...[join(own, 'forge/state.json')].filter((path) => existsSync(path)),
    ...globSync('*.{json,image}', { cwd: sandbox }).map((name) => join(sandbox, name)),
  ];
}

/** The log of a game of some months, of which the forge keeps a snapshot: it is kept where a thousandth record is written. */
function fillLog(folder: string): void {
  const log = join(folder, '.gitnomic/forge/events.jsonl');
  const lines = readFileSync(log, 'utf8').trim().split('\n');
  const { id = '' } = JSON.parse(lines.at(-1) ?? '{}') as { readonly id?: string };
  const [forge = '', last = '0'] = id.split('-');
  const more = Array.from({ length: 995 - Number(last) }, (_, n) =>
    JSON.stringify({
      id: `${forge}-${Number(last) + n + 1}`,
      at: START,
      type: 'reacted',
      by: person('cy'),
      post: ACTS,
      comment: null,
      reaction: `r${n}`,
    }),
  );
  writeFileSync(log, `${[...lines, ...more].join('\n')}\n`);
}

const CLAUSE = `import { action, integer, rule } from 'gitnomic/rules';
export default rule(() => ({ game: { lamps: integer({ start: 48 }) }, actions: {
  lamp: action({ by: 'anybody', effect({ game }) { game.lamps += 2; } }),
} }));
`;

let expected: { readonly said: readonly unknown[]; readonly content: ReadonlyMap<string, string> };
/** The cached files of the last step of a game in which nothing was spoilt, and of another game and engine. */
let others: readonly Buffer[] = [];

let unspoilt: { readonly said: readonly unknown[]; readonly names: readonly string[] };

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'spoilt-at-random-'));
  begun = join(root, 'begun');
  const players = ['ana', 'bo', 'cy', 'dee', 'eli'].map((id, n) => ({ id, admin: n === 0 }));
  const caches = new Caches(ENGINE);
  const game = await beginLocalGame(
    begun,
    shippedLibrary,
    { name: 'Harbour', core: '2021', players },
    { now: START, caches },
  );
  await game.forge.post({ key: 'actions', kind: 'actions', title: 'Actions', text: 'Here.' });
  const changes = new Map([
    ['content/ruleset/dynastic/lamps.md', '---\ntitle: Lamps\n---\nThere are lamps.\n'],
    ['content/ruleset/dynastic/lamps.ts', CLAUSE],
  ]);
  const author = { name: 'bo', email: '', at: START };
  const parents = [await game.main()];
  const head = await writeCommit(game.forge.repository, { parents, changes, author, message: 'Lamps\n' });
  await game.people.open(person('bo'), { kind: 'proposal', title: 'Lamps', text: '', head });
  for (const id of ['cy', 'eli']) await game.say(person(id), '2', ':for:');
  await game.tick();
  caches.finish();
  fillLog(begun);

  const bare = copy('bare');
  const said: unknown[] = [];
  for (const [hours, act] of STEPS) said.push(await command(bare, hours, act, null));
  expected = { said, content: await contentOf(bare) };
  if (!expected.content.has('content/ruleset/dynastic/lamps.ts')) throw new Error('nothing was enacted');

  const [whole, elsewhere] = [copy('whole'), copy('elsewhere')];
  for (const [hours, act] of STEPS.slice(WARM)) await command(elsewhere, hours, act, 'another engine');
  const again: unknown[] = [];
  for (const [hours, act] of STEPS) {
    if (again.length === WARM) cpSync(whole.folder, join(root, 'warm'), { recursive: true });
    again.push(await command(whole, hours, act, ENGINE));
  }
  unspoilt = { said: again, names: cachedFiles(whole).map((path) => path.replace(/.*\//u, '')) };
  others = [...cachedFiles(whole), ...cachedFiles(elsewhere)].map((path) => readFileSync(path));
}, 300_000);
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('intact caches change nothing, and all those that are spoilt below exist', () => {
  expect(unspoilt.said).toEqual(expected.said);
  expect(unspoilt.names).toEqual(expect.arrayContaining(['reads.json', 'state.json', 'clauses.json']));
});

test(
  'each command gives the same result with every cache spoilt before it, and never crashes',
  async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const draw = numbers(round + 1);
      const means = copy(`round-${round}`);
      const said: unknown[] = [];
      for (const [hours, act] of STEPS) {
        for (const path of cachedFiles(means)) writeFileSync(path, spoilt(readFileSync(path), draw, others));
        said.push(await command(means, hours, act, ENGINE));
      }
      expect([round, said]).toEqual([round, expected.said]);
      expect([round, await contentOf(means)]).toEqual([round, expected.content]);
      for (const path of [means.folder, means.sandbox]) rmSync(path, { recursive: true });
    }
  },
  isLong ? 3 * 3_600_000 : 300_000,
);

test(
  'an entry is intact or missing, however its file is spoilt',
  () => {
    const whole = join(root, 'whole');
    const path = join(root, 'spoilt.json');
    const file = join(whole, '.gitnomic/cache/reads.json');
    const bytes = readFileSync(file);
    const { entries } = readEntries(file, ENGINE);
    const known = Object.entries(entries).map(([id, value]) => [id, JSON.stringify(value)] as const);
    expect(known.length).toBeGreaterThan(0);
    const few = known.toSorted(([, a], [, b]) => a.length - b.length).slice(0, 30);
    let [right, missing] = [0, 0];
    for (let n = 0; n < FILES_SPOILT; n++) {
      writeFileSync(path, spoilt(bytes, numbers(n + 1), others));
      const kept = new CachedReads(path, ENGINE);
      for (const [id, json] of few) {
        const cut = id.indexOf(' ');
        const found = kept.get(id.slice(0, cut), id.slice(cut + 1));
        if (found === undefined) missing += 1;
        else if (JSON.stringify(found) === json) right += 1;
        else throw new Error(`${n}: ${id} is ${JSON.stringify(found)}`);
      }
    }
    expect(Math.min(right, missing)).toBeGreaterThan(FILES_SPOILT);
  },
  isLong ? 3_600_000 : 120_000,
);

/** The same entries with other values, as an engine would have written them that had made a mistake, each with the right hash. */
function mistaken(path: string, kind: string, value: unknown): number {
  const ids = Object.keys(readEntries(path, ENGINE).entries);
  const all = new CachedReads(path, ENGINE, ids.length);
  const wrong = ids.filter((id) => id.startsWith(`${kind} `));
  for (const id of wrong) all.set(kind, id.slice(kind.length + 1), value);
  all.save();
  return wrong.length;
}

test.each([
  ['content', { texts: [['content/game.yml', 'name: [']], bytes: null }],
  ['rule', {}],
  ['source', 'throw new Error("boo");'],
])(
  'what fails with a wrong entry of %s is redone without it before a rule is blamed, and doctor finds and fixes it',
  async (kind, value) => {
    const means = copy(`mistaken-${kind}`, join(root, 'warm'));
    const said: unknown[] = [];
    let wrong = 0;
    const path = join(means.folder, '.gitnomic/cache/reads.json');
    for (const [hours, act] of STEPS.slice(WARM)) {
      if (existsSync(path)) wrong += mistaken(path, kind, value);
      said.push(await command(means, hours, act, ENGINE));
    }
    expect(said).toEqual(expected.said.slice(WARM));
    expect(await contentOf(means)).toEqual(expected.content);
    await command(means, 61, () => Promise.resolve(), ENGINE);
    const game = await openLocalGame(means.folder, { now: at(61), caches: cachesIn(means, ENGINE) });
    expect(await checkCaches(game)).toEqual([]);
    wrong += mistaken(path, kind, value);
    expect(wrong).toBeGreaterThan(0);
    const [found, ...more] = await checkCaches(game);
    expect([found?.code, found?.where, more]).toEqual(['cache-wrong', path, []]);
    await found?.fix?.run();
    expect([existsSync(path), await checkCaches(game)]).toEqual([false, []]);
  },
  300_000,
);
