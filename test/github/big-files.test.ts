import { randomBytes } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, expect, test, vi } from 'vitest';

import { readCommit } from '../../src/repository/commit.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';
import { ana, bo, cy, dee, eli, fay, playOnGitHub, type ActionGame } from './action-game.ts';
import { openAt } from './game-at.ts';
import type { Post } from './stand-in/world.ts';

const NIGHT = 'content/ruleset/dynastic/night.md';
const MEBIBYTE = 1024 * 1024;
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

let game: ActionGame;
afterEach(() => game.standIn.close());

const bytesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);

/** All that runs have fetched. */
function fetched(): number {
  const { folder } = game.standIn;
  const runs = readdirSync(folder).filter((name) => !['server', 'player'].includes(name));
  return runs
    .filter((name) => statSync(join(folder, name)).isDirectory())
    .reduce((sum, name) => sum + bytesIn(join(folder, name)), 0);
}

/** A proposal of night, with other files on its branch. */
async function nightWith(files: ReadonlyMap<string, string | Uint8Array>): Promise<Post & { head: string }> {
  const { repository, standIn, table } = game;
  const head = await writeCommit(repository, {
    parents: [await game.mainTip()],
    changes: new Map([[NIGHT, '---\ntitle: Night\n---\nIt is night.\n'], ...files]),
    author: { name: 'bo', email: '', at: standIn.world.now },
    message: 'Night\n',
  });
  const post = game.post(await table.open(bo, { kind: 'proposal', title: 'Night', text: '', head }));
  for (const voter of [ana, cy, dee, eli, fay]) await table.comment(voter, String(post.number), ':for:');
  return Object.assign(post, { head });
}

test('a large file on a branch is neither fetched by a tick nor part of main’s history', async () => {
  game = await playOnGitHub();
  const { standIn } = game;
  const main = await game.mainTip();
  const large = randomBytes(4 * MEBIBYTE);
  const post = await nightWith(new Map([['video.mp4', large]]));
  await game.tick();
  standIn.world.now = '2021-06-18T22:30:00Z';
  await game.tick();
  expect((await game.content()).get(NIGHT)).toContain('It is night.');
  expect(fetched()).toBeGreaterThan(0);
  expect(fetched()).toBeLessThan(large.length);
  // No commit on main has the head for a parent, so a clone of it doesn't hold the file.
  const clone = await openAt(standIn, `${standIn.folder}/clone`);
  for (let at = [await game.mainTip()]; at[0] !== undefined && at[0] !== main;) {
    at = [...(await readCommit(clone.repository, at[0])).parents];
    expect(at).not.toContain(post.head);
  }
  expect(game.comments(post, 'enacted-as').join('')).toContain('files outside the game');
});

const random = (bytes: number): string => randomBytes(bytes / 2).toString('hex');
const dynastic = (name: string): string => `content/ruleset/dynastic/${name}.md`;

test.each([
  ['a text of four mebibytes', new Map([[dynastic('huge'), random(4 * MEBIBYTE)]]), 1],
  [
    'many texts that are too large only together',
    new Map(Array.from({ length: 18 }, (_, n) => [dynastic(`large-${n}`), random(MEBIBYTE)])),
    3,
  ],
])('%s on a branch: what is too large isn’t fetched, and the matter says so', async (_name, files, away) => {
  game = await playOnGitHub();
  const post = await nightWith(files);
  const before = fetched();
  await game.tick();
  const standing = game.comments(post, 'standing').join('');
  expect(standing.match(/ has \d+ bytes; at most \d+ are read/gu) ?? []).toHaveLength(away);
  expect(standing).toContain('Night');
  // Hexadecimal digits are packed to half their size.
  const room = [...files.values()].slice(away).reduce((sum, { length }) => sum + length, 0);
  expect(fetched() - before).toBeLessThan(room * 0.7 + MEBIBYTE);
  expect(game.standIn.world.failures).toEqual([]);
});

test('a stranger’s /merge of a commit with a huge text makes no tick fetch it', async () => {
  game = await playOnGitHub();
  const huge = await nightWith(new Map([[dynastic('huge'), random(4 * MEBIBYTE)]]));
  const eve = { id: 'eve', name: 'eve', bot: false };
  await game.table.comment(eve, String(huge.number), `/merge ${huge.head}`);
  const before = fetched();
  await game.tick();
  expect(fetched() - before).toBeLessThan(2 * MEBIBYTE);
  expect(game.standIn.world.failures).toEqual([]);
});
