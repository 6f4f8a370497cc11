// The remains of a game in a folder: how they are found, and the words for them.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

import type { Vault } from '../../session/secrets/vault.ts';
import {
  assertNotLost,
  describeLoss,
  describeRemains,
  findRemains,
  forgeStateOf,
  GameThereError,
  nextWith,
  type GameRemains,
} from './game-remains.ts';
import { checkRemains } from './check-game.ts';
import { watchPrivate } from './private-watch.ts';
import { remakeForge } from './remake-forge.ts';
import { worldOf } from './world-of-game.ts';

const A = 'a'.repeat(40);
const MAIN = '.gitnomic/forge/repository.git/refs/heads/main';
const PACKED = '.gitnomic/forge/repository.git/packed-refs';
const HEAD = '.gitnomic/forge/repository.git/HEAD';
const LOG = '.gitnomic/forge/events.jsonl';
const BEGUN = '{"type":"begun"}\n';
const MOVED = `${BEGUN}{"type":"engine-moved"}\n`;
const GAME = 'content/game.yml';
const RULES = { 'content/ruleset/core/a.md': 'x', 'content/ruleset/core/a.ts': 'x' };

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gitnomic-remains-'));
});
afterEach(() => rmSync(folder, { recursive: true }));
type Files = Readonly<Record<string, string>>;
function put(files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

test.each<readonly [string, Files, ReturnType<typeof forgeStateOf>]>([
  ['nothing', {}, 'none'],
  ['a branch and a log', { [MAIN]: A, [LOG]: MOVED }, 'whole'],
  ['a packed branch and a log', { [PACKED]: `# pack-refs\n${A} refs/heads/main\n`, [LOG]: MOVED }, 'whole'],
  ['a branch alone', { [MAIN]: A }, 'no-log'],
  ['a branch and an empty log', { [MAIN]: A, [LOG]: '' }, 'no-log'],
  ['a log of a game', { [LOG]: MOVED }, 'no-main'],
  ['a log and other branches', { [LOG]: MOVED, [PACKED]: `${A} refs/heads/main-2\n` }, 'no-main'],
  ['a log of which nothing was begun', { [LOG]: BEGUN, [HEAD]: 'ref' }, 'none'],
])('with %s, the forge is %s', (_, files, health) => {
  put(files);
  expect(forgeStateOf(folder)).toBe(health);
});

test.each<readonly [string, Files, Partial<GameRemains> | null]>([
  ['nothing', {}, null],
  ['what is no game’s', { 'notes.md': 'x', 'content/notes.md': 'x' }, null],
  ['a game that was only begun', { [HEAD]: 'ref', '.gitnomic/clock.json': '{}' }, null],
  ['a clock', { '.gitnomic/clock.json': '{}' }, { wasPlayed: true, files: 0, forge: 'none', name: null }],
  ['a checkout', { [HEAD]: 'ref', '.gitnomic/checkout.json': '{}' }, { wasPlayed: true, forge: 'none' }],
  ['a branch alone', { [MAIN]: A }, { wasPlayed: true, forge: 'no-log', files: 0 }],
  [
    'a game’s files',
    {
      ...RULES,
      [GAME]: "name: 'The Hall'\nforge: { kind: local }\n",
      'content/posts/1.md': 'x',
      'content/posts/1.yml': 'x',
      'content/ledger/1.jsonl': '{}\n{}\n\n',
    },
    { name: 'The Hall', rules: 1, posts: 1, ledgerLines: 2, files: 6, wasPlayed: false, hosted: false },
  ],
  ['a game on GitHub', { [GAME]: 'forge: { kind: github, repository: o/r }' }, { hosted: true, name: null }],
  ['a repository that Git refuses', { ...RULES, '.git': 'x' }, { files: 2, rules: 1 }],
])('with %s, finds what remains of a game', (_, files, remains) => {
  put(files);
  if (remains === null) expect(findRemains(folder)).toBeNull();
  else expect(findRemains(folder)).toMatchObject({ folder, branches: [], ...remains });
});

const GIT = ['-c', 'user.name=ana', '-c', 'user.email=ana@example.org'];

test('finds a game on branches of the folder’s own Git, also in a bare repository', () => {
  const git = (...words: readonly string[]): void =>
    void execFileSync('git', [...GIT, ...words], { cwd: folder, stdio: 'pipe' });
  git('init', '-q', '-b', 'main');
  expect(findRemains(folder)).toBeNull();
  put({ 'notes.md': 'x' });
  git('add', '.');
  git('commit', '-qm', 'Notes');
  expect(findRemains(folder)).toBeNull();
  git('checkout', '-qb', 'game');
  put({ [GAME]: 'name: Hall\n' });
  git('add', '.');
  git('commit', '-qm', 'Begin');
  git('checkout', '-q', 'main');
  expect(findRemains(folder)).toMatchObject({ files: 0, branches: ['refs/heads/game'], wasPlayed: false });
  const bare = join(folder, 'bare');
  execFileSync('git', ['clone', '-q', '--bare', folder, bare], { stdio: 'pipe' });
  expect(findRemains(bare)?.branches).toEqual(['refs/heads/game']);
  rmSync(join(bare, 'HEAD'));
  expect(findRemains(bare)).toBeNull();
});

const remains = (more: Partial<GameRemains> = {}): GameRemains => ({
  folder: '/hall',
  name: 'Hall',
  rules: 2,
  posts: 1,
  ledgerLines: 0,
  files: 3,
  forge: 'none',
  hosted: false,
  wasPlayed: true,
  branches: [],
  ...more,
});

test.each<readonly [Partial<GameRemains>, string]>([
  [{}, 'content/ holds the game Hall: 2 rules, 1 post, 0 ledger lines'],
  [
    { name: null, posts: 0 },
    'content/ holds a game without a readable game.yml: 2 rules, 0 posts, 0 ledger lines',
  ],
  [{ files: 0, branches: ['a', 'b', 'c', 'd'] }, 'its Git holds a game on a, b, c'],
  [{ files: 0 }, '.gitnomic/ holds what a game leaves'],
])('describes %j as %s', (more, said) => {
  expect(describeRemains(remains(more))).toBe(said);
});

test.each<readonly [Partial<GameRemains>, RegExp, RegExp]>([
  [{ forge: 'no-log' }, /^the log of its forge .* is lost/u, /recover --forge --game \/hall` rebuilds/u],
  [{ forge: 'no-main', files: 0 }, /^the main branch of its forge .* is lost/u, /rebuilds its forge/u],
  [{}, /^its forge .* is lost: the log/u, /rebuilds its forge/u],
  [{ wasPlayed: false }, /^its forge .* is not in this folder/u, /rebuilds its forge/u],
  [{ files: 0, branches: ['a'] }, /is lost: the log/u, /rebuilds its forge/u],
  [{ files: 0 }, /is lost: the log/u, /^restore content\/ from a copy/u],
  [{ hosted: true }, /is lost: the log/u, /^play the existing game where it is played/u],
  [{ forge: 'whole', hosted: true }, /is lost: the log/u, /^play the existing game: `gitnomic status/u],
])('says what is lost with %j, and what to do', (more, lost, next) => {
  expect(describeLoss(remains(more))).toMatch(lost);
  expect(nextWith(remains(more))).toMatch(next);
});

test('begins no game where one is, and tells its loss unless it is played elsewhere', () => {
  const there = (more: Partial<GameRemains>): string => new GameThereError(remains(more)).message;
  expect(there({ forge: 'no-log' })).toMatch(
    /in \/hall already: content\/ holds .* lines, and the log of its forge/u,
  );
  for (const whole of [{ forge: 'whole' as const }, { hosted: true }])
    expect(there(whole)).toMatch(/0 ledger lines\.$/u);
  expect(new GameThereError(remains()).next).toMatch(/^Choose another folder, or continue from .*\.$/u);
});

test.each<readonly [string, Files, boolean]>([
  ['nothing', {}, false],
  ['rules alone', RULES, true],
  ['rules and a forge', { ...RULES, [MAIN]: A, [LOG]: MOVED }, false],
  ['a game on GitHub', { [GAME]: 'forge: { kind: github, repository: o/r }' }, false],
])('with %s, tells whether a game is lost', (_, files, isLost) => {
  put(files);
  const look = (): void => assertNotLost(folder);
  if (!isLost) expect(look).not.toThrow();
  else
    expect(look).toThrow(
      expect.objectContaining({
        code: 'forge-lost',
        next: expect.stringMatching(/^Continue from .*\.$/u) as string,
      }) as Error,
    );
});

test.each<readonly [string, Files, string]>([
  ['nothing', {}, 'no-game'],
  ['a game on GitHub', { [GAME]: 'forge: { kind: github, repository: o/r }' }, 'hosted'],
  ['a whole forge', { ...RULES, [MAIN]: A, [LOG]: MOVED }, 'forge-there'],
  ['a clock alone', { '.gitnomic/clock.json': '{}' }, 'no-content'],
  ['a file that can’t be read', { [GAME]: 'name: [', 'content/gamestate/players/bo.md': 'x' }, 'unreadable'],
])('makes no forge from %s, and leaves nothing of the try', async (_, files, code) => {
  put(files);
  await expect(remakeForge(folder, { now: '2024-03-01T09:00:00Z' })).rejects.toMatchObject({ code });
  const left = execFileSync('find', ['.', '-type', 'f'], { cwd: folder, encoding: 'utf8' });
  expect(left.split('\n').filter(Boolean).sort()).toEqual(
    Object.keys(files)
      .map((path) => `./${path}`)
      .sort(),
  );
});

test('doesn’t follow a link in a game that somebody sent', async () => {
  put(RULES);
  symlinkSync('/etc', join(folder, 'content/posts'));
  await expect(remakeForge(folder, {})).rejects.toMatchObject({ code: 'link-in-game' });
});

test('notices what another process does to the log, the branches or the private files', () => {
  put({ [LOG]: MOVED, [PACKED]: `${A} refs/heads/main\n`, '.gitnomic/private/values/1.json': '{}' });
  const worlds = [worldOf(folder)];
  expect(worlds[0]).toContain(`main ${A}\njournal none\n`);
  // A branch of its own file and a packed one are the same.
  put({ [MAIN]: `${A}\n` });
  expect(worldOf(folder)).toBe(worlds[0]);
  rmSync(join(folder, MAIN));
  const changes: readonly Files[] = [
    { [LOG]: `${MOVED}{}\n` },
    { [MAIN]: `${'b'.repeat(40)}\n` },
    { '.gitnomic/forge/repository.git/refs/heads/journal': `${A}\n` },
    { '.gitnomic/private/values/1.json': '{"a":1}' },
    { '.gitnomic/private/values/2.json': '{}' },
  ];
  for (const change of changes) {
    put(change);
    worlds.push(worldOf(folder));
  }
  utimesSync(join(folder, LOG), 1, 1);
  worlds.push(worldOf(folder));
  expect(new Set(worlds).size).toBe(changes.length + 2);
  put({ 'content/notes.md': 'x', [PACKED]: `${A} refs/heads/main\n${A} refs/heads/x\n` });
  expect(worldOf(folder)).toBe(worlds.at(-1));
  expect(worldOf(join(folder, 'content'))).toBe('forge/events.jsonl none\nmain none\njournal none\n');
});

test('learns of private values that others store, but not of keys that others change', async () => {
  const values = '.gitnomic/private/values/1.json';
  put({ '.gitnomic/private/dice.seed': 'one', [values]: '{}' });
  const key = { lines: 1, digest: 'a' };
  const written: unknown[] = [];
  const write = (of: unknown): Promise<void> => {
    written.push(of);
    return Promise.resolve(put({ [values]: `{"own":${written.length}}` }));
  };
  const watch = watchPrivate(folder, { write } as unknown as Vault);
  expect(watch.isKnown()).toBe(true);
  await watch.vault.write(key, {});
  expect(watch.isKnown()).toBe(true);
  put({ [values]: '{"other":1}' });
  expect(watch.isKnown()).toBe(false);
  // Its own write does not make the other’s known.
  await watch.vault.write(key, {});
  expect(watch.isKnown()).toBe(false);
  expect(written).toEqual([key, key]);
  watch.learn();
  expect(watch.isKnown()).toBe(true);
  put({ '.gitnomic/private/dice.seed': 'another' });
  watch.learn();
  expect(watch.isKnown()).toBe(false);
});

test.each<readonly [string, Files, Partial<GameRemains>, boolean, string | null]>([
  ['a whole forge', {}, { forge: 'whole' }, false, null],
  ['a game that is played elsewhere', {}, { hosted: true }, false, null],
  ['a lost log', {}, { forge: 'no-log' }, false, 'problem'],
  ['a lost log beside a copy', {}, { forge: 'no-log' }, true, 'problem'],
  ['files that were never played, beside a copy', {}, { wasPlayed: false }, true, null],
  ['files that were never played', {}, { wasPlayed: false }, false, 'problem'],
  ['a clone', { '.git': 'x' }, { wasPlayed: false }, false, 'note'],
  ['a bare clone', { HEAD: 'x' }, { wasPlayed: false }, false, 'note'],
  ['the engine’s own folder', { 'package.json': '{}' }, { wasPlayed: false }, false, 'note'],
  ['a clone in which it was played', { '.git': 'x' }, {}, false, 'problem'],
  ['a forge that was only begun', { [HEAD]: 'x' }, { files: 0 }, false, null],
  ['a forge that was only begun, and files', { [HEAD]: 'x' }, {}, false, 'problem'],
  ['no forge and no files', {}, { files: 0 }, false, 'problem'],
])('doctor reports %s as what it is', async (_, files, more, copied, level) => {
  put(files);
  const [check, ...others] = checkRemains(remains({ folder, ...more }), copied);
  expect(others).toEqual([]);
  if (level === null) {
    expect(check).toBeUndefined();
    return;
  }
  const [finding] = (await check?.check()) ?? [];
  expect(finding).toMatchObject({ code: 'forge-lost', level, where: join(folder, '.gitnomic/forge') });
  expect(finding?.next?.endsWith('plays a copy of it in game/.')).toBe(level === 'note');
});

test('reports only the link if a game with a lost forge contains one', async () => {
  put(RULES);
  symlinkSync('/etc', join(folder, 'content/posts'));
  const [check] = checkRemains(remains({ folder }), false);
  expect(await check?.check()).toMatchObject([{ code: 'link-in-game', level: 'problem', where: folder }]);
});
