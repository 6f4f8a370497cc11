import { randomBytes } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, expect, test, vi } from 'vitest';

import { readCommit } from '../../src/repository/commit.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';
import { ana, bo, cy, dee, eli, fay, playOnGitHub, type ActionGame } from './action-game.ts';
import { openAt } from './game-at.ts';

const NIGHT = 'content/ruleset/dynastic/night.md';
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

let game: ActionGame;
afterEach(() => game.standIn.close());

const bytesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);

test('a large file on a branch is neither fetched by a tick nor part of main’s history', async () => {
  game = await playOnGitHub();
  const { repository, standIn, table } = game;
  const main = await game.mainTip();
  const author = { name: 'bo', email: '', at: standIn.world.now };
  const large = randomBytes(4 * 1024 * 1024);
  const head = await writeCommit(repository, {
    parents: [main],
    changes: new Map<string, string | Uint8Array>([
      [NIGHT, '---\ntitle: Night\n---\nIt is night.\n'],
      ['video.mp4', large],
    ]),
    author,
    message: 'Night\n',
  });
  const post = game.post(await table.open(bo, { kind: 'proposal', title: 'Night', text: '', head }));
  for (const voter of [ana, cy, dee, eli, fay]) await table.comment(voter, String(post.number), ':for:');
  await game.tick();
  standIn.world.now = '2021-06-18T22:30:00Z';
  await game.tick();
  expect((await game.content()).get(NIGHT)).toContain('It is night.');
  const runs = readdirSync(standIn.folder).filter((name) => !['server', 'player'].includes(name));
  const fetched = runs
    .filter((name) => statSync(join(standIn.folder, name)).isDirectory())
    .reduce((sum, name) => sum + bytesIn(join(standIn.folder, name)), 0);
  expect(fetched).toBeGreaterThan(0);
  expect(fetched).toBeLessThan(large.length);
  // No commit on main has the head for a parent, so a clone of it doesn't hold the file.
  const clone = await openAt(standIn, `${standIn.folder}/clone`);
  for (let at = [await game.mainTip()]; at[0] !== undefined && at[0] !== main;) {
    at = [...(await readCommit(clone.repository, at[0])).parents];
    expect(at).not.toContain(head);
  }
  expect(game.comments(post, 'enacted-as').join('')).toContain('files outside the game');
});
