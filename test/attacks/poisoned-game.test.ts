// A folder that somebody sent holds a game, and beside it everything by which Git starts programs. Every command is run there.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { runIn } from '../../src/main/fixtures/run-in.ts';
import { registryOf } from '../../src/cli/registry.ts';
import { addons } from '../../src/addons/registry.ts';
import { hosts } from '../../src/host/registry.ts';
import { gitIn } from '../../src/platform/node/run-git.ts';
import { committed, everySetting, Poison, sign } from './poison.ts';
import { NAMES, USES } from './uses.ts';
import { slowTest } from '../slowly.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
const root = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'poisoned-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const at = (name: string): string => join(root, name);
const gitnomicAt = (now: string, folder: string, ...words: readonly string[]) =>
  runIn(at(folder), now, words);
const gitnomic = (folder: string, ...words: readonly string[]) =>
  gitnomicAt('2030-06-03T09:00:00Z', folder, ...words);
const forgeOf = (folder: string): string => join(at(folder), '.gitnomic/forge/repository.git');

/** Those that run Git; all with `GITNOMIC_FAULTS=all`, which is part of the long suite. */
const all = process.env['GITNOMIC_FAULTS'] === 'all';
const BY_GIT = new Set([
  'doctor backup',
  'init',
  'move',
  'doctor recover',
  'doctor restore',
  'status',
  'tick',
  'upgrade',
  'vote',
]);
const SHOWN = Object.entries(USES).filter(([name]) => all || BY_GIT.has(name));

let poison: Poison;
beforeAll(async () => {
  poison = new Poison(at('poison'));
  const people = NAMES.flatMap((name) => ['--player', name]);
  await runIn(root, '2030-06-03T09:00:00Z', ['init', 'clean', ...people, '--admin', 'ana']);
  await gitnomic('clean', 'propose', '--as', 'ana', '--add-rule', 'Manners', '--text', 'Please.');
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', at('remote.git')]);
  writeFileSync(join(at('clean'), 'own.yml'), 'title: Nothing\nsteps: []\n');
  writeFileSync(join(at('clean'), 'steps.yml'), '[]\n');
  writeFileSync(at('history.csv'), 'date,title\n2020-01-01,Before\n');
  writeFileSync(at('ruleset.md'), '# Rules\n\n## One\n\nA rule.\n');
});

/** A copy of the game in a working tree of Git, with all of the poison but what the forge's own settings could say. */
function poisonedCopy(name: string, by: 'itself' | 'include'): string {
  cpSync(at('clean'), at(name), { recursive: true });
  rmSync(join(at(name), '.git'), { recursive: true, force: true });
  committed(at(name), `ext::sh -c ${poison.program}`);
  sign(at(name));
  poison.files(at(name));
  for (const gitdir of [join(at(name), '.git'), forgeOf(name)]) poison.hooks(gitdir);
  poison.settings(join(at(name), '.git'), by);
  return name;
}

const BY = ['-c', 'user.name=Eve', '-c', 'user.email=eve@example.org'];

/** What has started since it was last asked. */
function started(): readonly string[] {
  const names = poison.started();
  rmSync(poison.log, { force: true });
  return names;
}

test('every command is used here', () => {
  const names = registryOf(hosts, addons).map(({ name }) => name);
  expect(names.sort()).toEqual(Object.keys(USES).sort());
});

