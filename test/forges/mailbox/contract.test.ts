import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import type { Person } from '../../../src/forge/events.ts';
import { memoryDisk } from '../../../src/repository/memory-disk.ts';
import { nodeDisk } from '../../../src/repository/node-disk.ts';
import { advance, readBranch } from '../../../src/repository/refs.ts';
import { writeCommit } from '../../../src/repository/write-commit.ts';
import { describeForge } from '../../contract/forge.ts';
import { openMailboxForge } from './mailbox-forge.ts';

const scratch = mkdtempSync(join(tmpdir(), 'gitnomic-mailbox-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** On disk, where ordinary Git and other processes come by. */
async function onDisk() {
  const folder = mkdtempSync(join(scratch, 'game-'));
  const another = () => openMailboxForge(nodeDisk(folder), () => '2021-06-18T09:00:00Z');
  const pushByGit = (branch: string, commit: string): void =>
    void execFileSync('git', ['update-ref', `refs/heads/${branch}`, commit], {
      cwd: join(folder, 'repository.git'),
    });
  return { ...(await another()), folder, another, pushByGit };
}

describeForge('a mailbox', async () => {
  const disk = memoryDisk();
  let now = '2021-06-18T09:00:00Z';
  const another = () => openMailboxForge(disk, () => now);
  const made = await another();
  const { repository } = made.forge;
  return {
    ...made,
    another,
    setClock: (at) => void (now = at),
    pushByGit: async (branch, commit) => {
      await advance(repository, branch, await readBranch(repository, branch), commit);
    },
  };
});

const ana: Person = { id: 'ana', name: 'Ana', bot: false };
const mailsIn = (folder: string): number => readdirSync(join(folder, 'archive')).length;

test('doesn’t blame anybody else if the engine moved main before it was killed', async () => {
  const { forge, folder, pushByGit, another } = await onDisk();
  const author = { name: 'Ana', email: '', at: '2021-06-18T09:00:00Z' };
  const commits: string[] = [];
  for (const name of ['a', 'b', 'c']) {
    const changes = new Map([[name, name]]);
    commits.push(
      await writeCommit(forge.repository, { parents: commits.slice(-1), changes, author, message: name }),
    );
  }
  const [first = '', ours = '', theirs = ''] = commits;
  await forge.advance('main', null, first);
  const { mark } = await forge.observe(null);
  // What is on the disk after a kill between the branch and the mail that tells of it.
  writeFileSync(
    join(folder, 'outgoing.eml'),
    `From: Gitnomic <gitnomic@mailbox.invalid>\nGit-Head: ${ours}\n\n`,
  );
  pushByGit('main', ours);
  pushByGit('main', theirs);
  const { forge: next } = await another();
  expect((await next.observe(mark)).events).toMatchObject([{ type: 'main-pushed', from: ours, to: theirs }]);
  expect(await next.advance('main', theirs, ours)).toBe('advanced');
});

test('the engine says a thing only once, even from another process', async () => {
  const { forge, table, folder, another } = await onDisk();
  const post = await table.open(ana, { kind: 'story', title: 'Night', text: 'Dark.' });
  await forge.comment(post, 'c-1.ana@mailbox.invalid-1', 'Done.');
  await forge.label(post, ['pending']);
  const count = mailsIn(folder);
  const { forge: next } = await another();
  await next.comment(post, 'c-1.ana@mailbox.invalid-1', 'Done.');
  await next.label(post, ['pending']);
  expect(mailsIn(folder)).toBe(count);
});

test('a mail that arrives twice counts once, and a reply to a reply is in the same thread', async () => {
  const { forge, table, folder } = await onDisk();
  const post = await table.open(ana, { kind: 'story', title: 'Night', text: 'Dark.' });
  const comment = await table.comment(ana, post, 'And cold.');
  mkdirSync(join(folder, 'incoming'));
  for (const name of ['1', '2']) {
    const lines = [
      'Message-ID: <x@mail.example>',
      'From: Bo <bo@mail.example>',
      `In-Reply-To: <${comment}>`,
      '',
      'Brr.',
      '',
    ];
    writeFileSync(join(folder, 'incoming', name), lines.join('\n'));
  }
  const { events } = await forge.observe(null);
  expect(events.slice(2)).toMatchObject([
    {
      type: 'commented',
      post,
      comment: 'x@mail.example',
      text: 'Brr.',
      by: { id: 'bo@mail.example', name: 'Bo' },
    },
  ]);
  expect(readdirSync(join(folder, 'incoming'))).toEqual([]);
});
