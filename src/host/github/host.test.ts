// How a folder is known for a game on GitHub, and where its pages send people.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

import type { GameFile } from '../../ruleset/schema/game.ts';
import { GAME_FILE } from '../../store/paths.ts';
import { embedded } from '../embedded/host.ts';
import { findHome, foldersFrom, gameIn, homeIn, hostOf } from '../host.ts';
import { forgeProblems, assertGitRan, forgeSchemas, GitMissingError } from '../read-forge.ts';
import { workflowChecks } from './check-workflows.ts';
import { github } from './host.ts';
import { gamesIn, thinFiles, withGames } from './template/thin-files.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gitnomic-host-'));
});
afterEach(() => rmSync(folder, { recursive: true }));
const put = (path: string, text: string): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};
const ON_GITHUB = 'name: Hall\nforge: { kind: github, repository: ana/hall }\n';
const hosts = [github, embedded];

test('finds the host that the game’s file names, from anywhere in the game', () => {
  put(GAME_FILE, ON_GITHUB);
  put('deep/er/x', '');
  expect(github.find(folder, true)).toBe(folder);
  expect(gameIn(hosts, folder, true)).toEqual({ host: github, folder });
  expect(findHome(hosts, folder, true)).toBeNull();
  expect(hostOf(hosts, { kind: 'github' })).toBe(github);
  expect(hostOf(hosts, { kind: 'carrier-pigeon' })).toBeNull();
  expect(homeIn(hosts)).toBe(embedded.home);
  expect(() => homeIn([github])).toThrow('no host plays games');
  put(GAME_FILE, 'name: Hall\n');
  expect([github.find(folder, true), github.find(join(folder, 'deep'), true)]).toEqual([null, null]);
  expect([...foldersFrom(join(folder, 'deep'), true)]).toEqual([join(folder, 'deep')]);
  expect([...foldersFrom(join(folder, 'deep'), false)].slice(0, 2)).toEqual([join(folder, 'deep'), folder]);
  expect([...foldersFrom('/', false)]).toEqual(['/']);
});

test('finds a game at home in its folder, and in the folder game of a clone', async () => {
  expect(embedded.find(folder, true)).toBeNull();
  mkdirSync(join(folder, 'game/.gitnomic/forge'), { recursive: true });
  expect([embedded.find(folder, true), embedded.find(folder, false)]).toEqual([null, join(folder, 'game')]);
  expect(findHome(hosts, join(folder, 'game'), true)).toEqual({
    home: embedded.home,
    folder: join(folder, 'game'),
  });
  mkdirSync(join(folder, '.gitnomic/forge'), { recursive: true });
  expect(embedded.find(folder, false)).toBe(folder);
  const schema = await embedded.schema();
  expect(
    [{ kind: 'local' }, { kind: 'github' }, { kind: 'local', repository: 'o/r' }].map(
      (one) => schema.safeParse(one).success,
    ),
  ).toEqual([true, false, false]);
  expect((await embedded.engine({} as never)).id).toBe('gitnomic');
});

test('at home, reports a lost forge, opens one in memory, and refuses what isn’t a game', async () => {
  const { home } = embedded;
  if (home === undefined) throw new Error('no games are played here');
  expect(await home.forgeChecks(folder, false)).toBeNull();
  await expect(home.assertNotLost(folder)).resolves.toBeUndefined();
  await expect(home.remakeForge(folder, {}, true)).rejects.toMatchObject({ code: 'no-game' });
  put('content/ruleset/core/a.md', 'x');
  await expect(home.assertNotLost(folder)).rejects.toMatchObject({ code: 'forge-lost' });
  const [check] = (await home.forgeChecks(folder, false)) ?? [];
  expect(await check?.check()).toMatchObject([{ code: 'forge-lost', level: 'problem' }]);
  const { forge, people } = await home.openInMemory({ clock: () => '2024-03-01T09:00:00Z', forgeId: 'f' });
  await people.open({ id: 'ana', name: 'Ana', bot: false }, { kind: 'story', title: 'One', text: '' });
  expect((await forge.observe(null)).events).toMatchObject([{ id: 'f-2', type: 'opened' }]);
});

