// A game's own repository: what `gitnomic init --github` makes, and how one that holds an engine comes to it.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { runCli } from '../../src/main/run-cli.ts';
import { makeTerminal } from '../../src/cli/terminal.ts';
import { lintProblems, parserProblems } from './published/workflows.ts';
import { ENGINE_PLACES } from '../../src/host/github/template/upgrade-clone.ts';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/u, '');
let folder = '';
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'thin-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function gitnomic(...words: string[]): Promise<{ code: number; json: Record<string, unknown> }> {
  let text = '';
  const write = { write: (more: string) => (text += more) };
  const environment = { GITNOMIC_NOW: '2030-06-03T09:00:00Z' };
  const terminal = makeTerminal(write, write, environment, () => 0);
  const code = await runCli({ words: [...words, '--json'], folder, environment, terminal, caches });
  return { code, json: JSON.parse(text) as Record<string, unknown> };
}

const codeOf = ({ json }: { json: Record<string, unknown> }): unknown =>
  (json['error'] as { problems: { code: string }[] } | undefined)?.problems[0]?.code;
const git = (cwd: string, ...words: string[]): string =>
  execFileSync('git', ['-c', 'user.name=Ana', '-c', 'user.email=ana@example.org', ...words], {
    cwd,
    encoding: 'utf8',
  }).trim();
function commitAll(at: string): void {
  git(at, 'init', '-q', '-b', 'main');
  git(at, 'add', '-A');
  git(at, 'commit', '-qm', 'Begin');
}
const filesIn = (at: string): string[] =>
  readdirSync(at, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(at.length + 1))
    .filter((path) => !path.startsWith('.git/'))
    .sort();
const beside = (at: string): string[] => filesIn(at).filter((path) => !path.startsWith('content/'));
const INIT = [
  'init',
  'harbour',
  '--github',
  'ana/harbour',
  '--admin',
  'ana:7',
  '--player',
  'bo:8',
  '--name',
  'Harbour',
];
const ENGINE = ['--engine', 'someone/gitnomic'];

