// The engine's messages, and the branch that says which have been sent.
import { beforeEach, expect, test } from 'vitest';

import { ForgeError } from '../forge/events.ts';
import { openMemoryForge, type LocalForge } from '../forge/embedded/local-forge.ts';
import type { Forge } from '../forge/port.ts';
import { memoryDisk, type MemoryDisk } from '../repository/memory-disk.ts';
import { readBranch } from '../repository/refs.ts';
import { readTree } from '../repository/read-tree.ts';
import type { NewNotice } from '../session/position/outbox.ts';
import { BEGINNING, person } from './fixtures/bare-game.ts';
import { deliver, readNotified, readSentElsewhere, writeNotified, writeSentElsewhere } from './deliver.ts';

let disk: MemoryDisk;
let local: LocalForge;
let post: string;
beforeEach(async () => {
  disk = memoryDisk();
  local = await openMemoryForge({ clock: () => BEGINNING, forgeId: 'f' }, disk);
  post = await local.table.open(person('bo'), { kind: 'story', title: 'A story', text: '' });
});

type Said = Readonly<Record<string, unknown>>;

/** What the forge has on record of the engine, one line each. */
async function onRecord(): Promise<readonly Said[]> {
  const log = new TextDecoder().decode((await disk.read('events.jsonl')) ?? new Uint8Array());
  return log
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Said)
    .filter(({ type }) => type !== 'opened' && type !== 'begun');
}
const send = (notice: object, posted = new Map<string, string>(), forge: Forge = local.forge) =>
  deliver(forge, { post, ...notice } as NewNotice, posted);

test('writes a comment only once, and cuts it to the forge’s limit', async () => {
  await send({ tell: 'comment', key: 'c-1', text: 'Well.' });
  await send({ tell: 'comment', key: 'c-1', text: 'Well.' });
  await send({ tell: 'comment', key: 'c-2', text: 'x'.repeat(70_000) });
  const [first, second, ...more] = (await onRecord()).filter(({ type }) => type === 'engine-said');
  expect([first, more]).toEqual([expect.objectContaining({ post, key: 'c-1', text: 'Well.' }), []]);
  expect(String(second?.['text'])).toHaveLength(64_000);
});

test('cuts labels, and escapes mentions in them', async () => {
  await send({ tell: 'label', labels: ['pending', 'x'.repeat(60), '@bo'] });
  const labelled = (await onRecord()).find(({ type }) => type === 'engine-labelled');
  expect(labelled?.['labels']).toEqual(['@\u200bbo', 'pending', `${'x'.repeat(39)}…`]);
});

test('opens a post by the rules once, with their mark, and delivers its comments there', async () => {
  const posted = new Map<string, string>();
  const notice = { tell: 'post', post: 'tide', kind: 'story', title: '@bo and the tide', text: 'It comes.' };
  await send({ tell: 'comment', post: 'tide', own: true, key: 'c', text: 'Too early.' }, posted);
  await send(notice, posted);
  await send(notice, posted);
  await send({ tell: 'comment', post: 'tide', own: true, key: 'c', text: 'It is here.' }, posted);
  expect([...posted]).toEqual([['tide', '2']]);
  expect(await onRecord()).toEqual([
    expect.objectContaining({
      type: 'engine-posted',
      post: '2',
      title: '@\u200bbo and the tide',
      text: 'It comes.\n\n<!-- gitnomic:post tide -->',
    }),
    expect.objectContaining({ type: 'engine-said', post: '2', text: 'It is here.' }),
  ]);
});

test('reopens and settles a post, and drops later notices for it', async () => {
  await local.table.close(person('bo'), post);
  await send({ tell: 'reopen' });
  await send({ tell: 'settle' });
  await send({ tell: 'comment', key: 'c', text: 'Late.' });
  await send({ tell: 'comment', post: '99', key: 'c', text: 'Nowhere.' });
  expect((await onRecord()).map(({ type }) => type)).toEqual(['closed', 'reopened', 'engine-settled']);
});

test.each([
  ['the forge does not answer', new ForgeError('unavailable', 'no answer')],
  ['the engine has a fault', new TypeError('odd')],
  ['an error has a code of the forge alone', Object.assign(new Error('odd'), { code: 'settled' })],
])('doesn’t count anything as sent if %s', async (_, error) => {
  const forge = { ...local.forge, comment: () => Promise.reject(error) };
  await expect(send({ tell: 'comment', key: 'c', text: 'x' }, new Map(), forge)).rejects.toBe(error);
});

test('stores how far messages were sent here and elsewhere side by side', async () => {
  const { forge } = local;
  expect([await readNotified(forge), await readSentElsewhere(forge)]).toEqual([0, null]);
  await writeNotified(forge, 3, BEGINNING);
  expect([await readNotified(forge), await readSentElsewhere(forge)]).toEqual([3, null]);
  await writeSentElsewhere(forge, '{"mail":2}\n', BEGINNING);
  await writeNotified(forge, 5, BEGINNING);
  expect([await readNotified(forge), await readSentElsewhere(forge)]).toEqual([5, '{"mail":2}\n']);
  await writeSentElsewhere(forge, '{"mail":4}\n', BEGINNING);
  expect([await readNotified(forge), await readSentElsewhere(forge)]).toEqual([5, '{"mail":4}\n']);
  const tip = (await readBranch(forge.repository, 'notices')) ?? '';
  expect([...(await readTree(forge.repository, tip)).files.keys()].sort()).toEqual([
    'told-elsewhere.json',
    'told.json',
  ]);
});

test('doesn’t overwrite a faster writer, and tries three times', async () => {
  const { forge } = local;
  let tries = 0;
  const contended = (times: number): Forge => ({
    ...forge,
    async advance(branch, expected, next) {
      tries += 1;
      if (tries <= times) await writeSentElsewhere(forge, `{"mail":${tries}}\n`, BEGINNING);
      return forge.advance(branch, expected, next);
    },
  });
  await writeNotified(contended(2), 7, BEGINNING);
  expect([tries, await readNotified(forge), await readSentElsewhere(forge)]).toEqual([3, 7, '{"mail":2}\n']);
  tries = 0;
  await writeNotified(contended(9), 8, BEGINNING);
  expect([tries, await readNotified(forge), await readSentElsewhere(forge)]).toEqual([3, 7, '{"mail":3}\n']);
});