test('only these files start Git, and each keeps a repository’s settings from counting', () => {
  const runsGit = /(?:spawn|exec\w*|run|start)\w*\(\s*'git'/u;
  const files = globSync('src/**/*.ts', { cwd: project, exclude: ['**/*.test.ts', '**/fixtures/**'] });
  const starting = files.filter((path) => runsGit.test(readFileSync(join(project, path), 'utf8')));
  expect(starting.sort()).toEqual([
    'src/forge/github/remote.ts',
    'src/platform/node/run-git.ts',
    'src/repository/git-reader.ts',
  ]);
});

test('the poison works: plain Git in that folder starts it', () => {
  poisonedCopy('plain', 'include');
  spawnSync('git', ['status'], { cwd: at('plain') });
  expect(started()).not.toEqual([]);
});

test('Git starts nothing, whatever a repository’s settings and whatever its drivers are called', () => {
  const folder = at(poisonedCopy('settings', 'itself'));
  appendFileSync(join(folder, '.git/config'), everySetting(poison.program));
  const git = gitIn(folder);
  appendFileSync(join(folder, 'content/ruleset/core/votes.md'), '\nMore.\n');
  const asked = [
    ['log', '-1'],
    ['show'],
    ['status', '--porcelain'],
    ['diff'],
    ['diff', 'HEAD'],
    ['grep', 'rule'],
    ['ls-files'],
    ['for-each-ref'],
    ['add', '.'],
    ['commit', '--quiet', '--message', 'More'],
    ['fetch', '--quiet', forgeOf('clean'), 'main:refs/heads/theirs'],
    ['merge', '--quiet', '--ff-only', 'HEAD'],
    ['checkout', '--quiet', 'HEAD~1'],
  ];
  for (const words of asked)
    expect([words, git(...BY, ...words) !== null, started()]).toEqual([words, true, []]);
  // What it changed is in the repository itself.
  expect(readFileSync(join(folder, '.git/HEAD'), 'utf8')).toBe(git('rev-parse', 'main~1'));
});

describe('in a game within a poisoned repository', () => {
  beforeAll(() => void poisonedCopy('game', 'itself'));

  test.each(SHOWN)('%s starts nothing', async (name, uses) => {
    for (const words of uses) {
      const { said } = await gitnomic('game', ...name.split(' '), ...words);
      expect(said).not.toMatch(/^usage\[/u);
      expect([words, started()], said).toEqual([words, []]);
    }
  });

  test('the commands really played: the vote counts, and both backups hold the game', async () => {
    expect((await gitnomic('game', 'show', '1')).said).toContain('Manners');
    expect(existsSync(at('back-by-git'))).toBe(true);
    for (const folder of ['back', 'back-by-git'])
      expect((await gitnomic(folder, 'show', '1')).said).toContain('Manners');
  });
});

describe('a game whose forge has settings, or objects elsewhere', () => {
  const spoil: Readonly<Record<string, (folder: string) => void>> = {
    'settings of its own': (folder) => poison.settings(forgeOf(folder)),
    'settings in another file': (folder) => poison.settings(forgeOf(folder), 'include'),
    'objects elsewhere': (folder) =>
      writeFileSync(join(forgeOf(folder), 'objects/info/alternates'), `${forgeOf('clean')}/objects\n`),
  };
  const refused: Readonly<Record<string, readonly string[]>> = {
    status: [],
    tick: [],
    backup: ['--git', '../remote.git'],
    doctor: [],
    vote: ['for', '1', '--as', 'bo'],
    move: USES['move']?.[0] ?? [],
  };
  test.each(Object.entries(spoil))('refuses it and starts nothing: %s', async (what, spoilIt) => {
    const folder = what.replaceAll(' ', '-');
    cpSync(at('clean'), at(folder), { recursive: true });
    poison.hooks(forgeOf(folder));
    spoilIt(folder);
    for (const [name, words] of Object.entries(refused)) {
      const { code, said } = await gitnomic(folder, name, ...words);
      expect([name, code === 0, started()], said).toEqual([name, false, []]);
      expect(said).toContain('strange-settings');
    }
  });
});

describe('a game with links to files elsewhere', () => {
  const SECRET = 'the diary of the victim';
  /** A file that each command reads or writes, one of the working copy, and folders of both. */
  const LINKED = [
    '.gitnomic/forge/events.jsonl',
    '.gitnomic/private/emperor.key',
    '.gitnomic/checkout.json',
    'content/game.yml',
    '.gitnomic/cache',
    '.gitnomic/writing',
    'content/ruleset',
    'content',
    '.gitnomic/forge/repository.git/refs',
  ];
  /** One with a file and one with a folder in `npm test`, all with `GITNOMIC_FAULTS=all`. */
  const linked = LINKED.filter(
    (path) => all || ['content/ruleset', '.gitnomic/checkout.json'].includes(path),
  );

  /** Everything there, by path: what a command wrote, changed or removed shows. */
  const filesOf = (folder: string): string =>
    JSON.stringify(
      globSync('**', { cwd: folder })
        .toSorted()
        .map((path) => [
          path,
          statSync(join(folder, path)).isFile() ? readFileSync(join(folder, path), 'utf8') : null,
        ]),
    );

  test.each(linked)('%s: no command reads or changes the link’s target', async (path) => {
    const folder = `linked-${path.replaceAll(/[./]+/gu, '-')}`;
    const elsewhere = at(`${folder}-elsewhere`);
    cpSync(at('clean'), at(folder), { recursive: true });
    mkdirSync(join(elsewhere, 'core'), { recursive: true });
    for (const name of ['diary.md', 'game.yml', 'core/diary.md'])
      writeFileSync(join(elsewhere, name), SECRET);
    const isFile = /\.\w+$/u.test(path);
    rmSync(join(at(folder), path), { recursive: true, force: true });
    symlinkSync(isFile ? join(elsewhere, 'diary.md') : elsewhere, join(at(folder), path));
    const before = filesOf(elsewhere);
    for (const [name, uses] of SHOWN)
      for (const words of uses) {
        const { said } = await gitnomic(folder, ...name.split(' '), ...words);
        expect(said, `${name} ${words.join(' ')}`).not.toContain(SECRET);
        expect([name, filesOf(elsewhere)]).toEqual([name, before]);
      }
    const { code, said } = await gitnomic(folder, 'status');
    expect([code === 0, said]).toEqual([false, expect.stringContaining('link')]);
    expect((await gitnomic(folder, 'doctor')).said).toContain(`${path} is a symbolic link`);
  });
});

test('rebuilding a lost forge from its Git, or restoring a poisoned backup, starts nothing', async () => {
  execFileSync('git', ['clone', '--quiet', forgeOf('clean'), at('cloned')]);
  execFileSync('git', ['branch', 'journal', 'origin/journal'], { cwd: at('cloned') });
  const git = join(at('cloned'), '.git');
  poison.files(at('cloned'));
  poison.hooks(git);
  poison.settings(git);
  const { said } = await gitnomic('cloned', 'doctor', 'recover', '--forge', '--yes');
  expect(said).toContain('goes on');
  expect(started()).toEqual([]);
  expect((await gitnomic('cloned', 'show', '1')).said).toContain('Manners');

  const evil = at('evil.git');
  execFileSync('git', ['clone', '--quiet', '--bare', at('remote.git'), evil]);
  poison.hooks(evil);
  poison.settings(evil);
  expect((await gitnomic('.', 'doctor', 'restore', '--git', evil, 'from-evil')).said).toContain(
    'The game is back',
  );
  expect(started()).toEqual([]);
});

slowTest(
  'a poisoned clone of a game elsewhere: upgraded, pushed and moved into without starting anything',
  async () => {
    const clone = at('clone');
    mkdirSync(join(clone, '.github/workflows'), { recursive: true });
    writeFileSync(join(clone, '.github/workflows/tick.yml'), 'name: Tick\n');
    committed(clone, at('remote.git'));
    poison.files(clone);
    poison.hooks(join(clone, '.git'));
    poison.settings(join(clone, '.git'));
    cpSync(at('clean'), at('moving'), { recursive: true });
    const later = '2030-06-09T09:00:00Z';
    await gitnomicAt(later, 'moving', 'tick');
    const moved = await gitnomicAt(later, 'moving', 'move', ...(USES['move']?.[0] ?? []));
    expect(moved.said).toContain('is now on main of');
    expect(started()).toEqual([]);
    const { said } = await gitnomic('clone', 'upgrade', '--game', '.', '--engine', 'eve/engine', '--push');
    expect(said).toContain('push-failed');
    expect(started()).toEqual([]);
  },
);
