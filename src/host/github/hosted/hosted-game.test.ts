// A game that is hosted elsewhere, as its emperor’s machine and another player’s see it, on a forge in memory.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

import type { Person } from '../../../forge/events.ts';
import { openPictureStore } from '../../../pictures/picture-store.ts';
import { kernelCaches as caches } from '../../../scenario/on-kernel/fixtures/runner.ts';
import { commitmentToSeed } from '../../../session/chance/committed-seed.ts';
import { EVENTFUL, SMALL } from '../../../session/fixtures/desk.ts';
import { openVault } from '../../../session/secrets/vault.ts';
import { readGame } from '../../../store/read-game.ts';
import { ana, bo, cy, kernelGame, type TestGame } from '../../../tick/fixtures/embedded-game.ts';
import type { GameElsewhere } from '../../game.ts';
import { hostedGame } from './hosted-game.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hosted-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

interface Hall {
  readonly game: TestGame;
  readonly thread: string;
  readonly as: (me: Person, forge?: TestGame['forge']) => Promise<GameElsewhere>;
}

async function hall(): Promise<Hall> {
  const game = await kernelGame({ ...SMALL, ...EVENTFUL });
  const told = await game.forge.post({ key: 'first', kind: 'story', title: 'First', text: '' });
  await game.forge.post({ key: 'talk', kind: 'story', title: 'Talk', text: '' });
  await game.tick();
  const as = async (me: Person, forge = game.forge): Promise<GameElsewhere> =>
    hostedGame({
      folder,
      forge,
      me,
      say: (post, text) => game.table.comment(me, post, text),
      vault: await openVault(join(folder, me.id)),
      privately: join(folder, me.id),
      dice: {},
      pictures: openPictureStore(join(folder, 'pictures')),
      caches,
      now: () => game.now,
    });
  return { game, thread: told, as };
}

test('the emperor’s machine tells what a private action does, and keeps what nobody else may know', async () => {
  const { game, thread, as } = await hall();
  const cys = await as(cy);
  expect([cys.played, cys.folder, await cys.thread()]).toEqual(['elsewhere', folder, thread]);
  const seed = cys.vault.seeds.secret ?? new Uint8Array();
  await cys.say(cy, thread, `/seed ${commitmentToSeed(seed)}`);
  expect(await cys.tick()).toMatchObject({ notified: 0, undone: [], restored: null });
  await game.tick();
  const call = await cys.say(cy, thread, '/act whisper');
  expect((await (await as(ana)).tick()).notified).toBe(0);
  expect(await cys.tick()).toMatchObject({
    notified: 1,
    commits: [{ commit: null, message: expect.stringContaining('cy: whisper') as string }],
    happened: expect.arrayContaining([expect.objectContaining({ by: 'cy', what: 'whisper' })]) as unknown,
  });
  const { events } = await game.forge.observe(null);
  expect(events.at(-1)).toMatchObject({
    type: 'commented',
    post: thread,
    by: { id: 'cy' },
    text: expect.stringMatching(new RegExp(`^/told ${call}\n`, 'u')) as string,
  });
  expect(readdirSync(join(folder, 'cy/pending'))).toHaveLength(1);
  const open = async (): Promise<unknown> => {
    const { open: opened } = await cys.openPosition();
    const { emperor } = opened.play.state();
    opened.play.dispose();
    return emperor;
  };
  expect(await open()).toMatchObject({ whispers: 0 });
  expect((await cys.status()).now).toBe(game.now);
  await game.tick();
  expect(readGame(await game.content()).ledger).toMatchObject([{ by: 'cy', what: 'whisper', told: call }]);
  expect(await open()).toMatchObject({ whispers: 1 });
  expect(readdirSync(join(folder, 'cy/pending'))).toEqual([]);
  expect([...(await game.content()).values()].some((text) => text.includes('whispers: 1'))).toBe(false);
  expect((await cys.tick()).notified).toBe(0);
});

test('what somebody did meanwhile puts an answer out of date', async () => {
  const { game, thread, as } = await hall();
  const cys = await as(cy);
  await cys.say(cy, thread, '/act whisper');
  await game.table.comment(bo, thread, '/act begin');
  expect((await cys.tick()).notified).toBe(0);
  await game.tick();
  await cys.say(cy, thread, '/act begin');
  expect((await cys.tick()).notified).toBe(0);
});

test('one talks on the engine’s first open post, or on a post by the name that the game has for it', async () => {
  const { game, thread, as } = await hall();
  const bos = await as(bo);
  const posts = async (): Promise<readonly unknown[]> => {
    const { events } = await game.forge.observe(null);
    return events.flatMap((event) => (event.type === 'commented' ? [[event.post, event.text]] : []));
  };
  await bos.say(bo, thread, 'One.');
  const main = await game.mainTip();
  const links = { [String(Number(thread) + 1)]: 'tale' };
  await game.forge.advance(
    'main',
    main,
    await game.branch({ 'content/engine/links.json': JSON.stringify(links) }),
  );
  await bos.say(bo, 'tale', 'Two.');
  expect(await posts()).toEqual([
    [thread, 'One.'],
    [String(Number(thread) + 1), 'Two.'],
  ]);
  await game.table.close(bo, thread);
  expect(await bos.thread()).toBe(String(Number(thread) + 1));
  await game.table.close(bo, String(Number(thread) + 1));
  await expect(bos.thread()).rejects.toMatchObject({ code: 'no-such-post' });
});

test('a comment that can’t be seen at once is looked for again', async () => {
  const { game, thread, as } = await hall();
  const before = await game.forge.observe(null);
  let looks = 0;
  const forge: typeof game.forge = {
    ...game.forge,
    observe: async (mark) => {
      const seen = await game.forge.observe(mark);
      return looks++ === 0 ? { events: [], mark: before.mark } : seen;
    },
  };
  const bos = await as(bo, forge);
  expect(await bos.say(bo, thread, 'One.')).toMatch(/^c\d+$/u);
  expect(looks).toBe(2);
});
