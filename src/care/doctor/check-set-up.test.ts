// What the doctor finds of a machine and of a folder, and what a game's files and opening tell it.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { SMALL } from '../../session/fixtures/desk.ts';
import { FORMAT, FORMAT_FILE } from '../../store/formats/migrations.ts';
import { GAME_FILE } from '../../store/paths.ts';
import { kernelGame } from '../../tick/fixtures/embedded-game.ts';
import { checkDeleted, rulesDeleted } from './deleted-rules.ts';
import { NoGameError } from '../../tick/tick-options.ts';
import { gitIn } from '#platform/run-git.ts';
import { checkContent, checkOpening, checkStandstill, hasGameFiles, treeChecks } from './check-content.ts';
import { folderCheck, setUpChecks } from './check-set-up.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gitnomic-set-up-'));
});
afterEach(() => rmSync(folder, { recursive: true }));
const put = (path: string, text: string): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};

/** A port that something else uses. */
async function taken(): Promise<{ readonly port: number; free(): Promise<void> }> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, 'localhost', () => done()));
  const { port } = server.address() as { port: number };
  return { port, free: () => new Promise((done) => server.close(() => done())) };
}

async function foundBy(more: object = {}): Promise<readonly (readonly [string, string])[]> {
  const other = await taken();
  await other.free();
  const checks = setUpChecks({ root: ROOT, nodeVersion: '26.1.0', port: other.port, ...more });
  const all = await Promise.all(checks.map(({ check }) => check()));
  return all.flat().map(({ code, level }) => [code, level] as const);
}

test('finds nothing on a machine that has all it needs', async () => {
  expect(await foundBy()).toEqual([]);
});

test('reports an old Node and a missing own one, and calls it worse if there is no good one at all', async () => {
  expect(await foundBy({ nodeVersion: '25.9.9' })).toEqual([['old-node', 'problem']]);
  expect(await foundBy({ root: folder })).toEqual([['no-own-node', 'note']]);
  expect(await foundBy({ root: folder, nodeVersion: '20.0.0' })).toEqual([
    ['old-node', 'problem'],
    ['no-own-node', 'problem'],
  ]);
});

