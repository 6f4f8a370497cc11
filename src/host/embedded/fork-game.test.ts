// A copy of a game at home that goes back to one of its points, on a disk.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { caches } from '../../cache/fixtures/shared-caches.ts';
import { listBranches, readBranches } from '../../repository/refs.ts';
import { writeCommit } from '../../repository/write-commit.ts';
import { shippedLibrary } from '../../store/fixtures/shipped-library.ts';
import { readGame } from '../../store/read-game.ts';
import type { HomeGame } from '../game.ts';
import { beginLocalGame } from './begin.ts';
import { openLocalGame } from './local-game.ts';

const BO = { id: 'bo', name: 'Bo', bot: false };
const NOW = '2030-06-03T09:00:00Z';
let parent = '';
let game: HomeGame;
const rolls = async (of: HomeGame): Promise<number> => readGame(await of.content()).ledger.length;
async function roll(of: HomeGame): Promise<void> {
  await of.say(BO, await of.thread(), '/roll DICE6');
  await of.tick();
}

beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), 'gitnomic-fork-'));
  const folder = join(parent, 'hall');
  const players = ['ana', 'bo', 'cy'].map((id) => ({ id, name: id }));
  await beginLocalGame(folder, shippedLibrary, { name: 'Hall', core: '2021', players }, { now: NOW, caches });
  game = await openLocalGame(folder, { now: NOW, caches });
  for (let times = 0; times < 2; times++) await roll(game);
  writeFileSync(join(folder, '.gitnomic/links.json'), '{}');
});
afterAll(() => rmSync(parent, { recursive: true, force: true }));

test('a copy stands where the game stood, is played on by itself, and the game stays as it is', async () => {
  const points = await game.points();
  expect(points.length).toBeGreaterThan(1);
  expect(points[0]?.commit).toBe(await game.main());
  expect(points.at(-1)?.message).not.toBe(points[0]?.message);
  const before = await readBranches(game.forge.repository, ['main', 'journal']);
  const point = points[1];
  const fork = await game.fork(point?.commit ?? '');
  expect([basename(fork.folder), dirname(fork.folder)]).toEqual(['hall-fork-1', parent]);
  expect([await fork.main(), await rolls(fork)]).toEqual([point?.commit, 1]);
  expect(fork.now() >= (point?.at ?? '')).toBe(true);
  // Links are keys to seats, so the copy has its own.
  expect(readdirSync(join(fork.folder, '.gitnomic'))).not.toContain('links.json');
  await roll(fork);
  await roll(fork);
  expect([await rolls(fork), await rolls(game)]).toEqual([3, 2]);
  expect(await readBranches(game.forge.repository, ['main', 'journal'])).toEqual(before);
  const again = await fork.fork(point?.commit ?? '');
  expect(basename(again.folder)).toBe('hall-fork-2');
});

test('branches and posts in a copy are as they were at its point, and its clock goes on from there', async () => {
  let now = NOW;
  const folder = join(parent, 'pier');
  const players = ['ana', 'bo', 'cy', 'dee', 'eli'].map((id) => ({ id, name: id }));
  await beginLocalGame(folder, shippedLibrary, { name: 'Pier', core: '2021', players }, { now, caches });
  const pier = await openLocalGame(folder, { now: () => now, caches });
  const { repository } = pier.forge;
  const branchWith = async (text: string): Promise<string> =>
    writeCommit(repository, {
      parents: [await pier.main()],
      changes: new Map([['content/ruleset/dynastic/night.md', `---\ntitle: Night\n---\n${text}\n`]]),
      author: { name: 'bo', email: '', at: now },
      message: 'Night\n',
    });
  const propose = async (text: string): Promise<string> =>
    pier.people.open(BO, { kind: 'proposal', title: 'Night', text: '', head: await branchWith(text) });
  const headsIn = async (of: HomeGame): Promise<Readonly<Record<string, string>>> =>
    Object.fromEntries(
      (await listBranches(of.forge.repository)).flatMap(({ name, oid }) =>
        name === 'notices' ? [] : [[name, oid]],
      ),
    );
  const posts = async (of: HomeGame): Promise<readonly string[]> =>
    (await of.forge.observe(null)).events.flatMap((one) => (one.type === 'opened' ? [one.post] : []));
  await pier.people.open(BO, { kind: 'story', title: 'A tale', text: 'Once.' });
  const first = await propose('It is dark.');
  await pier.say(BO, first, 'What do you think?');
  await roll(pier);
  const [point] = await pier.points();
  const then = { heads: await headsIn(pier), posts: await posts(pier) };
  now = '2030-06-03T15:00:00Z';
  await pier.people.push(BO, first, await branchWith('It is light.'));
  await pier.say(BO, first, 'And now?');
  const second = await propose('It is noon.');
  await roll(pier);
  const before = await headsIn(pier);
  expect(Object.keys(before).length).toBeGreaterThan(Object.keys(then.heads).length);
  expect(point?.message).toMatch(/roll/iu);
  const fork = await pier.fork(point?.commit ?? '');
  expect(await headsIn(fork)).toEqual({ ...then.heads, journal: expect.any(String) as string });
  expect(await posts(fork)).toEqual(then.posts);
  expect(then.posts).not.toContain(second);
  expect([fork.now(), pier.now()]).toEqual([NOW, now]);
  expect(await headsIn(pier)).toEqual(before);
  expect((await fork.status()).queue.map(({ id }) => id)).toEqual([first]);
  // From the last point of all the pushed branch comes along.
  const [last] = await pier.points();
  expect(await headsIn(await pier.fork(last?.commit ?? ''))).toEqual(before);
});

test('there is no going to where main never was, and nothing is left of the try', async () => {
  const there = readdirSync(parent);
  await expect(game.fork('0'.repeat(40))).rejects.toMatchObject({ code: 'no-such-point' });
  const [first] = (await game.points()).slice(-1);
  expect(first?.commit).toBeDefined();
  expect(readdirSync(parent)).toEqual(there);
});
