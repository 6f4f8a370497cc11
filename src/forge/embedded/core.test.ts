// The forge's log and the state made from it: read once, by every process that has it open.
import { beforeEach, expect, test } from 'vitest';

import type { Disk } from '../../repository/disk.ts';
import { memoryDisk, type MemoryDisk } from '../../repository/memory-disk.ts';
import { writeCommit } from '../../repository/write-commit.ts';
import type { ForgeEvent, Person } from '../events.ts';
import { gitnomic, localForgeOn, type LocalForge } from './local-forge.ts';

const NOW = '2021-06-18T09:00:00Z';
const LOG = 'events.jsonl';
const [ana, bo] = ['ana', 'bo'].map((id): Person => ({ id, name: id, bot: false })) as [Person, Person];
const story = { kind: 'story', title: 'One', text: 'Once.' };

let disk: MemoryDisk;
let local: LocalForge;
const open = (on: Disk = disk): Promise<LocalForge> => localForgeOn(on, { clock: () => NOW, forgeId: 'f' });
beforeEach(async () => {
  disk = memoryDisk();
  local = await open();
});

const size = async (): Promise<number> => (await disk.stat(LOG))?.size ?? 0;
const events = async (mark: string | null = null): Promise<readonly ForgeEvent[]> =>
  (await local.forge.observe(mark)).events;
const ids = async (mark: string | null = null): Promise<readonly string[]> =>
  (await events(mark)).map(({ id }) => id);
const commit = (parents: readonly string[], text: string): Promise<string> => {
  const author = { name: 'Ana', email: '', at: NOW };
  return writeCommit(local.forge.repository, {
    parents,
    changes: new Map([['a', text]]),
    author,
    message: 'x',
  });
};

test('reads only what is new in a log that grew, no matter who wrote it', async () => {
  const starts: number[] = [];
  const counted: Disk = {
    ...disk,
    readFrom: (path, from, most) => {
      starts.push(from);
      return disk.readFrom(path, from, most);
    },
  };
  const other = await open(counted);
  const post = await local.table.open(ana, story);
  await other.table.comment(bo, post, 'Hear.');
  expect(starts).toEqual([0]);
  const read = await size();
  await local.table.comment(ana, post, 'Hm.');
  await other.table.comment(bo, post, 'Yes.');
  await other.table.comment(bo, post, 'Yes, yes.');
  // What another process wrote is read from where it began, and what this one wrote itself is not.
  expect(starts.slice(1)).toEqual([read]);
  expect(await ids()).toEqual(['f-2', 'f-3', 'f-4', 'f-5', 'f-6']);
});

test('reads a log again if it is shorter than before', async () => {
  await local.table.open(ana, story);
  const before = await size();
  await local.table.open(ana, story);
  await disk.truncate(LOG, before);
  expect(await local.table.open(bo, story)).toBe('2');
  expect(await ids()).toEqual(['f-2', 'f-3']);
});

test('doesn’t begin a new game if the log is lost', async () => {
  const main = await commit([], '1');
  await local.forge.advance('main', null, main);
  await disk.remove(LOG);
  await expect((await open()).forge.observe(null)).rejects.toMatchObject({
    code: 'log-lost',
    data: { path: LOG },
  });
});

test.each<readonly [string, (mark: string, at: number) => string | null, readonly string[]]>([
  ['none', () => null, ['f-2', 'f-3']],
  ['that of the last look', (mark) => mark, ['f-3']],
  ['one of another forge', (_, at) => `g:${at}`, ['f-2', 'f-3']],
  ['one past the end', () => 'f:9999999', ['f-2', 'f-3']],
  ['one without a place', () => 'f', ['f-2', 'f-3']],
  ['one with no number', () => 'f:x', ['f-2', 'f-3']],
  ['nothing', () => '', ['f-2', 'f-3']],
])('with %s as its mark, a look reports what came since, or everything', async (_, markOf, told) => {
  await local.table.open(ana, story);
  const { mark } = await local.forge.observe(null);
  const at = await size();
  await local.table.open(ana, story);
  expect([mark, await ids(markOf(mark, at))]).toEqual([`f:${at}`, told]);
});

const refused = (code: string): object => expect.objectContaining({ code }) as object;
const tell = (act: Promise<unknown>): Promise<unknown> => act.catch((error: unknown) => error);

test('a settled post is read-only, and a number never given isn’t a post', async () => {
  const { forge, table } = local;
  const post = await table.open(ana, story);
  const open = await table.open(ana, story);
  await forge.settle(post);
  await forge.settle(post);
  expect((await events()).filter(({ type }) => type === 'closed')).toHaveLength(1);
  expect(await tell(table.comment(ana, post, 'x'))).toEqual(refused('settled'));
  for (const none of ['0', '01', '-1', 'x', '', '3', 'toString', '__proto__'])
    expect(await tell(table.comment(ana, none, 'x'))).toEqual(refused('no-such-post'));
  expect(await tell(forge.settle('3'))).toEqual(refused('no-such-post'));
  await forge.reopen(post);
  await forge.reopen(open);
  expect((await events()).filter(({ type }) => type === 'reopened')).toEqual([]);
  await table.close(bo, open);
  await table.close(bo, open);
  await forge.reopen(open);
  await table.reopen(bo, open);
  const after = (await events()).slice(3).map(({ type, by }) => [type, by?.id]);
  expect(after).toEqual([
    ['closed', 'bo'],
    ['reopened', gitnomic.id],
  ]);
});

