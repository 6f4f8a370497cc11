import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { describeForge, type ForgeHarness } from '../../../test/contract/forge.ts';
import { memoryDisk } from '../../repository/memory-disk.ts';
import { readTree } from '../../repository/read-tree.ts';
import { advance, readBranch } from '../../repository/refs.ts';
import { writeCommit } from '../../repository/write-commit.ts';
import type { Oid } from '../../repository/oid.ts';
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

test('ordinary Git can clone it, push to it and fetch from it; each push between two looks is noticed', async () => {
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

test('Git refuses to push what no file system should contain', async () => {
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

test('names what ordinary Git pushed that can’t be a file of a game, and reads the rest', async () => {
  const folder = newFolder();
  const local = await openLocalForge(folder, { clock });
  await local.forge.advance('main', null, await firstCommit(local));
  const copy = join(folder, 'copy');
  git(folder, 'clone', '-q', 'repository.git', copy);
  symlinkSync('/etc/passwd', join(copy, 'content/link.md'));
  writeFileSync(join(copy, 'content/large.md'), Buffer.alloc(3 * 1024 * 1024));
  writeFileSync(join(copy, 'content/crlf.md'), 'one\r\ntwo\r\n');
  writeFileSync(join(copy, 'content/latin.md'), Buffer.from([0x6f, 0x6e, 0x65, 0x0a, 0xe9]));
  git(copy, '-c', 'core.autocrlf=false', 'add', '.');
  git(copy, 'update-index', '--add', '--cacheinfo', `160000,${git(copy, 'rev-parse', 'HEAD')},content/other`);
  git(copy, 'commit', '-qm', 'Odd');
  git(copy, 'push', '-q', 'origin', 'HEAD:refs/heads/eve/odd');
  const head = git(copy, 'rev-parse', 'HEAD');
  await local.table.open(ana, { kind: 'proposal', title: 'Odd', text: '', head, branch: 'eve/odd' });
  const { files, problems } = await readTree(local.forge.repository, head, { under: 'content' });
  expect(
    problems.map((problem) => [problem.path, problem.code]).sort((a, b) => (String(a) < String(b) ? -1 : 1)),
  ).toEqual([
    ['content/crlf.md', 'crlf'],
    ['content/large.md', 'too-large'],
    ['content/latin.md', 'invalid-utf8'],
    ['content/link.md', 'symlink'],
    ['content/other', 'submodule'],
  ]);
  expect([...files].map(([path, file]) => [path, file.text])).toEqual([
    ['content/a.md', 'A.\n'],
    ['content/crlf.md', 'one\ntwo\n'],
  ]);
});

test('sets a torn last line aside, and what follows is whole', async () => {
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

test('names a damaged line instead of skipping it', async () => {
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

test('counts lines from the top of the log, and reports one lost above what had been read', async () => {
  const folder = newFolder();
  const local = await openLocalForge(folder, { clock });
  const post = await local.table.open(ana, { kind: 'story', title: 'One', text: '' });
  await local.table.comment(ana, post, 'two');
  const path = join(folder, 'events.jsonl');
  const whole = readFileSync(path, 'utf8');
  writeFileSync(path, `${whole}spoilt\n`);
  const reading = { code: 'log-broken', next: expect.stringContaining('doctor restore FROM') as string };
  await expect(local.table.comment(ana, post, 'three')).rejects.toMatchObject({
    ...reading,
    message: expect.stringContaining('events.jsonl, line 4 is no line') as string,
  });
  const more = whole.split('\n').at(-2) ?? '';
  writeFileSync(path, whole.split('\n').toSpliced(1, 1).join('\n') + `${more}\n${more}\n`.repeat(2));
  await expect(local.table.comment(ana, post, 'three')).rejects.toMatchObject({
    ...reading,
    message: expect.stringMatching(
      /events\.jsonl was changed above line \d, up to which it had been read/u,
    ) as string,
  });
});

test('opens a long log from a snapshot, even if that is missing, torn or of another forge', async () => {
  const folder = newFolder();
  const local = await openLocalForge(folder, { clock });
  const post = await local.table.open(ana, { kind: 'story', title: 'One', text: '' });
  const begun = JSON.parse(readFileSync(join(folder, 'events.jsonl'), 'utf8').split('\n')[0] ?? '') as {
    forge: string;
  };
  const reacted = { at: start, type: 'reacted', by: ana, post, comment: null };
  const lines = Array.from({ length: 997 }, (_, n) =>
    JSON.stringify({ id: `${begun.forge}-${n + 3}`, ...reacted, reaction: `r${n}` }),
  );
  appendFileSync(join(folder, 'events.jsonl'), `${lines.join('\n')}\n`);
  await local.table.react(ana, post, 'r998');
  await local.table.react(ana, post, 'r999');
  const snapshot = join(folder, 'state.json');
  expect(existsSync(snapshot)).toBe(true);
  const whole = readFileSync(snapshot, 'utf8');
  for (const text of [whole, whole.slice(0, 50), '{}', whole.replace(/"forge":"\w+"/u, '"forge":"other"')]) {
    writeFileSync(snapshot, text);
    const again = await openLocalForge(folder, { clock });
    const before = readFileSync(join(folder, 'events.jsonl'), 'utf8');
    await again.table.react(ana, post, 'r7');
    await again.table.react(ana, post, 'r999');
    expect(readFileSync(join(folder, 'events.jsonl'), 'utf8')).toBe(before);
  }
});

test('in memory, it is copied with all that happened', async () => {
  const disk = memoryDisk();
  const local = await openMemoryForge({ clock, forgeId: 'one' }, disk);
  await local.forge.advance('main', null, await firstCommit(local));
  const post = await local.table.open(ana, { kind: 'story', title: 'One', text: '' });
  const copy = await openMemoryForge({ clock }, disk.copy());
  await copy.table.comment(ana, post, 'Only there.');
  expect((await copy.forge.observe(null)).events.map((event) => event.id)).toEqual(['one-4', 'one-5']);
  expect((await local.forge.observe(null)).events).toHaveLength(1);
});

test('sweeps away files that a killed process began long ago, but not new ones', async () => {
  const folder = newFolder();
  await openLocalForge(folder, { clock });
  const [old, young] = [join(folder, 'writing', 'old'), join(folder, 'writing', 'young')];
  for (const path of [old, young]) writeFileSync(path, 'half');
  utimesSync(old, 0, 0);
  await openLocalForge(folder, { clock });
  expect([existsSync(old), existsSync(young)]).toEqual([false, true]);
});

test('a full disk leaves the log as it was', async () => {
  const disk = memoryDisk();
  const local = await openMemoryForge({ clock }, disk);
  const post = await local.table.open(ana, { kind: 'story', title: 'One', text: '' });
  const full = await localForgeOn({ ...disk, append: () => Promise.reject(new Error('ENOSPC')) }, { clock });
  await expect(full.table.comment(ana, post, 'lost')).rejects.toThrow('ENOSPC');
  await local.table.comment(ana, post, 'kept');
  expect((await full.forge.observe(null)).events.at(-1)).toMatchObject({ text: 'kept' });
});

test('removes a person’s words from the log, and earlier marks stay valid', async () => {
  const folder = newFolder();
  const local = await openLocalForge(folder, { clock });
  const bo: Person = { id: 'bo', name: 'Bo', bot: false };
  const post = await local.table.open(ana, { kind: 'story', title: 'Ana’s “story”', text: 'Keep ü.' });
  const other = await local.table.open(bo, { kind: 'story', title: 'Secret title', text: 'Secret ü\n🜁' });
  await local.table.comment(bo, post, 'Secret comment');
  const before = await local.forge.observe(null);
  await local.table.comment(ana, post, 'After.');
  appendFileSync(join(folder, 'events.jsonl'), '{"text":"Secret torn');
  expect(await local.redact({ person: 'bo' })).toBe(2);
  expect(await local.redact({ person: 'bo' })).toBe(0);
  expect(await local.redact({ person: 'ana', post: other })).toBe(0);
  const log = readFileSync(join(folder, 'events.jsonl'), 'utf8');
  expect(log).not.toContain('Secret');
  expect(existsSync(join(folder, 'events.jsonl.torn'))).toBe(false);
  expect((await local.forge.observe(before.mark)).events).toMatchObject([{ text: 'After.' }]);
  const again = await openLocalForge(folder, { clock });
  const { events } = await again.forge.observe(null);
  expect(events.map((event) => event.id)).toEqual(
    [...before.events, { id: events[3]?.id }].map((event) => event.id),
  );
  expect(events).toMatchObject([
    { text: 'Keep ü.' },
    { title: '', text: '', by: bo },
    { text: '' },
    { text: 'After.' },
  ]);
});