const problemsOf = async (text: string) => forgeProblems(hosts, new Map([[GAME_FILE, text]]));

test('the host of each kind checks what the game’s file says of its forge', async () => {
  expect(await problemsOf(ON_GITHUB)).toEqual([]);
  expect(await problemsOf('name: Hall\n')).toEqual([]);
  expect(await problemsOf('name: Hall\nforge: { kind: 3 }\n')).toEqual([]);
  expect(await problemsOf('name: Hall\nforge: { kind: pigeon }\n')).toMatchObject([
    { code: 'unknown-forge', line: 2, message: 'It is "pigeon".', expected: 'one of github, local' },
  ]);
  for (const wrong of ['repository: ana', 'repository: ana/hall, path: ../up', 'repository: a/b, paths: x'])
    expect(await problemsOf(`name: Hall\nforge: { kind: github, ${wrong} }\n`)).not.toEqual([]);
  const schemas = await forgeSchemas(hosts);
  const kinds = [{ kind: 'github', repository: 'ana/hall' }, { kind: 'local' }];
  expect(schemas.map((schema) => kinds.map((one) => schema.safeParse(one).success))).toEqual([
    [true, false],
    [false, true],
  ]);
});

test('says that Git is missing only if it is', () => {
  const missing = Object.assign(new Error('spawn git ENOENT'), { code: 'ENOENT', syscall: 'spawn git' });
  expect(() => assertGitRan(missing, folder)).toThrow(GitMissingError);
  expect(() => assertGitRan(missing)).toThrow(GitMissingError);
  for (const other of [
    { code: 'EACCES', syscall: 'spawn git' },
    { code: 'ENOENT', syscall: 'open' },
    { code: 'ENOENT' },
  ])
    expect(() => assertGitRan(other, folder)).not.toThrow();
  expect(() => assertGitRan(missing, join(folder, 'none'))).not.toThrow();
});

test('gives the addresses of posts, branches and forms on GitHub', async () => {
  const forge = { kind: 'github', repository: 'ana/hall' };
  expect(github.postAddress?.(forge, '7')).toBe('https://github.com/ana/hall/issues/7');
  for (const other of [{ kind: 'github' }, { kind: 'local', repository: 'ana/hall' }])
    expect(github.postAddress?.(other, '7')).toBeNull();
  for (const remote of ['git@github.com:ana/hall.git', 'https://github.com/ana/hall'])
    expect(github.changesPage?.(remote, 'night')).toBe(
      'https://github.com/ana/hall/compare/main...night?expand=1',
    );
  expect(github.changesPage?.('https://elsewhere.example/ana/hall', 'night')).toBeNull();
});

test('with a sign-in service pages act in people’s own names, and without one they don’t', async () => {
  const model = { kinds: {}, actions: {}, submissions: {} } as never;
  const game = { name: 'Hall', forge: { kind: 'github', repository: 'ana/hall' } } as GameFile;
  expect(await github.forms?.({}, model)).toBeNull();
  expect((await github.forms?.(game, model))?.signIn).toBeNull();
  const service = { service: 'https://sign.example/', client: 'c1', scope: 'public_repo' };
  const forms = await github.forms?.({ ...game, 'sign-in': service }, model);
  expect(forms?.signIn).toMatchObject({
    service: 'https://sign.example/token',
    open: 'https://api.github.com/repos/ana/hall/issues',
    comment: 'https://api.github.com/repos/ana/hall/issues/{post}/comments',
  });
  expect(forms?.signIn?.authorize).toMatch(/client_id=c1&.*&scope=public_repo&state=/u);
  const { scope: _, ...scopeless } = service;
  expect((await github.forms?.({ ...game, 'sign-in': scopeless }, model))?.signIn?.authorize).not.toContain(
    'scope',
  );
});