test.each([
  ['that runs', '[ "$1" = --version ]', []],
  ['that doesn’t run', 'exit 1', ['The project’s own Node does not run on this system.']],
])('in a folder with an odd name, checks the project’s own Node %s', async (_, script, said) => {
  const root = join(folder, 'my $game; here');
  const node = join('my $game; here', 'node_modules/.bin/node');
  put(node, `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, node), 0o755);
  const [ofNode] = setUpChecks({ root, nodeVersion: '26.1.0', port: 0 });
  expect((await ofNode?.check())?.map(({ what }) => what)).toEqual(said);
});

test('the fix installs packages that differ from what the project asks for, or says that it failed', async () => {
  put('package-lock.json', '{}');
  put('scripts/set-up/installed.mjs', 'export const isInstalled = () => false;\n');
  const [, ofPackages] = setUpChecks({ root: folder, nodeVersion: '26.1.0', port: 0 });
  const [found] = (await ofPackages?.check()) ?? [];
  expect(found).toMatchObject({ code: 'packages-missing', level: 'problem' });
  put('scripts/set-up.mjs', "import { writeFileSync } from 'node:fs';\nwriteFileSync('installed', '');\n");
  await found?.fix?.run();
  expect(existsSync(join(folder, 'installed'))).toBe(true);
  put('scripts/set-up.mjs', 'process.exitCode = 1;\n');
  await expect(found?.fix?.run()).rejects.toThrow('could not be installed');
});

test('notes a port that something else uses', async () => {
  const other = await taken();
  expect(await foundBy({ port: other.port })).toEqual([['port-taken', 'note']]);
  await other.free();
  expect(await foundBy({ port: other.port })).toEqual([]);
});

test('reports each folder that can’t be written, and leaves nothing of the check', async () => {
  put('.gitnomic/forge/x', '');
  const checked = async (may?: (path: string) => boolean) =>
    (await folderCheck(folder, may).check()).map(({ code, where }) => [code, where]);
  expect(await checked()).toEqual([]);
  expect(readdirSync(join(folder, '.gitnomic'))).toEqual(['forge']);
  expect(await checked((path) => path === folder)).toEqual([
    ['read-only', join(folder, '.gitnomic')],
    ['read-only', join(folder, '.gitnomic/forge')],
  ]);
});

test.each([
  ['ENOSPC', 'disk-full', 'Free some space'],
  ['EDQUOT', 'disk-full', 'Free some space'],
  ['EIO', 'disk-failed', 'Copy the whole folder to a working disk'],
])('reports a disk that answers %s as %s', async (error, code, next) => {
  const write = (): never => {
    throw Object.assign(new Error(error), { code: error });
  };
  const found = await folderCheck(folder, undefined, write).check();
  expect(found).toMatchObject([
    { code, level: 'problem', where: folder, next: expect.stringContaining(next) as string },
  ]);
  expect(found[0]?.what).toContain(code === 'disk-full' ? 'is full' : 'reports a failure');
});

test('a folder that refuses the probe for another reason has room, and the check makes no folder', async () => {
  const write = (): never => {
    throw Object.assign(new Error('no'), { code: 'EACCES' });
  };
  expect(await folderCheck(folder, undefined, write).check()).toEqual([]);
  expect(await folderCheck(folder).check()).toEqual([]);
  expect(existsSync(join(folder, '.gitnomic'))).toBe(false);
});

test('reports a standstill in a sentence; what the engine failed at is reported elsewhere', () => {
  expect(checkStandstill(['“Tea” is due, and refused', 'The engine failed at line 3'])).toMatchObject([
    { code: 'stands-still', level: 'problem', what: '“Tea” is due, and refused.' },
  ]);
});

test('leaves a game of a newer engine to that engine', async () => {
  const files = new Map([
    [GAME_FILE, 'name: Hall\n'],
    [FORMAT_FILE, `{"format":${FORMAT + 1}}\n`],
  ]);
  expect(await checkContent(files)).toMatchObject([
    { code: 'newer-format', level: 'problem', next: expect.stringMatching(/newer/u) as string },
  ]);
});

test('checks the content and the dice in a folder with a game’s files', () => {
  expect(hasGameFiles(folder)).toBe(false);
  put(GAME_FILE, 'name: Hall\n');
  expect(hasGameFiles(folder)).toBe(true);
  expect(treeChecks(folder).map(({ title }) => title)).toEqual([
    'the content of the working tree',
    'its dice',
  ]);
});

test('in a working tree with broken rules, also reports rules that its last commit deleted', async () => {
  const git = gitIn(folder);
  put(GAME_FILE, 'name: Hall\n');
  put('content/ruleset/core/votes.md', 'Words.\n');
  const aside = { n: 0, at: '2024-03-02T09:00:00Z', by: 'engine', what: 'set aside', draws: [], changes: [] };
  const line = { ...aside, stopped: 'event 3', refused: 'Gitnomic has a fault', fault: 'x', engine: 'y' };
  put('content/ledger/2024-03.jsonl', `${JSON.stringify(line)}\n`);
  git('init', '-q');
  const commit = (): string =>
    git('-c', 'user.name=ana', '-c', 'user.email=ana@example.org', 'commit', '-qam', 'Rules');
  git('add', '.');
  commit();
  rmSync(join(folder, 'content/ruleset/core/votes.md'));
  commit();
  const [ofTree, ofDice] = treeChecks(folder);
  const found = (await ofTree?.check()) ?? [];
  expect(found.map(({ code }) => code)).toEqual(expect.arrayContaining(['set-aside', 'rule-deleted']));
  expect(found.some(({ level }) => level === 'problem')).toBe(true);
  expect(await ofDice?.check()).toEqual([]);
});

test('names rule files that Git has and the folder lacks, with the command that brings them back', () => {
  const git = gitIn(folder);
  const rules = ['core/votes.md', 'core/passing.md'].map((name) => `content/ruleset/${name}`);
  expect(checkDeleted(folder, true)).toEqual([]);
  git('init', '-q');
  const commit = (): string =>
    git('-c', 'user.name=ana', '-c', 'user.email=ana@example.org', 'commit', '-qm', 'Rules');
  for (const rule of [...rules, 'content/ruleset/README', 'notes.md']) put(rule, 'Words.\n');
  git('add', '.');
  commit();
  expect(checkDeleted(folder, true)).toEqual([]);
  const bringsBack = (isStopped: boolean): void => {
    const [found] = checkDeleted(folder, isStopped);
    expect(found?.what).toContain(rules[0]);
    const [, words = ''] = /^`git -C \S+ ([^`]+)`/u.exec(found?.next ?? '') ?? [];
    git(...words.split(' '));
    expect(rules.every((rule) => existsSync(join(folder, rule)))).toBe(true);
    expect(checkDeleted(folder, false)).toEqual([]);
  };
  rmSync(join(folder, rules[0] ?? ''));
  bringsBack(false);
  rmSync(join(folder, 'content/ruleset'), { recursive: true });
  bringsBack(false);
  git('rm', '-q', ...rules);
  commit();
  rmSync(join(folder, 'notes.md'));
  git('add', '.');
  commit();
  // A game that goes on may have repealed them.
  expect(checkDeleted(folder, false)).toEqual([]);
  bringsBack(true);
  git('update-ref', 'refs/remotes/origin/main', 'HEAD~2');
  rmSync(join(folder, 'content/ruleset'), { recursive: true });
  expect(checkDeleted(folder, true)).toHaveLength(1);
  bringsBack(false);
});

test.each<readonly [lacking: readonly string[], names: string, back: string]>([
  [['a b.md'], 'a b.md', '"a b.md"'],
  [['a.md', 'b.md', 'c.md'], 'a.md, b.md, c.md', 'a.md b.md c.md'],
  [['a.md', 'b.md', 'c.md', 'd.md'], 'a.md, b.md, c.md, … and 1 more', 'content/ruleset'],
])('of the missing rules %j, names a few, and brings back many by their folder', (lacking, names, back) => {
  const [found] = rulesDeleted(lacking, { from: 'HEAD', git: 'git -C hall' });
  expect(found?.what).toBe(`The folder lacks rules that HEAD has: ${names}.`);
  expect(found?.next).toContain(`\`git -C hall restore --source=HEAD -- ${back}\``);
});

test('finds what somebody pushed to main when opening the game, and nothing after its fix', async () => {
  const game = await kernelGame(SMALL);
  await game.tick();
  let disposed = 0;
  const opened = {
    forge: game.forge,
    now: () => game.now,
    main: () => game.mainTip(),
    tick: () => game.tick(),
    openPosition: () => Promise.resolve({ open: { play: { dispose: () => void disposed++ } } }),
  };
  expect([await checkOpening(opened), disposed]).toEqual([[], 1]);
  const path = 'content/gamestate/players/bo.md';
  const pushed = await game.branch({ [path]: '---\nname: Boss\n---\n' });
  const { gitdir } = game.forge.repository;
  await game.disk.write(`${gitdir}/refs/heads/main`, new TextEncoder().encode(`${pushed}\n`));
  const [finding] = await checkOpening(opened);
  expect(finding).toMatchObject({ code: 'pushed-to-main', what: expect.stringContaining(path) as string });
  await finding?.fix?.run();
  expect(await checkOpening(opened)).toEqual([]);
  const fails = (error: unknown) =>
    checkOpening({
      ...opened,
      openPosition: () => {
        throw error as Error;
      },
    });
  expect(await fails(new NoGameError())).toEqual([]);
  expect(await fails(Object.assign(new Error('no disk'), { code: 'EIO', next: 'Buy one.' }))).toMatchObject([
    { code: 'eio', what: expect.stringMatching(/no disk$/u) as string, next: 'Buy one.' },
  ]);
  expect(await fails('words')).toMatchObject([{ code: 'does-not-open', next: '`gitnomic tick` says more.' }]);
});
