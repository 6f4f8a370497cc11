import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { describeForge, type ForgeHarness } from '../../../test/contract/forge.ts';
import { memoryDisk } from '../../repository/memory-disk.ts';
import { advance, readBranch } from '../../repository/refs.ts';
import { writeCommit } from '../../repository/write-commit.ts';
import type { Oid } from '../../repository/repository.ts';
import type { Person } from '../events.ts';
import { localForgeOn, openLocalForge, openMemoryForge, type LocalForge } from './local-forge.ts';

const scratch = mkdtempSync(join(tmpdir(), 'gitnomic-forge-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
let folders = 0;
const newFolder = (): string => {
  folders += 1;
  return join(scratch, `forge-${folders}`);
};
const start = '2021-06-18T09:00:00Z';
const clock = (): string => start;
const ana: Person = { id: 'ana', name: 'Ana', bot: false };

async function harnessOf(open: (clock: () => string) => Promise<LocalForge>): Promise<ForgeHarness> {
  let now = start;
  const { forge, table } = await open(() => now);
  return {
    forge,
    table,
    setClock: (at) => {
      now = at;
    },
    another: () => open(() => now),
    pushByGit: async (branch, commit) => {
      const { repository } = forge;
      await advance(repository, branch, await readBranch(repository, branch), commit);
    },
  };
}

describeForge('the embedded forge in memory', () => {
  const disk = memoryDisk();
  return harnessOf((now) => openMemoryForge({ clock: now }, disk));
});

describeForge('the embedded forge on disk', () => {
  const folder = newFolder();
  return harnessOf((now) => openLocalForge(folder, { clock: now }));
});

const git = (folder: string, ...args: string[]): string =>
  execFileSync('git', ['-C', folder, '-c', 'user.name=Bo', '-c', 'user.email=bo@example.org', ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();

const firstCommit = (
  { forge }: LocalForge,
  changes: Record<string, string> = { 'content/a.md': 'A.\n' },
): Promise<Oid> =>
  writeCommit(forge.repository, {
    parents: [],
    changes: new Map(Object.entries(changes)),
    author: { name: 'Ana', email: '', at: start },
    message: 'Begin',
  });

test('ordinary Git clones it, pushes to it and fetches from it; each push between two looks is noticed', async () => {
  const folder = newFolder();
  const local = await openLocalForge(folder, { clock: () => `${new Date().toISOString().slice(0, 19)}Z` });
  const { forge, table } = local;
  await forge.advance('main', null, await firstCommit(local));
  const copy = join(folder, 'copy');
  git(folder, 'clone', '-q', 'repository.git', copy);
  const push = (text: string, ...flags: string[]): Oid => {
    writeFileSync(join(copy, 'content/a.md'), text);
    git(copy, 'commit', '-qam', text, ...flags.filter((flag) => flag === '--amend'));
    git(
      copy,
      'push',
      '-q',
      ...flags.filter((flag) => flag !== '--amend'),
      'origin',
      'HEAD:refs/heads/bo/night',
    );
    return git(copy, 'rev-parse', 'HEAD');
  };
  const first = push('B.\n');
  const post = await table.open(ana, {
    kind: 'proposal',
    title: 'Night',
    text: '',
    head: first,
    branch: 'bo/night',
  });
  const { mark } = await forge.observe(null);
  const second = push('C.\n');
  const third = push('D.\n');
  const fourth = push('E.\n', '--amend', '--force');
  const { events } = await forge.observe(mark);
  expect(events).toMatchObject([
    { type: 'pushed', post, head: second, forced: false },
    { type: 'pushed', post, head: third, forced: false },
    { type: 'pushed', post, head: fourth, forced: true },
  ]);
  await expect(forge.bring(third)).resolves.toBe(true);
  git(copy, 'push', '-q', 'origin', `${fourth}:refs/heads/main`);
  expect((await forge.observe(null)).events.at(-1)).toMatchObject({ type: 'main-pushed', to: fourth });
  const next = await writeCommit(forge.repository, {
    parents: [fourth],
    changes: new Map([['content/b.md', 'B']]),
    author: { name: 'Ana', email: '', at: start },
    message: 'Next',
  });
  await forge.advance('main', fourth, next);
  git(copy, 'fetch', '-q');
  expect(git(copy, 'rev-parse', 'origin/main')).toBe(next);
});

test('Git refuses to push what no file system should hold', async () => {
  const folder = newFolder();
  const local = await openLocalForge(folder, { clock });
  await local.forge.advance('main', null, await firstCommit(local));
  const copy = join(folder, 'copy');
  git(folder, 'clone', '-q', 'repository.git', copy);
  const blob = git(copy, 'rev-parse', 'HEAD:content/a.md');
  const tree = execFileSync(
    'git',
    ['-C', copy, 'hash-object', '-t', 'tree', '-w', '--literally', '--stdin'],
    {
      input: Buffer.concat([Buffer.from('100644 ..\0'), Buffer.from(blob, 'hex')]),
      encoding: 'utf8',
    },
  ).trim();
  const commit = git(copy, 'commit-tree', '-m', 'x', tree);
  expect(() => git(copy, 'push', '-q', 'origin', `${commit}:refs/heads/eve`)).toThrow(/hasDotdot/u);
});

test('a torn last line is set aside, and what follows is whole', async () => {
  const folder = newFolder();
  const local = await openLocalForge(folder, { clock });
  const post = await local.table.open(ana, { kind: 'story', title: 'One', text: '' });
  const torn = '{"id":"x-3","type":"comm';
  appendFileSync(join(folder, 'events.jsonl'), torn);
  const again = await openLocalForge(folder, { clock });
  expect((await again.forge.observe(null)).events).toHaveLength(1);
  await local.table.comment(ana, post, 'two');
  expect((await again.forge.observe(null)).events.map((event) => event.type)).toEqual([
    'opened',
    'commented',
  ]);
  expect(readFileSync(join(folder, 'events.jsonl.torn'), 'utf8')).toBe(`${torn}\n`);
});

test('a line that was spoilt is named, not passed over', async () => {
  const folder = newFolder();
  const local = await openLocalForge(folder, { clock });
  await local.table.open(ana, { kind: 'story', title: 'One', text: '' });
  const path = join(folder, 'events.jsonl');
  writeFileSync(path, readFileSync(path, 'utf8').replace('"type":"opened"', '"type":opened'));
  const again = await openLocalForge(folder, { clock });
  await expect(again.forge.observe(null)).rejects.toMatchObject({
    code: 'log-broken',
    message: expect.stringContaining('events.jsonl, line 2'),
  });
});

test('a long log is opened from a snapshot, which may be missing, torn or of another forge', async () => {
  const folder = newFolder();
  const local = await openLocalForge(folder, { clock });
  const post = await local.table.open(ana, { kind: 'story', title: 'One', text: '' });
  for (let n = 0; n < 1100; n += 1) await local.table.react(ana, post, `r${n}`);
  const snapshot = join(folder, 'state.json');
  expect(existsSync(snapshot)).toBe(true);
  const whole = readFileSync(snapshot, 'utf8');
  for (const text of [whole, whole.slice(0, 50), '{}', whole.replace(/"forge":"\w+"/u, '"forge":"other"')]) {
    writeFileSync(snapshot, text);
    const again = await openLocalForge(folder, { clock });
    const before = readFileSync(join(folder, 'events.jsonl'), 'utf8');
    await again.table.react(ana, post, 'r7');
    await again.table.react(ana, post, 'r1099');
    expect(readFileSync(join(folder, 'events.jsonl'), 'utf8')).toBe(before);
  }
});

test('in memory it is set up in a moment, and copied with all that happened', async () => {
  const disk = memoryDisk();
  const begin = performance.now();
  const local = await openMemoryForge({ clock, forgeId: 'one' }, disk);
  await local.forge.advance('main', null, await firstCommit(local));
  const post = await local.table.open(ana, { kind: 'story', title: 'One', text: '' });
  const tookMs = performance.now() - begin;
  expect(tookMs).toBeLessThan(20);
  const copy = await openMemoryForge({ clock }, disk.copy());
  await copy.table.comment(ana, post, 'Only there.');
  expect((await copy.forge.observe(null)).events.map((event) => event.id)).toEqual(['one-4', 'one-5']);
  expect((await local.forge.observe(null)).events).toHaveLength(1);
});

test('a disk that is full leaves the log as it was', async () => {
  const disk = memoryDisk();
  const local = await openMemoryForge({ clock }, disk);
  const post = await local.table.open(ana, { kind: 'story', title: 'One', text: '' });
  const full = await localForgeOn({ ...disk, append: () => Promise.reject(new Error('ENOSPC')) }, { clock });
  await expect(full.table.comment(ana, post, 'lost')).rejects.toThrow('ENOSPC');
  await local.table.comment(ana, post, 'kept');
  expect((await full.forge.observe(null)).events.at(-1)).toMatchObject({ text: 'kept' });
});
