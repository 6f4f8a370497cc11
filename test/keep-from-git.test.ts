// A game in somebody's own repository, by real Git.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { caches } from '../src/cache/fixtures/shared-caches.ts';
import { shippedLibrary } from '../src/store/fixtures/shipped-library.ts';
import { backUpToFolder, restoreFromFolder } from '../src/addons/backup/back-up.ts';
import { beginLocalGame } from '../src/host/embedded/begin.ts';
import { openLocalGame } from '../src/host/embedded/local-game.ts';
import type { HomeGame } from '../src/host/game.ts';
import { findSecretsInGit } from '../src/host/keep-from-git.ts';

const NOW = '2024-03-01T09:00:00Z';
const players = [{ id: 'ana', name: 'Ana', admin: true }];
let root: string;
let game: HomeGame;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'gitnomic-around-'));
  git('init', '--quiet');
  const wish = { name: 'Small', core: '2021', players };
  game = await beginLocalGame(join(root, 'a game'), shippedLibrary, wish, { now: NOW, caches });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function git(...words: string[]): readonly string[] {
  return execFileSync('git', ['-C', root, ...words], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
    .split('\n')
    .filter((line) => line !== '');
}

/** Everything that Git would commit. */
function added(): readonly string[] {
  git('add', '--all');
  return git('ls-files');
}

test('committing everything commits the game, and nothing that its players mustn’t know', async () => {
  await game.people.open(
    { id: 'ana', name: 'Ana', bot: false },
    { kind: 'story', title: 'One', text: 'Told.' },
  );
  await game.tick();
  expect(added()).toContain('a game/content/game.yml');
  expect(added().filter((path) => path.includes('.gitnomic'))).toEqual([]);
  expect(findSecretsInGit(game.folder)).toEqual([]);
});

test('Git also ignores the secrets in a backup, a copy of an earlier game and a restored game', async () => {
  await backUpToFolder(game, join(root, 'kept'));
  await restoreFromFolder(join(root, 'kept'), join(root, 'again'));
  await openLocalGame(join(root, 'again'), { now: NOW, caches });
  const fork = await game.fork(await game.main());
  expect(fork.folder.startsWith(root)).toBe(true);
  const paths = added();
  expect(paths.filter((path) => path.endsWith('content/game.yml')).length).toBe(4);
  expect(paths.filter((path) => path.includes('.gitnomic'))).toEqual([]);
});

test('an older game is hidden from Git once it’s opened', async () => {
  rmSync(join(game.folder, '.gitnomic', '.gitignore'));
  await openLocalGame(game.folder, { now: NOW, caches });
  expect(added().filter((path) => path.includes('.gitnomic'))).toEqual([]);
});

test('finds secrets that are already tracked, until Git no longer tracks them', () => {
  git('add', '--force', 'a game/.gitnomic/private/dice.seed');
  expect(findSecretsInGit(game.folder)).toEqual([
    expect.objectContaining({
      code: 'secrets-in-git',
      where: join(game.folder, '.gitnomic/private/dice.seed'),
      next: expect.stringContaining('a game" rm -r --cached .gitnomic'),
    }),
  ]);
  git('-C', 'a game', 'rm', '-r', '--quiet', '--cached', '.gitnomic');
  expect(findSecretsInGit(game.folder)).toEqual([]);
});
