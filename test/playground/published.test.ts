// A published record is enough to play the game again, and each change of it is found.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishRecord } from '../../src/addons/reader-checks/publish.ts';
import {
  checkPublished,
  openPublished,
  readAbout,
  type CheckedPart,
} from '../../src/addons/reader-checks/published.ts';
import { readPack } from '../../src/repository/new-pack.ts';
import { readTree } from '../../src/repository/read-tree.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';
import { readRule, tryChange } from '../../src/addons/reader-checks/try-change.ts';
import { playTable, type Table } from '../platform/play-game.ts';
import { GIVEN } from '../platform/plans.ts';
import { quickCaches as caches } from '../quick-caches.ts';
import { moreIfSlow, slowTest, some } from '../slowly.ts';
import { bytesIn, middleOf, pathIn } from './pack-places.ts';

type Files = ReadonlyMap<string, string | Uint8Array>;

const folder = mkdtempSync(join(tmpdir(), 'published-'));
let table: Table;
let record: Files;

beforeAll(async () => {
  table = await playTable(GIVEN);
  record = await publishRecord({ ...table, caches });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function open(files: Files, name: 'game' | 'recent' = 'game') {
  const about = readAbout(bytesIn(files, 'about.json'));
  return openPublished(about, bytesIn(files, `${name}.pack`), bytesIn(files, `${name}.idx`));
}

async function check(files: Files, dynasty: number | null = null): Promise<readonly CheckedPart[]> {
  const found: CheckedPart[] = [];
  const { game, ...published } = await open(files);
  for await (const one of checkPublished({ ...published, game: { ...game, caches } }, dynasty))
    found.push(one);
  return found;
}

/** The same game with one file of main or of the journal changed, published as if nothing had happened. */
async function tampered(branch: 'main' | 'journal', path: RegExp, change: (text: string) => string) {
  const { repository } = table.forge;
  const about = readAbout(bytesIn(record, 'about.json'));
  const { files } = await readTree(repository, about[branch]);
  const [found] = [...files.values()].filter((file) => path.test(file.path));
  const { path: at, text } = found ?? expect.fail(String(path));
  const after = change(text ?? '');
  expect(after).not.toBe(text);
  const author = { name: 'Mallory', email: '', at: table.now() };
  const commit = await writeCommit(repository, {
    parents: branch === 'main' ? [about.main] : [],
    changes: new Map([
      ...(branch === 'main' ? [] : [...files.values()].map((file) => [file.path, file.text ?? ''] as const)),
      [at, after],
    ]),
    author,
    message: 'As if\n',
  });
  const own = { ...table.forge, repository };
  if (branch === 'main')
    return publishRecord({ ...table, forge: own, main: async () => commit, caches }, ['game']);
  await table.forge.advance('journal', about.journal, commit);
  try {
    return await publishRecord({ ...table, caches }, ['game']);
  } finally {
    await table.forge.advance('journal', commit, about.journal);
  }
}

test('checks the whole record: the names of objects, the journal, and the whole game or a dynasty', async () => {
  for (const dynasty of [null, 1]) {
    const [objects, journal, game] = await check(record, dynasty);
    expect(objects).toMatchObject({ part: 'objects', damaged: [] });
    expect(journal).toMatchObject({ part: 'journal', wrong: null, hidden: 0 });
    expect(game).toMatchObject({ part: 'game', isSame: true, wrong: null });
    if (game?.part !== 'game') throw new Error('the game was not played again');
    expect(game.tallies).toBeGreaterThan(1);
    expect(game.rolls).toBeGreaterThan(2);
    expect(game.enacted).toBeGreaterThan(1);
  }
});

test('Git can read the pack, and it contains nothing outside the game', async () => {
  for (const name of ['game.pack', 'game.idx']) writeFileSync(join(folder, name), bytesIn(record, name));
  execFileSync('git', ['init', '--quiet', '--bare', join(folder, 'own')]);
  execFileSync('git', ['unpack-objects', '-q'], {
    cwd: join(folder, 'own'),
    input: bytesIn(record, 'game.pack'),
  });
  execFileSync('git', ['verify-pack', join(folder, 'game.idx')]);
  const { main } = readAbout(bytesIn(record, 'about.json'));
  const game = execFileSync('git', ['show', `${main}:content/game.yml`], { cwd: join(folder, 'own') });
  expect(game.toString()).toContain('Harbour');
});

test.each(
  some(
    [
      ['a vote in the journal', 'journal', /lines-/, ':for:', ':against:', 'journal'],
      ['a letter of a name in the journal', 'journal', /lines-/, '"name":"bo"', '"name":"bx"', 'journal'],
      ['a roll in the ledger', 'main', /^content\/ledger\//, /"result":(\d)/, '"result":9', 'game'],
      ['a number in a rule', 'main', /votes\.md$/, /\[36 hours\]/, '[35 hours]', 'game'],
    ] as const,
    3,
  ),
)('finds a change to %s, with its place', async (_, branch, path, from, to, part) => {
  const found = await check(await tampered(branch, path, (text) => text.replace(from, to)));
  const wrong = found.find((one) => one.part === part);
  if (wrong === undefined || wrong.part === 'objects' || wrong.wrong === null)
    throw new Error(JSON.stringify(found));
  expect(wrong.wrong.path).toMatch(path);
  if (part === 'journal' || path.source.includes('ledger')) {
    expect(wrong.wrong.row).toBeGreaterThan(0);
    expect(wrong.wrong.text).toContain(to);
  }
  if (wrong.part === 'game') expect(wrong.isSame).toBe(false);
});

/** Every object's first, middle and last byte in the sample of places. */
test('finds each changed byte of the pack', async () => {
  const pack = bytesIn(record, 'game.pack');
  const every = process.env['GITNOMIC_SAMPLE'] === 'whole' ? 97 : Math.ceil(pack.length / moreIfSlow(6, 60));
  for (let at = 12; at < pack.length - 20; at += every) {
    const spoilt = Uint8Array.from(pack);
    spoilt[at] = (spoilt[at] ?? 0) ^ 0x55;
    const damaged = [...readPack(spoilt, bytesIn(record, 'game.idx'))].filter(([, { isWhole }]) => !isWhole);
    expect(damaged.length, `byte ${at}`).toBe(1);
  }
});

test('shows the line of a changed byte in the published journal', async () => {
  const about = readAbout(bytesIn(record, 'about.json'));
  const { oid, path } = await pathIn(record, about.journal, /lines-/u);
  const pack = Uint8Array.from(bytesIn(record, 'game.pack'));
  const place = middleOf(folder, bytesIn(record, 'game.idx'), oid);
  pack[place] = (pack[place] ?? 0) ^ 0x55;
  const [objects, journal] = await check(new Map([...record, ['game.pack', pack]]));
  expect(objects).toMatchObject({ damaged: [path] });
  if (journal?.part !== 'journal') throw new Error('the journal was not checked');
  expect(journal.wrong?.path).toBe(path);
  expect(journal.wrong?.row).toBeGreaterThan(1);
});

slowTest('what a trial reads is enough to try a change, and to look back at the past weeks', async () => {
  const { game } = await open(record, 'recent');
  const rule = readRule(await game.content(), 'core/votable-matters/votes');
  expect(rule.body).toContain('[36 hours]');
  const shorter = { ...rule, body: rule.body.replace('[36 hours]', '[24 hours]') };
  const { trial, broken } = await tryChange(game, shorter, caches);
  expect(trial).toMatchObject({ ok: true, problems: [] });
  expect(trial?.hindsight?.join(' ')).toMatch(/^Had this been in force since/u);
  expect(broken).toEqual([]);
  const nothing = { ...rule, body: rule.body.replace(/\[36 hours\]\(#value:window\)/u, 'some') };
  expect((await tryChange(game, nothing, caches)).trial?.ok).toBe(false);
});