test('a game on GitHub has content/ and at most 25 other files, none of them the engine’s', async () => {
  expect((await gitnomic(...INIT, ...ENGINE)).json).toMatchObject({ repository: 'ana/harbour', kept: [] });
  const at = join(folder, 'harbour');
  expect(beside(at).length).toBeLessThanOrEqual(25);
  expect(beside(at).filter((path) => /\.[cm]?[jt]s$/u.test(path))).toEqual([]);
  expect(filesIn(join(at, 'content')).filter((path) => path.startsWith('library/'))).toEqual([]);
  const text = (path: string): string => readFileSync(join(at, path), 'utf8');
  expect(text('content/game.yml')).toContain('repository: ana/harbour');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  expect(JSON.parse(text('package.json'))).toMatchObject({
    name: 'harbour',
    dependencies: { gitnomic: version },
  });
  for (const path of beside(at)) expect(text(path), path).not.toMatch(/OWNER|VERSION|@v0$/u);
  expect(text('README.md')).toMatch(/^# Harbour\n/u);
  // What a tick would make first is there.
  expect(existsSync(join(at, '.github/ISSUE_TEMPLATE/1-propose.yml'))).toBe(true);
  expect((await gitnomic('lint', '--game', 'harbour')).json).toMatchObject({ problems: [] });
  expect(codeOf(await gitnomic(...INIT, ...ENGINE))).toBe('game-there');
});

test('the template has a game’s files, before there is a game', async () => {
  await gitnomic(...INIT, ...ENGINE);
  const at = join(folder, 'template');
  const words = [join(root, 'scripts/make-template.ts'), '--repository', 'someone/gitnomic', at];
  execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', ...words]);
  const game = join(folder, 'harbour');
  const isForm = (path: string): boolean => path.startsWith('.github/ISSUE_TEMPLATE/');
  expect(filesIn(at)).toEqual(beside(game).filter((path) => !isForm(path)));
  const others = filesIn(at).filter(
    (path) => readFileSync(join(at, path), 'utf8') !== readFileSync(join(game, path), 'utf8'),
  );
  expect(others).toEqual(['README.md', 'package.json']);
});

test('without an engine, a repository or players, nothing is written', async () => {
  expect(codeOf(await gitnomic(...INIT))).toBe('no-engine-repository');
  expect(codeOf(await gitnomic('init', 'x', '--github', 'harbour', ...ENGINE))).toBe('no-repository');
  expect(codeOf(await gitnomic('init', 'x', '--github', 'ana/harbour', ...ENGINE))).toBe('no-players');
  expect(readdirSync(folder)).toEqual([]);
});

test('a newer engine is a branch with other versions, and what a group wrote itself stays', async () => {
  await gitnomic(...INIT, ...ENGINE);
  const at = join(folder, 'harbour');
  const tick = join(at, '.github/workflows/tick.yml');
  const now = readFileSync(tick, 'utf8');
  writeFileSync(tick, now.replace(/@v[\d.]+/u, '@v0.0.0-old'));
  writeFileSync(join(at, 'README.md'), '# Ours\n');
  const manifest = readFileSync(join(at, 'package.json'), 'utf8');
  writeFileSync(join(at, 'package.json'), manifest.replace(/("gitnomic": ")[^"]+/u, '$10.0.0-old'));
  commitAll(at);
  const changed = ['.github/workflows/tick.yml', 'package.json'];
  const dry = await gitnomic('upgrade', '--game', 'harbour', '--dry-run', ...ENGINE);
  expect(dry.json).toMatchObject({ changed, branch: null, oldVersion: '0.0.0-old' });
  const { json } = await gitnomic('upgrade', '--game', 'harbour', ...ENGINE);
  const branch = String(json['branch']);
  expect(git(at, 'diff', '--name-only', 'main', branch).split('\n')).toEqual(changed);
  expect(git(at, 'show', `${branch}:.github/workflows/tick.yml`)).toBe(now.trim());
  expect(git(at, 'status', '--porcelain')).toBe('');
  git(at, 'switch', '-q', branch);
  git(at, 'branch', '-f', 'main', branch);
  expect((await gitnomic('upgrade', '--game', 'harbour', ...ENGINE)).json).toMatchObject({
    changed: [],
    branch: null,
  });
});

test('a game that contains the engine becomes a thin one, with its own packs, pages and files', async () => {
  await gitnomic(...INIT, ...ENGINE);
  const [thin, at] = [join(folder, 'harbour'), join(folder, 'fat')];
  cpSync(join(thin, 'content'), join(at, 'content'), { recursive: true });
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  const engine = listed.split('\n').filter((path) => path !== '' && existsSync(join(root, path)));
  // Each place of the engine's own repository is the game's, or goes.
  for (const path of new Set(engine.map((one) => one.split('/')[0] ?? ''))) {
    const stays = ['content', 'README.md', 'package.json', '.gitignore', '.gitattributes'].includes(path);
    expect(stays !== ENGINE_PLACES.includes(path), path).toBe(true);
  }
  const placeOf = (path: string): string => path.split('/').slice(0, -1).join('/');
  const some = engine
    .filter((path) => !/^content\/(?!library)/u.test(path))
    .filter(
      (path, at, all) => path.startsWith('src/kernel/') || placeOf(path) !== placeOf(all[at - 1] ?? ''),
    );
  const own = {
    'content/library/ours/pack.yml': 'name: ours\n',
    'notes/plan.md': 'Plan\n',
    CNAME: 'harbour.example\n',
  };
  for (const path of some) put(join(at, path), readFileSync(join(root, path)));
  for (const [path, text] of Object.entries(own)) put(join(at, path), text);
  cpSync(join(thin, '.github/ISSUE_TEMPLATE'), join(at, '.github/ISSUE_TEMPLATE'), { recursive: true });
  commitAll(at);
  const { json } = await gitnomic('upgrade', '--game', 'fat', ...ENGINE);
  git(at, 'switch', '-q', String(json['branch']));
  const expected = [...filesIn(thin), ...Object.keys(own)].filter((path) => path !== 'README.md');
  expect(filesIn(at).filter((path) => path !== 'README.md')).toEqual(expected.toSorted());
  for (const path of filesIn(thin))
    expect(readFileSync(join(at, path), 'utf8'), path).toBe(readFileSync(join(thin, path), 'utf8'));
});

test('adds a second game in a folder, with its own forms, and the workflows look at both', async () => {
  await gitnomic(...INIT, ...ENGINE);
  const at = join(folder, 'harbour');
  const before = new Map(filesIn(at).map((path) => [path, readFileSync(join(at, path), 'utf8')]));
  const second = [...INIT, ...ENGINE, '--path', 'games/pier', '--name', 'Pier'];
  expect((await gitnomic(...second)).json).toMatchObject({ path: 'games/pier' });
  const text = (path: string): string => readFileSync(join(at, path), 'utf8');
  expect(text('games/pier/content/game.yml')).toMatch(/name: Pier[\s\S]*path: games\/pier/u);
  const changed = [...before].flatMap(([path, old]) => (text(path) === old ? [] : [path]));
  expect(changed).toEqual(['.github/workflows/clock.yml', '.github/workflows/events.yml']);
  for (const path of changed) {
    expect(text(path)).toContain("games: '., games/pier'");
    expect([...(await parserProblems(path, text(path))), ...(await lintProblems(path, text(path)))]).toEqual(
      [],
    );
  }
  const added = filesIn(at).filter((path) => !before.has(path) && !path.startsWith('games/pier/content/'));
  expect(added.every((path) => path.startsWith('.github/ISSUE_TEMPLATE/games--pier.'))).toBe(true);
  expect(added.map((path) => text(path)).every((form) => form.includes('of/games/pier'))).toBe(true);
  expect((await gitnomic('lint', '--game', 'harbour/games/pier')).json).toMatchObject({ problems: [] });
  const doctor = async (game = 'harbour/games/pier'): Promise<string> =>
    JSON.stringify((await gitnomic('doctor', '--game', game)).json);
  expect(await doctor()).not.toMatch(/workflow-missing|game-unlisted/u);
  for (const path of changed) {
    const listed = text(path);
    writeFileSync(join(at, path), listed.replace(', games/pier', ''));
    expect(await doctor()).toMatch(new RegExp(`game-unlisted[^}]*${path}`, 'u'));
    writeFileSync(join(at, path), listed.replace('., ', ''));
    expect(await doctor('harbour')).toMatch(new RegExp(`game-unlisted[^}]*${path}`, 'u'));
    writeFileSync(join(at, path), listed);
  }
  expect(codeOf(await gitnomic(...second))).toBe('game-there');
  for (const path of ['../x', 'content', 'a--b', 'A/b'])
    expect(codeOf(await gitnomic(...INIT, ...ENGINE, '--path', path))).toBe('bad-path');
  commitAll(at);
  // A newer engine goes on looking at both.
  expect((await gitnomic('upgrade', '--game', 'harbour', ...ENGINE)).json).toMatchObject({ changed: [] });
});

function put(path: string, content: Uint8Array | string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