const ENGINE = { repository: 'maker/gitnomic', version: '1.2.3' };

test('a new repository runs this version of the engine for its own games, and is named after them', () => {
  const files = thinFiles(ENGINE, 'Harbour $& Co', ['.', 'games/b']);
  expect(files.get('README.md')).toMatch(/^# Harbour \$& Co$/mu);
  expect(files.get('package.json')).toContain('"name": "harbour-co"');
  expect(thinFiles(ENGINE, '!!!').get('package.json')).toContain('"name": "a-nomic"');
  const all = [...files.values()].join('\n');
  expect(all).toContain('maker/gitnomic');
  expect(all).toContain('@v1.2.3');
  expect(all).not.toMatch(/OWNER\/gitnomic|@v0\b|\[CORES\]|default: CORE\b/u);
  expect([...files.keys()].filter((path) => /(?:^|\/)dot-/u.test(path))).toEqual([]);
  // Set-up offers the cores, and suggests the first.
  expect(all).toMatch(
    /default: (\S+)\n\s+options: \['\1'|options: \['?(\S+?)'?,[^\]]*\]\n\s+default: '?\2'?\n/u,
  );
  const events = files.get('.github/workflows/events.yml') ?? '';
  expect(gamesIn(events)).toEqual(['.', 'games/b']);
  expect(gamesIn(withGames(events, ['c']))).toEqual(['c']);
  expect([gamesIn('on: push\n'), withGames('on: push\n', ['c'])]).toEqual([['.'], 'on: push\n']);
});

async function found(): Promise<readonly string[]> {
  const all = await Promise.all(workflowChecks(folder).map(({ check }) => check()));
  return all.flat().map(({ code, where }) => `${code} ${where?.split('/').at(-1) ?? ''}`.trim());
}

test('finds workflows that are missing or ignore the game, and expects none where none are needed', async () => {
  put(GAME_FILE, 'name: Hall\n');
  expect(await found()).toEqual([]);
  put(GAME_FILE, `name: Hall\ndice: { source: committed, hash: 'sha256:${'0'.repeat(64)}' }\n`);
  expect(await found()).toEqual([]);
  put('.git/config', '[remote "origin"]\n\turl = https://elsewhere.example/hall\n');
  expect(await found()).toEqual([]);
  put(GAME_FILE, ON_GITHUB);
  expect(await found()).toHaveLength(5);
  put(GAME_FILE, 'name: Hall\n');
  put('.git/config', '[remote "origin"]\n\turl = git@github.com:ana/hall\n');
  expect(await found()).toHaveLength(5);
  for (const [path, text] of thinFiles(ENGINE, 'Hall')) put(path, text);
  put(GAME_FILE, ON_GITHUB);
  expect(await found()).toEqual([]);
  rmSync(join(folder, '.github/workflows/tick.yml'));
  expect(await found()).toEqual(['workflow-missing tick.yml']);
  for (const [path, text] of thinFiles(ENGINE, 'Hall', ['games/other'])) put(path, text);
  put(GAME_FILE, `${ON_GITHUB}dice: { source: committed, hash: 'sha256:${'0'.repeat(64)}' }\n`);
  expect(await found()).toEqual(['game-unlisted events.yml', 'game-unlisted clock.yml', 'seed-on-github']);
});

test('a game in a folder of a repository looks for its workflows at the top', async () => {
  const top = folder;
  for (const [path, text] of thinFiles(ENGINE, 'Hall', ['games/b'])) put(path, text);
  folder = join(top, 'games/b');
  put(GAME_FILE, ON_GITHUB.replace('ana/hall', 'ana/hall, path: games/b'));
  expect(await found()).toEqual([]);
  folder = top;
});
