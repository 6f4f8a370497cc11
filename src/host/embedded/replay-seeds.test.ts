import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { caches } from '../../cache/fixtures/shared-caches.ts';
import { readSeeds, revealsOf } from '../../seat/sealed-service.ts';
import { commitmentToSeed } from '../../session/chance/committed-seed.ts';
import { shippedLibrary } from '../../store/fixtures/shipped-library.ts';
import { beginLocalGame } from './begin.ts';
import type { HomeGame } from '../game.ts';
import { openLocalGame } from './local-game.ts';
import { replay } from '../../care/replay/replay.ts';

const PLAYERS = ['ana', 'bo', 'cy', 'dee', 'eli'];
let folder = '';
let stranger = '';
let time = '2024-03-01T09:00:00Z';
const later = (hours: number): void =>
  void (time = `${new Date(Date.parse(time) + hours * 3_600_000).toISOString().slice(0, 19)}Z`);
const open = (at = folder): Promise<HomeGame> => openLocalGame(at, { now: () => time, caches });

/** Returns the engine's answer to each text. */
async function say(by: string, ...texts: readonly string[]): Promise<readonly string[]> {
  const game = await open();
  const thread = await game.forge.post({ key: 'actions', kind: 'actions', title: 'Actions', text: '' });
  for (const text of texts) {
    later(0.1);
    await game.say({ id: by, name: by, bot: false }, thread, text);
  }
  const { happened } = await game.tick();
  return happened.map(({ outcome }) => (outcome.ok ? 'ok' : outcome.refusal.reason)).slice(-texts.length);
}

async function done(by: string, text: string): Promise<void> {
  const [answer] = await say(by, text);
  if (answer !== 'ok') throw new Error(`${text}: ${String(answer)}`);
}

/** Somebody explores the crypt by secret choices, and wins the dynasty. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gitnomic-seeds-'));
  stranger = mkdtempSync(join(tmpdir(), 'gitnomic-stranger-'));
  const players = PLAYERS.map((id) => ({ id, admin: id === 'ana', emperor: id === 'eli' }));
  const wish = { name: 'Cellar', core: '2021', dynasty: 'crypt', players };
  await beginLocalGame(folder, shippedLibrary, wish, { now: () => time, caches });
  const rooms = ['D4', 'E5', 'F4', 'E3'].map(
    (room) => `/act explore-room room=${room} name="Cell ${room}" features=[]`,
  );
  for (const [index, act] of rooms.entries()) await done(PLAYERS[index] ?? '', act);
  later(72);
  await done('eli', '/act enter-the-crypt');
});
afterAll(() => {
  for (const one of [folder, stranger]) rmSync(one, { recursive: true, force: true });
});

const endDynasty = async (): Promise<void> => {
  const game = await open();
  const person = (id: string) => ({ id, name: id, bot: false });
  const dov = await game.people.open(person('bo'), { kind: 'dov', title: 'bo has won', text: '' });
  for (const id of PLAYERS.filter((one) => one !== 'bo')) await game.say(person(id), dov, ':for:');
  later(13);
  await game.tick();
  expect(await say('bo', '/ascend theme="What bo likes"')).toEqual(['ok']);
};

const asStranger = async (): Promise<ReturnType<typeof replay>> => {
  rmSync(stranger, { recursive: true, force: true });
  cpSync(folder, stranger, { recursive: true });
  rmSync(join(stranger, '.gitnomic/private'), { recursive: true });
  return replay(await open(stranger));
};

test('a machine with a seed other than the promised one draws nothing', async () => {
  cpSync(folder, stranger, { recursive: true });
  rmSync(join(stranger, '.gitnomic/private/secret.seed'));
  const before = time;
  later(72);
  const game = await open(stranger);
  const thread = await game.forge.post({ key: 'actions', kind: 'actions', title: 'Actions', text: '' });
  await game.say({ id: 'eli', name: 'eli', bot: false }, thread, '/act enter-the-crypt');
  const { happened } = await game.tick();
  expect(happened.at(-1)?.outcome).toMatchObject({
    ok: false,
    refusal: { reason: 'the seed that was promised for secret choices is not on this machine' },
  });
  time = before;
});

test('promises the seed of secret choices before the first one, and anybody can check it once revealed', async () => {
  const began = await open();
  const seed = began.vault.seeds.secret ?? new Uint8Array();
  const { ring } = await readSeeds(began);
  expect(ring).toEqual([
    { hash: commitmentToSeed(seed), by: 'eli', dynasty: 1, line: 0, at: '2024-03-01T09:00:00Z' },
  ]);
  // Without the seed nobody can tell what happened.
  expect(await asStranger()).toMatchObject({
    same: false,
    why: expect.stringMatching(/enter-the-crypt.*neither here nor revealed/u),
  });
  // This dynasty already has a promised seed, so another one is refused.
  const other = `sha256:${'7'.repeat(64)}`;
  const hex = Buffer.from(seed).toString('hex');
  expect(await say('eli', `/seed ${other}`, `/seed reveal ${hex}`, `/seed reveal ${'0'.repeat(64)}`)).toEqual(
    [
      expect.stringContaining('was promised for this dynasty'),
      expect.stringContaining('secret choices still use it'),
      expect.stringContaining('nobody promised that seed'),
    ],
  );
  expect(await say('ana', `/seed ${other}`)).toEqual([
    expect.stringContaining('can promise a seed for secret choices'),
  ]);

  await endDynasty();
  const next = (await open()).vault.renewSeed?.() ?? new Uint8Array();
  expect(await say('bo', `/seed ${commitmentToSeed(next)}`)).toEqual(['ok']);
  const service = await readSeeds(await open());
  const texts = revealsOf(await open(), service);
  expect(texts).toEqual([`/seed reveal ${hex}`]);
  expect(await say('bo', ...texts)).toEqual(['ok']);
  await say('ana', '/roll DICE6');
  expect(await replay(await open())).toMatchObject({ same: true });
  expect(await asStranger()).toMatchObject({ same: true });
});