test('the engine says, labels and posts the same thing only once', async () => {
  const { forge } = local;
  const draft = { key: 'round', kind: 'story', title: 'Round', text: 'It begins.' };
  const post = await forge.post(draft);
  expect([await forge.post(draft), await forge.post({ ...draft, key: 'other' })]).toEqual([post, '2']);
  const grows = async (act: () => Promise<unknown>): Promise<boolean> => {
    const before = await size();
    await act();
    return (await size()) > before;
  };
  const says = (key: string, text: string) => grows(() => forge.comment(post, key, text));
  expect([await says('a', '1'), await says('a', '1'), await says('b', '1'), await says('a', '2')]).toEqual([
    true,
    false,
    true,
    true,
  ]);
  const labels = (...names: readonly string[]) => grows(() => forge.label(post, names));
  expect([await labels('y', 'x', 'y'), await labels('x', 'y'), await labels('x'), await labels()]).toEqual([
    true,
    false,
    true,
    true,
  ]);
  await forge.label('2', ['pending', 'x']);
  expect([...local.labelled('pending')]).toEqual(['2']);
  expect([...local.labelled('y')]).toEqual([]);
});

test('people can change only what they wrote, and take back only their own reactions', async () => {
  const { table } = local;
  const head = await commit([], '1');
  const post = await table.open(ana, { ...story, kind: 'proposal', head });
  const comment = await table.comment(bo, post, 'Hear.');
  const review = await table.review(bo, post, 'approve', 'Fine.');
  expect([
    await tell(table.editComment(ana, post, comment, 'x')),
    await tell(table.removeComment(ana, post, comment)),
    await tell(table.editReview(ana, post, review, 'x')),
    await tell(table.review(ana, post, 'approve', 'x')),
    await tell(table.editComment(bo, post, 'c9', 'x')),
    await tell(table.react(ana, post, 'heart', 'c9')),
    await tell(table.dismissReview(ana, post, 'r9')),
  ]).toEqual(
    [
      'not-yours',
      'not-yours',
      'not-yours',
      'own-review',
      'no-such-comment',
      'no-such-comment',
      'no-such-comment',
    ].map(refused),
  );
  await table.review(ana, post, 'comment', 'Mine.');
  await table.removeComment(bo, post, comment);
  await table.dismissReview(ana, post, review);
  expect([
    await tell(table.editComment(bo, post, comment, 'x')),
    await tell(table.editReview(bo, post, review, 'x')),
  ]).toEqual([refused('no-such-comment'), refused('no-such-comment')]);
  const { mark } = await local.forge.observe(null);
  for (const by of [ana, ana, bo]) await table.react(by, post, 'heart');
  for (const by of [ana, ana]) await table.unreact(by, post, 'heart');
  await table.unreact(bo, post, 'eyes');
  await table.react(ana, post, 'heart');
  await table.unreact(bo, post, 'heart');
  expect((await events(mark)).map(({ type, by }) => `${by?.id} ${type}`)).toEqual([
    'ana reacted',
    'bo reacted',
    'ana unreacted',
    'ana reacted',
    'bo unreacted',
  ]);
});

test('a proposal has a branch of its own, and none of the engine’s', async () => {
  const head = await commit([], '1');
  const proposal = { ...story, kind: 'proposal', head };
  const first = await local.table.open(ana, { ...proposal, branch: 'night' });
  const open = (branch: string): Promise<unknown> => tell(local.table.open(bo, { ...proposal, branch }));
  expect(await open('night')).toMatchObject({
    code: 'branch-taken',
    message: expect.stringContaining(first) as string,
  });
  for (const none of ['main', 'journal', 'notices', 'a..b', '/x'])
    expect(await open(none)).toMatchObject({
      code: 'branch-taken',
      message: expect.stringContaining('none that a proposal can have') as string,
    });
  expect(await open('night-2')).toBe('2');
});

test('posts from another forge keep their numbers, and the engine’s thread gets the next', async () => {
  const carried = (post: string) => ({ post, by: ana, ...story, at: NOW });
  const thread = { key: 'actions', kind: 'actions', title: 'Actions', text: 'Here.' };
  const posts = [carried('7'), carried('p-3')];
  await local.carryOn(posts.slice(0, 1), { after: 12, thread });
  await local.carryOn(posts, { after: 12, thread });
  expect((await events()).map((one) => 'post' in one && one.post)).toEqual(['7', '13', 'p-3']);
  expect([await local.forge.post(thread), await local.table.open(bo, story)]).toEqual(['13', '14']);
});

test('a move of main before the engine died is the engine’s, and a later one is somebody else’s', async () => {
  const { forge } = local;
  const one = await commit([], '1');
  expect(await forge.advance('main', null, one)).toBe('advanced');
  expect(await forge.advance('main', null, one)).toBe('moved');
  expect(await ids()).toEqual([]);
  const next = await commit([one], '2');
  // The record that it was moved was never written.
  const moved = await size();
  expect(await forge.advance('main', one, next)).toBe('advanced');
  const lines = new TextDecoder().decode((await disk.read(LOG)) ?? new Uint8Array()).split('\n');
  await disk.truncate(LOG, moved + new TextEncoder().encode(`${lines.at(-3)}\n`).length);
  local = await open();
  expect(await events()).toEqual([]);
  expect(await local.forge.advance('main', next, await commit([next], '3'))).toBe('advanced');
});
