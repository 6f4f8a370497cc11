import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { openEngineClone } from './engine-clone.ts';
import { slowTest, some } from '../../../test/slowly.ts';

const FILES = {
  '.github/workflows/tick.yml': 'name: Tick\n',
  'content/game.yml': 'name: Harbour\nforge: { kind: github, repository: ana/harbour }\n',
};

let folder = '';
const git = (...words: readonly string[]): string =>
  execFileSync('git', words, { cwd: folder, encoding: 'utf8' }).trim();

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clone-'));
  git('init', '--quiet', '--initial-branch=main');
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  git('add', '--all');
  git('-c', 'user.name=Ana', '-c', 'user.email=ana@example.org', 'commit', '--quiet', '--message', 'Begin');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const opened = (): unknown => {
  try {
    return openEngineClone(folder);
  } catch (error) {
    return error;
  }
};

test('refuses a clone in which a game is played', () => {
  expect(opened()).toMatchObject({ problems: [{ code: 'game-there' }] });
});

test.each(some(Object.keys(FILES), 3))('doesn’t take %s for absent if Git can’t read it', (path) => {
  const oid = git('rev-parse', `main:${path}`);
  rmSync(join(folder, '.git/objects', oid.slice(0, 2), oid.slice(2)));
  expect(opened()).toMatchObject({ problems: [{ code: 'git-failed' }] });
});

slowTest('a clone without a game, and one without an engine', () => {
  git('rm', '--quiet', 'content/game.yml');
  git('-c', 'user.name=Ana', '-c', 'user.email=ana@example.org', 'commit', '--quiet', '--message', 'End');
  expect(opened()).toMatchObject({ root: folder });
  git('rm', '--quiet', '.github/workflows/tick.yml');
  git('-c', 'user.name=Ana', '-c', 'user.email=ana@example.org', 'commit', '--quiet', '--message', 'None');
  expect(opened()).toMatchObject({ problems: [{ code: 'no-engine' }] });
});
