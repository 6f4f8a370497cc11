// The branch on which a game's clone takes this version of the engine, with Git itself.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { gitIn } from '#platform/run-git.ts';
import { GAME_FILE } from '../../../store/paths.ts';
import { gamesIn, ownEngine, thinFiles } from './thin-files.ts';
import { MoveError, openWorkingTree, refusal, releasedEngine, upgradeClone } from './upgrade-clone.ts';

const ENGINE = 'maker/gitnomic';
const CLOCK = '.github/workflows/clock.yml';
const NOW = '2024-03-01T09:00:00Z';
const { version } = ownEngine();
const BRANCH = `gitnomic-${version}`;
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gitnomic-clone-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const git = (...words: readonly string[]): string => gitIn(folder)(...words).trim();

/** A clone whose main holds these files, besides the game's. */
function cloneWith(files: ReadonlyMap<string, string>): void {
  for (const [path, text] of new Map([[GAME_FILE, 'name: Hall\n'], ...files])) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('-c', 'user.name=ana', '-c', 'user.email=ana@example.org', 'commit', '-qm', 'Begin');
}

const upgrade = (dryRun = false): ReturnType<typeof upgradeClone> =>
  upgradeClone(folder, { engine: ENGINE, dryRun, now: NOW });
const onBranch = (path: string): string => git('cat-file', 'blob', `${BRANCH}:${path}`);

test('upgrades a game of an older engine on a branch, and keeps what its group wrote', async () => {
  const older = new Map(thinFiles({ repository: ENGINE, version: '0.0.1' }, 'Hall', ['.', 'games/b']));
  const manifest = JSON.parse(older.get('package.json') ?? '') as { dependencies?: object };
  const dependencies = { ...manifest.dependencies, gitnomic: '0.0.1', other: '2.0.0' };
  older.set('package.json', JSON.stringify({ ...manifest, private: true, dependencies }));
  older.set('README.md', '# Our hall\n');
  older.set('src/own.ts', 'export {};\n');
  cloneWith(older);
  const main = git('rev-parse', 'main');
  const tried = await upgrade(true);
  expect(tried).toMatchObject({ oldVersion: '0.0.1', newVersion: version, branch: null });
  expect(tried.changed).toEqual([...tried.changed].sort());
  expect(tried.changed).toEqual(expect.arrayContaining([CLOCK, 'package.json']));
  expect(git('branch', '--list', BRANCH)).toBe('');
  expect(await upgrade()).toEqual({ ...tried, branch: BRANCH });
  expect(git('rev-parse', `${BRANCH}~1`, 'main')).toBe(`${main}\n${main}`);
  expect(gamesIn(onBranch(CLOCK))).toEqual(['.', 'games/b']);
  expect(onBranch(CLOCK)).not.toContain('@v0.0.1');
  expect(JSON.parse(onBranch('package.json'))).toMatchObject({
    private: true,
    dependencies: { gitnomic: version, other: '2.0.0' },
  });
  expect([onBranch('README.md'), onBranch('src/own.ts')]).toEqual(['# Our hall', 'export {};']);
  git('reset', '-q', '--hard', BRANCH);
  expect(await upgrade()).toMatchObject({ oldVersion: version, branch: null, changed: [] });
});

test('removes an engine that lies in the game’s repository, and keeps all of the game', async () => {
  const forms = '.github/ISSUE_TEMPLATE';
  const own = [`${forms}/1-propose.yml`, `${forms}/games--b.2-act.yml`, `${forms}/config.yml`];
  const game = [...own, 'content/library/ours/pack.yml', 'content/ruleset/core/a.md', 'notes.md'];
  const engine = [
    'src/kernel/kernel.ts',
    'docs/github.md',
    '.ci/run',
    `${forms}/bug.yml`,
    'content/library/proving/pack.yml',
    '.github/workflows/check.yml',
  ];
  const files = new Map([...game, ...engine].map((path) => [path, 'x\n']));
  files.set('README.md', '# Gitnomic\n\nAn engine.\n').set('package.json', '{"version":"0.9.0"}');
  cloneWith(files);
  expect(await upgrade()).toMatchObject({ oldVersion: '0.9.0', branch: BRANCH });
  const there = git('ls-tree', '-r', '--name-only', BRANCH).split('\n');
  expect(there).toEqual(expect.arrayContaining([...game, GAME_FILE, CLOCK]));
  expect(there.filter((path) => engine.includes(path))).toEqual([]);
  expect(onBranch('README.md')).toMatch(/^# Hall\n/u);
  expect(onBranch('package.json')).toContain('"name": "hall"');
});

test('refuses what isn’t a clone with a branch main, whatever Git says', () => {
  expect(() => openWorkingTree(folder)).toThrow('no working tree of a repository with a branch main');
  git('init', '-q', '-b', 'other');
  expect(() => openWorkingTree(folder)).toThrow('no working tree');
  rmSync(join(folder, '.git'), { recursive: true });
  cloneWith(new Map([['a b', 'x']]));
  mkdirSync(join(folder, 'deep'));
  const clone = openWorkingTree(join(folder, 'deep'));
  expect([clone.repository, clone.textAt('a b'), clone.textAt('none'), clone.ask('rev-parse', 'no')]).toEqual(
    [null, 'x', null, null],
  );
  expect(() => clone.git('rev-parse', 'no')).toThrow('git rev-parse no failed in');
  execFileSync('git', ['remote', 'add', 'origin', 'git@github.com:ana/hall.git'], { cwd: folder });
  expect(openWorkingTree(folder).repository).toBe('ana/hall');
});

test('an engine must be named as a repository on GitHub', () => {
  expect(releasedEngine(ENGINE)).toEqual({ repository: ENGINE, version });
  for (const wrong of ['gitnomic', 'a/b/c', 'a b/c'])
    expect(() => releasedEngine(wrong)).toThrow(`“${wrong}” is not a repository on GitHub.`);
  const [one, other] = [refusal('no-a', 'No a.', 'Write a.'), refusal('no-b', 'No b.', 'Write b.')];
  expect([one.code, one.next, one.message]).toEqual(['no-a', 'Write a.', 'No a.']);
  const both = new MoveError(...one.problems, ...other.problems);
  expect([both.code, both.next, both.message]).toEqual(['not-moved', undefined, 'No a. No b.']);
});
