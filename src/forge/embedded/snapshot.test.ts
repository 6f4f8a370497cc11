// A snapshot saves reading the log, and counts only where it agrees with it.
import { beforeEach, expect, test } from 'vitest';

import { utf8 } from '#platform/bytes.ts';
import { hexDigest } from '#platform/hash.ts';
import { memoryDisk, type MemoryDisk } from '../../repository/memory-disk.ts';
import { openMemoryForge } from './local-forge.ts';
import { isSnapshotWrong, loadForgeState, writeForgeSnapshot } from './snapshot.ts';

const [LOG, PATH] = ['events.jsonl', 'a-snapshot'];
const at = '2021-06-18T09:00:00Z';
let disk: MemoryDisk;
const post = async (title: string): Promise<void> => {
  const { table } = await openMemoryForge({ clock: () => at, forgeId: 'f' }, disk);
  await table.open({ id: 'ana', name: 'Ana', bot: false }, { kind: 'story', title, text: '' });
};
const load = () => loadForgeState(disk, LOG, PATH);
const isWrong = (): Promise<boolean> => isSnapshotWrong(disk, LOG, PATH);
const read = async (): Promise<string> =>
  new TextDecoder().decode((await disk.read(PATH)) ?? new Uint8Array());

beforeEach(async () => {
  disk = memoryDisk();
  await post('One');
  await writeForgeSnapshot(disk, PATH, await load());
});

test('a snapshot with the rest of the log gives what the whole log says', async () => {
  await post('Two');
  const state = await load();
  expect(Object.keys(state.state.posts)).toHaveLength(2);
  await disk.remove(PATH);
  expect(await load()).toEqual(state);
});

test('a snapshot of an earlier time is right, and a missing one isn’t wrong', async () => {
  await post('Two');
  expect(await isWrong()).toBe(false);
  await disk.remove(PATH);
  expect(await isWrong()).toBe(false);
});

test('a snapshot that is damaged, of another forge or ahead of its log is ignored, and is wrong', async () => {
  const whole = await read();
  const { state, offset } = await load();
  const spoilt = [
    async () => disk.write(PATH, utf8(whole.replace('"lastPost":1', '"lastPost":2'))),
    async () => disk.write(PATH, utf8('no snapshot')),
    async () => disk.write(PATH, utf8(`${hexDigest('sha256', 'whole, and no state')}\nwhole, and no state`)),
    async () => writeForgeSnapshot(disk, PATH, { offset, state: { ...state, forge: 'g' } }),
    async () => writeForgeSnapshot(disk, PATH, { offset: offset + 1, state }),
  ];
  for (const spoil of spoilt) {
    await spoil();
    expect([await isWrong(), (await load()).state]).toEqual([true, state]);
  }
});

test('a snapshot that differs from the log is wrong', async () => {
  const { state, offset } = await load();
  const posts = structuredClone(state.posts);
  for (const one of Object.values(posts)) Object.assign(one, { kind: 'proposal' });
  await writeForgeSnapshot(disk, PATH, { offset, state: { ...state, posts } });
  expect(await isWrong()).toBe(true);
});
