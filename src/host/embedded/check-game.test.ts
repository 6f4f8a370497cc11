// What `doctor` finds in a game at home, one check at a time, and what its fixes leave.
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { Caches } from '../../cache/caches.ts';
import { caches } from '../../cache/fixtures/shared-caches.ts';
import type { Finding } from '../../care/doctor/finding.ts';
import { readTree } from '../../repository/read-tree.ts';
import { readBranch } from '../../repository/refs.ts';
import { writeCommit } from '../../repository/write-commit.ts';
import { commitmentToSeed } from '../../session/chance/committed-seed.ts';
import { journalTip } from '../../store/journal/journal-head.ts';
import { shippedLibrary } from '../../store/fixtures/shipped-library.ts';
import { GAME_FILE } from '../../store/paths.ts';
import { readGame } from '../../store/read-game.ts';
import { refreshCheckout } from '../checkout.ts';
import type { HomeGame } from '../game.ts';
import { beginLocalGame } from './begin.ts';
import { gameChecks } from './check-game.ts';
import { checkLog, checkOwnFiles, lastTimeOnForge } from './check-own-files.ts';
import { openLocalGame } from './local-game.ts';

const NOW = '2030-06-03T09:00:00Z';
const LATER = '2030-06-05T21:00:00Z';
const DAY_MS = 24 * 3_600_000;
const scratch = mkdtempSync(join(tmpdir(), 'gitnomic-checked-'));
const whole = join(scratch, 'whole');
let folder = '';
beforeAll(async () => {
  let now = NOW;
  const players = ['ana', 'bo', 'cy'].map((id) => ({ id }));
  const wish = { name: 'Hall', core: '2021', players };
  const game = await beginLocalGame(whole, shippedLibrary, wish, { now: () => now, caches });
  now = LATER;
  await game.say({ id: 'bo', name: 'Bo', bot: false }, await game.thread(), '/roll DICE6');
  await game.tick();
  await refreshCheckout(game);
});
beforeEach(() => {
  folder = mkdtempSync(join(scratch, 'game-'));
  cpSync(whole, folder, { recursive: true, preserveTimestamps: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const own = (path: string): string => join(folder, '.gitnomic', path);
const log = (): string => own('forge/events.jsonl');
const open = (now = LATER): Promise<HomeGame> => openLocalGame(folder, { now, caches });

/** What the checks of these titles find, in their order. */
async function find(titles: readonly string[], now = LATER): Promise<readonly Finding[]> {
  const checks = gameChecks(folder, { now, caches });
  const asked = titles.map((title) => checks.find((one) => one.title === title));
  const found: Finding[] = [];
  for (const one of asked) found.push(...((await one?.check()) ?? []));
  return found;
}
const fix = async (found: readonly Finding[]): Promise<void> => {
  for (const one of found) await one.fix?.run();
};
const codes = (found: readonly Finding[]): readonly string[] => found.map(({ code }) => code);

test('checks nothing else while a file of the engine’s own is damaged', () => {
  expect(gameChecks(folder, { now: LATER, caches }).length).toBeGreaterThan(10);
  writeFileSync(own('private/dice.seed'), '');
  expect(gameChecks(folder, { now: LATER, caches }).map(({ title }) => title)).toEqual([
    'the files of .gitnomic',
  ]);
});

test('reports a lock that Git left once it is old, but never the engine’s own', async () => {
  const locks = ['refs/heads/x.lock', 'index.lock', 'gitnomic.lock', '.lock-notes'].map((name) =>
    own(`forge/repository.git/${name}`),
  );
  const old = new Date(Date.now() - 120_000);
  for (const path of locks) writeFileSync(path, '');
  expect(await find(['locks'])).toEqual([]);
  for (const path of locks) utimesSync(path, old, old);
  const found = await find(['locks']);
  expect(new Set(found.map(({ code, where }) => `${code} ${where ?? ''}`))).toEqual(
    new Set(locks.slice(0, 2).map((path) => `lock-left ${path}`)),
  );
  await fix(found);
  expect(locks.map((path) => existsSync(path))).toEqual([false, false, true, true]);
  rmSync(own('forge/repository.git'), { recursive: true });
  expect(await find(['locks'])).toEqual([]);
});

test('reports a forge on which no game was begun, and not one with a game', async () => {
  expect(await find(['the forge'])).toEqual([]);
  for (const path of ['content', '.gitnomic/forge', '.gitnomic/checkout.json', '.gitnomic/clock.json'])
    rmSync(join(folder, path), { recursive: true, force: true });
  expect(await find(['the forge'])).toMatchObject([
    { code: 'not-begun', level: 'problem', next: expect.stringContaining('gitnomic init') as string },
  ]);
});

const OPENING = ['the journal', 'the game, opened as a command does', 'whether the game is stuck'];

test('reports a missing journal before anything opens the game, and restores it', async () => {
  const { forge } = await open();
  expect(await find(OPENING)).toEqual([]);
  const tip = (await journalTip(forge.repository)) ?? '';
  expect(await forge.advance('journal', tip, null as never)).toBe('advanced');
  const found = await find(OPENING);
  expect(found).toMatchObject([
    { code: 'journal-missing', level: 'problem', what: 'The branch journal is gone.' },
  ]);
  expect(await journalTip(forge.repository)).toBeNull();
  await fix(found);
  expect(await journalTip((await open()).forge.repository)).not.toBeNull();
  expect(await find(OPENING)).toEqual([]);
});

test('reports what keeps the game from going on, if the journal is sound', async () => {
  expect(await find(OPENING, '2039-06-03T09:00:00Z')).toMatchObject([
    { code: 'stands-still', what: expect.stringContaining('By this machine’s clock it is 2039') as string },
  ]);
});

test('reports a journal that somebody wrote into with its place, and restores it', async () => {
  const { forge } = await open();
  const { repository } = forge;
  const tip = (await journalTip(repository)) ?? '';
  const { files } = await readTree(repository, tip, {});
  const [path = '', file] = [...files].find(([name]) => name.endsWith('.log')) ?? [];
  const text = (file?.text ?? '').replace('DICE6', 'DICE8');
  expect(text).not.toBe(file?.text);
  const author = { name: 'bo', email: '', at: LATER };
  const commit = await writeCommit(repository, {
    parents: [tip],
    changes: new Map([[path, text]]),
    author,
    message: 'x',
  });
  await forge.advance('journal', tip, commit);
  const found = await find(OPENING);
  expect(found).toMatchObject([
    {
      code: 'journal-broken',
      level: 'problem',
      where: expect.stringMatching(/^lines-2030-06-1\.log:\d+$/u) as string,
    },
  ]);
  expect(await readBranch(repository, 'journal')).toBe(commit);
  await fix(found);
  expect(await find(OPENING)).toEqual([]);
});

test('finds nothing missing in a game that never had a journal', async () => {
  const begun = join(folder, 'begun');
  const wish = { name: 'New', core: '2021', players: [{ id: 'ana' }] };
  await beginLocalGame(begun, shippedLibrary, wish, { now: NOW, caches });
  const checks = gameChecks(begun, { now: NOW, caches });
  expect(await checks.find(({ title }) => title === 'the journal')?.check()).toEqual([]);
});

test('reports a clock that is behind the events, and moves it', async () => {
  expect(await find(['the clock'])).toEqual([]);
  expect(await find(['the clock'], '2030-06-06T00:00:00Z')).toEqual([]);
  const found = await find(['the clock'], NOW);
  expect(found).toMatchObject([
    {
      code: 'future-date',
      what: expect.stringContaining(`happened at ${LATER}, but here it is ${NOW}`) as string,
    },
  ]);
  await fix(found);
  expect((await open(NOW)).now()).toBe(LATER);
  expect(await find(['the clock'], NOW)).toEqual([]);
});

const SECRETS = 'keys and seeds';

test.each([
  ['dice.seed', 'The seed of the dice is not'],
  ['secret.seed', 'The seed of secret choices is not'],
  ['emperor.key', 'The key to sealed submissions is not'],
])('reports that %s is missing, and only the fix draws a new one', async (file, what) => {
  expect(await find([SECRETS])).toEqual([]);
  rmSync(own(`private/${file}`));
  const said = await find(['the forge', SECRETS]);
  expect(codes(said)).toEqual(['secret-missing']);
  expect(said[0]).toMatchObject({ level: 'problem', where: own(`private/${file}`) });
  expect(said[0]?.what).toContain(what);
  expect(existsSync(own(`private/${file}`))).toBe(false);
  await fix(said);
  expect(existsSync(own(`private/${file}`))).toBe(true);
  expect(await find([SECRETS])).toEqual([]);
});

test('puts a dice seed other than the promised one on record, if that is wanted', async () => {
  rmSync(own('private/dice.seed'));
  // Any other command draws one.
  await open();
  const said = await find([SECRETS]);
  expect(codes(said)).toEqual(['other-seed']);
  await fix(said);
  const game = await open();
  const { dice } = game.vault.seeds;
  const hash = commitmentToSeed(dice ?? new Uint8Array());
  expect(readGame(await game.content()).game.dice).toEqual({ source: 'committed', hash });
  expect(readFileSync(join(folder, GAME_FILE), 'utf8')).toContain(hash);
});

test('needs no seed here for dice that come from elsewhere', async () => {
  const { forge, main, content } = await open();
  const text = (await content()).get(GAME_FILE) ?? '';
  const tip = await main();
  const commit = await writeCommit(forge.repository, {
    parents: [tip],
    changes: new Map([[GAME_FILE, text.replace(/dice:\n(?: +.*\n)+/u, 'dice:\n  source: drand\n')]]),
    author: { name: 'Gitnomic', email: '', at: LATER },
    message: 'Dice\n',
  });
  await forge.advance('main', tip, commit);
  expect(readGame(await content()).game.dice).toEqual({ source: 'drand' });
  expect(await find([SECRETS])).toEqual([]);
});

test('reports a log of the forge that lost something, with how much is left', async () => {
  expect(await checkLog(folder)).toEqual([]);
  const size = readFileSync(log()).length;
  const said = async (): Promise<string | undefined> => (await checkLog(folder))[0]?.what;
  const first = readFileSync(log(), 'utf8').split('\n')[0] ?? '';
  writeFileSync(log(), `${first}\n`);
  const had = new RegExp(`is cut off: it had at least (\\d+) bytes, and has ${first.length + 1}\\.`, 'u');
  const [, most] = had.exec((await said()) ?? '') ?? [];
  expect(Number(most)).toBeLessThanOrEqual(size);
  expect(Number(most)).toBeGreaterThan(first.length + 1);
  for (const lose of [() => writeFileSync(log(), ''), () => rmSync(log())]) {
    lose();
    expect(await said()).toMatch(/is gone or empty: it had at least \d+ bytes, and has 0\./u);
  }
  // A forge without a game has lost nothing by an empty log.
  rmSync(own('forge/repository.git/refs/heads/journal'));
  expect(await said()).toContain('it had at least 0 bytes');
  rmSync(own('forge/repository.git/refs/heads/main'));
  expect(await checkLog(folder)).toEqual([]);
});

test('knows the time of the last event from the whole lines of the log', () => {
  expect(lastTimeOnForge(folder)).toBe(LATER);
  appendFileSync(log(), '{"type":"x","at":"2031-01-01T00:00:00Z"');
  expect(lastTimeOnForge(folder)).toBe(LATER);
  writeFileSync(log(), '{}\n');
  expect(lastTimeOnForge(folder)).toBeNull();
  rmSync(log());
  expect(lastTimeOnForge(folder)).toBeNull();
});

const moved = (ms: number): string => new Date(Date.parse(LATER) + ms).toISOString().replace('.000', '');
test.each<readonly [string, string | undefined, number, number]>([
  ['before what happened', moved(-2 * DAY_MS), 0, 2 * DAY_MS],
  ['half a minute before it', moved(-30_000), 0, 0],
  ['after it', moved(2 * DAY_MS), 0, 0],
  ['unknown, and the log was written before', undefined, -2 * DAY_MS, 2 * DAY_MS],
  ['unknown, and the log was written later', undefined, 2 * DAY_MS, -2 * DAY_MS],
  ['unknown, and the log was written just then', undefined, 30_000, 0],
])('a damaged clock goes on from the last event if the time is %s', async (_, now, writtenMs, aheadMs) => {
  writeFileSync(own('clock.json'), '');
  const written = new Date(Date.parse(LATER) + writtenMs);
  utimesSync(log(), written, written);
  const found = checkOwnFiles(folder, now);
  expect(found).toMatchObject([{ code: 'spoilt-file', where: own('clock.json') }]);
  expect(found[0]?.fix?.does).toContain(`from ${LATER}`);
  await fix(found);
  expect(JSON.parse(readFileSync(own('clock.json'), 'utf8'))).toEqual({ aheadMs });
  expect(existsSync(own('clock.json.spoilt-1'))).toBe(true);
});

test('a damaged clock beside a lost log gets the machine’s time', async () => {
  writeFileSync(own('clock.json'), '');
  rmSync(log());
  const found = checkOwnFiles(folder, NOW);
  expect(found[0]?.fix?.does).toContain('this machine’s time');
  await fix(found);
  expect(JSON.parse(readFileSync(own('clock.json'), 'utf8'))).toEqual({ aheadMs: 0 });
});

test.each([
  ['older-secret-seeds.txt', `${'7'.repeat(64)}\n`],
  ['older-secret-seeds.txt', ''],
])('keeps the intact lines of %s, and removes a file without any', async (name, intact) => {
  const path = own(`private/${name}`);
  writeFileSync(path, `${intact}cut o`);
  const found = checkOwnFiles(folder);
  expect(codes(found)).toEqual(['spoilt-file']);
  await fix(found);
  expect(existsSync(path) ? readFileSync(path, 'utf8') : '').toBe(intact);
});

test('compares caches with what would be made now, entry by entry', async () => {
  const engine = 'this engine';
  const look = async (): Promise<readonly Finding[]> => {
    const checks = gameChecks(folder, { now: LATER, caches: new Caches(engine) });
    return (await checks.find(({ title }) => title === 'the caches')?.check()) ?? [];
  };
  const mine = new Caches(engine);
  const game = await openLocalGame(folder, { now: LATER, caches: mine });
  const position = await game.openPosition();
  position.open.play.dispose();
  mine.finish();
  expect(await look()).toEqual([]);
  const path = own('cache/reads.json');
  const lines = readFileSync(path, 'utf8').split('\n');
  const write = (change: (line: string) => string): void => writeFileSync(path, lines.map(change).join('\n'));
  /** An entry that is intact and has another value. */
  const otherwise = (line: string, change: (json: string) => string): string => {
    const [, id = '', json = ''] = /^"([^"]+)":\["[^"]+",(.*)\],?$/u.exec(line) ?? [];
    const sum = createHash('sha256')
      .update(`${engine}\0${id}\0${change(json)}`)
      .digest('base64');
    return `"${id}":["${sum}",${change(json)}]${line.endsWith(',') ? ',' : ''}`;
  };
  const isOf = (line: string, kind: string): boolean => line.startsWith(`"${kind} `);
  write((line) =>
    isOf(line, 'content') ? otherwise(line, (json) => json.replace('"name: Hall', '"name: Hell')) : line,
  );
  const [wrong, ...more] = await look();
  expect([more, wrong?.code, wrong?.where]).toEqual([[], 'cache-wrong', path]);
  expect(wrong?.what).toContain(
    '1 of its entries differ from what the game’s files give. The game loses nothing',
  );
  // The order in which the files were read makes no difference.
  write((line) =>
    isOf(line, 'content')
      ? otherwise(line, (json) => JSON.stringify({ ...parsed(json), texts: parsed(json).texts.toReversed() }))
      : line,
  );
  expect(await look()).toEqual([]);
  const rules = lines.filter((line) => isOf(line, 'rule'));
  expect(rules.length).toBeGreaterThan(2);
  write((line) =>
    line === rules[0] || line === rules[1]
      ? otherwise(line, (json) => json.replace('{', '{"other":1,'))
      : line === rules[2]
        ? line.replace('{', '{"other":1,')
        : line,
  );
  const both = await look();
  expect(both.map(({ what }) => /\d+ of its entries (?:are|differ)/u.exec(what)?.[0])).toEqual([
    '1 of its entries are',
    '2 of its entries differ',
  ]);
  await fix(both);
  expect(existsSync(path)).toBe(false);
  writeFileSync(own('forge/state.json'), '{');
  expect(await look()).toMatchObject([{ code: 'cache-wrong', where: own('forge/state.json') }]);
});

const parsed = (json: string) => JSON.parse(json) as { readonly texts: readonly unknown[] };
