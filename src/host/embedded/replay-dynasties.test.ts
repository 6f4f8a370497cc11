import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { caches } from '../../cache/fixtures/shared-caches.ts';
import { readBranch } from '../../repository/refs.ts';
import { writeCommit } from '../../repository/write-commit.ts';
import { shippedLibrary } from '../../store/fixtures/shipped-library.ts';
import { beginLocalGame } from './begin.ts';
import type { HomeGame } from '../game.ts';
import { openLocalGame } from './local-game.ts';
import { takeOver } from './take-over.ts';
import { replay } from '../../care/replay/replay.ts';

const PLAYERS = ['ana', 'bo', 'cy', 'dee', 'eli'];
let folder = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gitnomic-dynasties-'));
  await playThree();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const open = (): Promise<HomeGame> => openLocalGame(folder, { now: time, caches });
let time = '2024-03-01T09:00:00Z';
const later = (hours: number): void =>
  void (time = `${new Date(Date.parse(time) + hours * 3_600_000).toISOString().slice(0, 19)}Z`);

/** Plays two dynasties to a win, with dice in each, and begins a third. */
async function playThree(): Promise<void> {
  const players = PLAYERS.map((id) => ({ id, admin: id === 'ana', emperor: id === 'eli' }));
  const wish = { name: 'Harbour', core: '2021', dynasty: 'proving', players };
  const game = await beginLocalGame(folder, shippedLibrary, wish, { now: () => time, caches });
  const thread = await game.forge.post({ key: 'actions', kind: 'actions', title: 'Actions', text: '' });
  const say = async (id: string, post: string, text: string): Promise<void> => {
    later(0.1);
    await game.say({ id, name: id, bot: false }, post, text);
  };
  for (const winner of ['bo', 'cy']) {
    await say('dee', thread, '/roll 3DICE20');
    const dov = await game.people.open(
      { id: winner, name: winner, bot: false },
      { kind: 'dov', title: `${winner} has won`, text: '' },
    );
    for (const id of PLAYERS) if (id !== winner) await say(id, dov, ':for:');
    later(13);
    await game.tick();
    await say(winner, thread, `/ascend theme="What ${winner} likes"`);
    await game.tick();
  }
  await say('ana', thread, '/roll 2DICE6');
  await game.tick();
}

test.each([null, 1, 2, 3])('a replay gives the same result: %s', async (dynasty) => {
  expect(await replay(await open(), dynasty)).toMatchObject({ same: true });
});

test('a dynasty that never was can’t be replayed', async () => {
  await expect(replay(await open(), 7)).rejects.toMatchObject({ code: 'no-such-dynasty' });
});

test('tells apart what was played before the game was copied and what differs', async () => {
  const copy = mkdtempSync(join(tmpdir(), 'gitnomic-copied-'));
  try {
    // The shipped game has three finished dynasties and one in progress.
    await takeOver(copy, process.cwd(), { caches });
    const game = (): Promise<HomeGame> => openLocalGame(copy, { caches });
    const verdictOn = async (dynasty: number | null): Promise<unknown> =>
      replay(await game(), dynasty).then(
        ({ same }) => same,
        (error: unknown) => (error as { readonly code: unknown }).code,
      );
    const verdicts: unknown[] = [];
    for (const dynasty of [1, 3, 4, null]) verdicts.push(await verdictOn(dynasty));
    expect(verdicts).toEqual(['before-journal', 'before-journal', 'before-journal', true]);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
});

test('detects an altered past', async () => {
  const game = await open();
  const path = 'content/dynasties/1/ledger/2024-03.jsonl';
  const { repository } = game.forge;
  const tip = (await readBranch(repository, 'main')) ?? '';
  const bent = new TextEncoder().encode(
    '{"n":0,"at":"2024-03-01T09:06:00Z","by":"dee","what":"roll","draws":[],"changes":[]}\n',
  );
  const author = { name: 'dee', email: '', at: time };
  const commit = await writeCommit(repository, {
    parents: [tip],
    changes: new Map([[path, bent]]),
    author,
    message: 'x\n',
  });
  await game.forge.advance('main', tip, commit);
  expect(await replay(await open(), 1)).toMatchObject({ same: false, path });
  expect(await replay(await open(), 3)).toMatchObject({ same: true });
});
