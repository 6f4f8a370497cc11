import { expect, test } from 'vitest';

import { memoryDisk } from '../../repository/memory-disk.ts';
import { writeCommit } from '../../repository/write-commit.ts';
import type { Person } from '../events.ts';
import { gitnomic, localForgeOn } from './local-forge.ts';
import { rebuildLog } from './rebuild-log.ts';

const AT = '2030-06-03T09:00:00Z';
const ana: Person = { id: 'ana', name: 'Ana', bot: false };

test('a rewritten log tells the same, and what comes after it gets ids never used before', async () => {
  const disk = memoryDisk();
  const before = await localForgeOn(disk, { clock: () => AT });
  const author = { name: 'Gitnomic', email: '', at: AT };
  const main = await writeCommit(before.forge.repository, {
    parents: [],
    changes: new Map(),
    author,
    message: 'Begin\n',
  });
  await before.forge.advance('main', null, main);
  const draft = { kind: 'actions', title: 'Actions', text: 'Here.' };
  const thread = await before.forge.post({ key: 'actions', ...draft });
  const post = await before.table.open(ana, { kind: 'story', title: 'Hello', text: 'A story.' });
  // The engine's comments and labels aren't sent as events, but have numbers too.
  await before.forge.comment(post, 'welcome', 'Welcome.');
  await before.forge.label(post, ['story']);
  const comment = await before.table.comment(ana, post, 'One.');
  const settled = await before.table.open(ana, { kind: 'story', title: 'Over', text: '' });
  await before.forge.settle(settled);
  const { events, mark } = await before.forge.observe(null);

  await rebuildLog(disk, events, { engine: gitnomic, main, at: AT });
  const after = await localForgeOn(disk, { clock: () => AT });
  expect((await after.forge.observe(null)).events).toEqual(events);
  expect((await after.forge.observe(mark)).events).toEqual(events);
  expect(await after.forge.post({ key: 'actions', ...draft })).toBe(thread);
  await expect(after.table.comment(ana, settled, 'Late.')).rejects.toMatchObject({ code: 'settled' });
  expect(await after.table.comment(ana, post, 'Two.')).not.toBe(comment);
  await after.table.editComment(ana, post, comment, 'One, changed.');
  expect(await after.table.open(ana, { kind: 'story', title: 'Next', text: '' })).toBe(
    String(Number(settled) + 1),
  );
  const ids = (await after.forge.observe(null)).events.map(({ id }) => id);
  expect(new Set(ids).size).toBe(events.length + 3);
});

test('people’s acts stay as they are with their numbers, and the engine’s posts are named by kind', async () => {
  const disk = memoryDisk();
  const at = AT;
  const opened = (id: string, by: Person, post: string, kind: string) =>
    ({ type: 'opened', id, at, by, post, kind, title: 'One', text: '', head: null }) as const;
  const events = [
    opened('old-30', ana, '1', 'story'),
    opened('old-31', gitnomic, '2', 'actions'),
    opened('old-32', gitnomic, '3', 'story'),
    { type: 'closed', id: 'old-33', at, by: ana, post: '1' },
    { type: 'reopened', id: 'old-34', at, by: gitnomic, post: '1' },
    { type: 'main-pushed', id: 'own', at, by: null, from: null, to: 'a'.repeat(40) },
  ] as const;
  await rebuildLog(disk, events, { engine: gitnomic, main: 'b'.repeat(40), at });
  const log = new TextDecoder().decode((await disk.read('events.jsonl')) ?? new Uint8Array());
  const lines = log
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: string; type: string; forge?: string });
  // As many lines as the highest number, so that nothing that comes after has a number that was given.
  expect(lines).toHaveLength(34 + 2);
  const [{ forge = '' } = {}] = lines;
  expect(lines.map(({ id }) => id)).toEqual([
    ...Array.from({ length: 29 }, (_, n) => `${forge}-${n + 1}`),
    ...events.map(({ id }) => id),
    `${forge}-36`,
  ]);
  expect(lines.slice(29)).toMatchObject([
    { type: 'opened', by: ana },
    { type: 'engine-posted', key: 'actions', post: '2' },
    { type: 'engine-posted', key: 'opened-3', post: '3' },
    { type: 'closed', by: ana },
    { type: 'reopened' },
    { type: 'main-pushed' },
    { type: 'engine-moved', to: 'b'.repeat(40) },
  ]);
});
