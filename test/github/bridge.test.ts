// A bridge from a chat to a game on the stand-in for GitHub: it has an account of its own, and speaks for those who said so.
import { generateKeyPairSync, sign } from 'node:crypto';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';

import { readContent } from '../../src/tick/observe.ts';
import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { serveBridge } from '../../src/addons/chat-bridge/serve-bridge.ts';
import { readEnvironment } from '../../src/host/github/action/environment.ts';
import { runTick } from '../../src/host/github/action/run-tick.ts';
import { openHosted } from '../../src/host/github/hosted/open-hosted.ts';
import { readBranch } from '../../src/repository/refs.ts';
import { SeatKeys } from '../../src/seat/program/seat-keys.ts';
import { SeatPace } from '../../src/seat/program/seat-pace.ts';

import { readGame, type GameRead } from '../../src/store/read-game.ts';
import { beginHall, cloneOfHall, HALL_SEED, openAt, startWithEngine } from './game-at.ts';
import type { StandIn } from './stand-in/server.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
let standIn: StandIn;
let server: Awaited<ReturnType<typeof serveBridge>>;
let thread = '';
const warned: string[] = [];
let serial = 0;

beforeAll(async () => {
  standIn = await startWithEngine();
  const begun = await beginHall(standIn, ['ana', 'bo', 'cy', 'dee']);
  ({ thread } = begun);
  const clone = cloneOfHall(standIn, 'bridge', begun.files);
  const game = await openHosted(clone, {
    environment: {
      GITHUB_TOKEN: standIn.world.account('nomic-bridge', { permission: 'write' }).token,
      GITHUB_API_URL: standIn.api,
      GITHUB_SERVER_URL: standIn.api,
    },
    now: () => standIn.world.now,
    caches,
  });
  const bridge = { game, keys: new SeatKeys(clone), pace: new SeatPace(), key: raw };
  server = await serveBridge({ ...bridge, warn: (text) => void warned.push(text) }, 0);
});
afterAll(async () => {
  server.close();
  await standIn.close();
});

async function inChat(user: string, name: string, words: Record<string, string> = {}): Promise<string> {
  const at = String(Math.floor(Date.now() / 1000));
  const options = Object.entries(words).map(([option, value]) => ({ name: option, type: 3, value }));
  const body = JSON.stringify({
    id: String((serial += 1)),
    type: 2,
    data: { name, options },
    member: { user: { id: user } },
  });
  const signature = sign(null, Buffer.from(at + body), privateKey).toString('hex');
  const headers = { 'x-signature-timestamp': at, 'x-signature-ed25519': signature };
  const response = await fetch(server.url, { method: 'POST', headers, body });
  expect(response.status).toBe(200);
  const answer = z.object({ data: z.object({ content: z.string() }) }).parse(await response.json());
  return answer.data.content;
}

async function comment(by: string, text: string): Promise<void> {
  const { token } = standIn.world.account(by, { permission: 'write' });
  const response = await fetch(`${standIn.api}/repos/o/r/issues/${thread}/comments`, {
    method: 'POST',
    headers: { authorization: `token ${token}` },
    body: JSON.stringify({ body: text }),
  });
  expect(response.ok).toBe(true);
}

/** The engine's own run, which knows nothing of the chat. */
async function workflow(): Promise<GameRead> {
  let said = '';
  const environment = readEnvironment({
    GITHUB_TOKEN: 'token-of-github-actions[bot]',
    GITHUB_REPOSITORY: 'o/r',
    GITHUB_API_URL: standIn.api,
    GITHUB_SERVER_URL: standIn.api,
    RUNNER_TEMP: join(standIn.folder, 'runner'),
    GITNOMIC_DICE_SEED: HALL_SEED,
  });
  const now = (): string => standIn.world.now;
  const code = await runTick({ environment, now, say: (text) => void (said += text), paced: false, caches });
  expect(code, said).toBe(0);
  const forge = await openAt(standIn, join(standIn.folder, 'reader'));
  return readGame(await readContent(forge, (await readBranch(forge.repository, 'main')) ?? ''));
}

const deedsOf = ({ ledger }: GameRead): readonly string[] => ledger.map(({ by, what }) => `${by} ${what}`);

test('only somebody who gave the code on both sides acts from the chat, until they take it back', async () => {
  expect(await inChat('11', 'roll', { roll: 'DICE6' })).toContain('isn’t linked to a player');
  const line = /`(\/bridge nomic-bridge \S+)`/u.exec(await inChat('11', 'link'))?.[1] ?? '';
  expect(line).not.toBe('');
  // Before it is said there the code is nothing.
  expect(await inChat('11', 'roll', { roll: 'DICE6' })).toContain('isn’t linked to a player');
  await comment('bo', line);
  await workflow();

  expect(await inChat('11', 'status')).toContain('Nothing is being voted on.');
  expect(await inChat('11', 'roll', { roll: 'DICE6' })).toContain('Posted. It counts within minutes');
  expect(await inChat('12', 'roll', { roll: 'DICE6' })).toContain('isn’t linked to a player');
  const game = await workflow();
  expect(deedsOf(game).filter((deed) => deed.endsWith(' roll'))).toEqual(['bo roll']);
  expect(game.facts.machines).toEqual([]);
  const bodies = (standIn.world.posts.find(({ number }) => String(number) === thread)?.comments ?? []).map(
    ({ body }) => body,
  );
  // The account says for whom it speaks, and never as if it were them.
  expect(bodies.some((body) => body.startsWith('/as bo\n\n/act roll'))).toBe(true);

  // The bridge's account itself may say what it likes: for who has not said so it counts for nothing.
  await comment('nomic-bridge', '/as ana\n\n/act roll DICE6');
  await comment('bo', '/bridge none');
  await workflow();
  expect(await inChat('11', 'roll', { roll: 'DICE6' })).toContain('isn’t linked to a player');
  await comment('nomic-bridge', '/as bo\n\n/act roll DICE6');
  expect(deedsOf(await workflow()).filter((deed) => deed.endsWith(' roll'))).toEqual(['bo roll']);
  expect(warned).toEqual([]);
});
