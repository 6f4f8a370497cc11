// A copy of a game at home that goes back to one of its points, on a disk.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { caches } from '../../cache/fixtures/shared-caches.ts';
import { listBranches } from '../../repository/refs.ts';
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

type Heads = Readonly<Record<string, string>>;
/** The branches of a game; a copy has no notices yet. */
const headsIn = async (of: HomeGame): Promise<Heads> =>
  Object.fromEntries(
    (await listBranches(of.forge.repository)).flatMap(({ name, oid }) =>
      name === 'notices' ? [] : [[name, oid]],
    ),
  );
const postsIn = async (of: HomeGame): Promise<readonly string[]> =>
  (await of.forge.observe(null)).events.flatMap((one) => (one.type === 'opened' ? [one.post] : []));

async function branchWith(words: string): Promise<string> {
  return writeCommit(game.forge.repository, {
    parents: [await game.main()],
    changes: new Map([['content/ruleset/dynastic/night.md', `---\ntitle: Night\n---\n${words}\n`]]),
    author: { name: 'bo', email: '', at: now },
    message: 'Night\n',
  });
}
const propose = async (words: string): Promise<string> =>
  game.people.open(BO, { kind: 'proposal', title: 'Night', text: '', head: await branchWith(words) });

let now = NOW;
/** The branches and the posts after the first roll. */
let then: { readonly heads: Heads; readonly posts: readonly string[] };
beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), 'gitnomic-fork-'));
  const folder = join(parent, 'hall');
  const players = ['ana', 'bo', 'cy', 'dee', 'eli'].map((id) => ({ id, name: id }));
  await beginLocalGame(folder, shippedLibrary, { name: 'Hall', core: '2021', players }, { now, caches });
  game = await openLocalGame(folder, { now: () => now, caches });
  await game.people.open(BO, { kind: 'story', title: 'A tale', text: 'Once.' });
  const night = await propose('It is dark.');
  await game.say(BO, night, 'What do you think?');
  await roll(game);
  then = { heads: await headsIn(game), posts: await postsIn(game) };
  now = '2030-06-03T15:00:00Z';
  await game.people.push(BO, night, await branchWith('It is light.'));
  await game.say(BO, night, 'And now?');
  await propose('It is noon.');
  await roll(game);
  writeFileSync(join(folder, '.gitnomic/links.json'), '{}');
});
afterAll(() => rmSync(parent, { recursive: true, force: true }));

test('a copy begins where the game was and is played on by itself, and the game stays as it is', async () => {
  const points = await game.points();
  expect(points.length).toBeGreaterThan(1);
  expect(points[0]?.commit).toBe(await game.main());
  expect(points.at(-1)?.message).not.toBe(points[0]?.message);
  const before = await headsIn(game);
  expect(Object.keys(before).length).toBeGreaterThan(Object.keys(then.heads).length);
  const point = points[1];
  const fork = await game.fork(point?.commit ?? '');
  expect([basename(fork.folder), dirname(fork.folder)]).toEqual(['hall-fork-1', parent]);
  expect([await fork.main(), await rolls(fork)]).toEqual([point?.commit, 1]);
  expect(await headsIn(fork)).toEqual(then.heads);
  expect(await postsIn(fork)).toEqual(then.posts);
  expect([point?.at, fork.now(), game.now()]).toEqual([NOW, NOW, now]);
  // Links are keys to seats, so the copy has its own.
  expect(readdirSync(join(fork.folder, '.gitnomic'))).not.toContain('links.json');
  await roll(fork);
  await roll(fork);
  expect([await rolls(fork), await rolls(game)]).toEqual([3, 2]);
  expect(await headsIn(game)).toEqual(before);
  const again = await fork.fork(point?.commit ?? '');
  expect(basename(again.folder)).toBe('hall-fork-2');
});

test('can’t go to where main never was, and leaves nothing of the try', async () => {
  const there = readdirSync(parent);
  await expect(game.fork('0'.repeat(40))).rejects.toMatchObject({ code: 'no-such-point' });
  const [first] = (await game.points()).slice(-1);
  expect(first?.commit).toBeDefined();
  expect(readdirSync(parent)).toEqual(there);
});
