// Checks the answers to requests that Discord signed and to forged ones, and who acts by them.
import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

import type { HomeGame } from '../../host/game.ts';
import { hoursAfter } from '../../kernel/time.ts';
import { IN_ENGLISH } from '../../language/wording.ts';
import { beginCoins } from '../../seat/program/fixtures/coins-game.ts';
import { commandsToRegister, isSigned, keyFrom } from './discord.ts';
import { SeatKeys } from '../../seat/program/seat-keys.ts';
import { SeatPace } from '../../seat/program/seat-pace.ts';
import { listen } from '../../cli/local/listen.ts';
import { serveBridge } from './serve-bridge.ts';

const folder = mkdtempSync(join(tmpdir(), 'bridge-'));
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
const START_MS = 1_900_000_000_000;
let clockMs = START_MS;
let now = '2030-06-03T09:00:00Z';
let game: HomeGame;
let keys: SeatKeys;
let server: Awaited<ReturnType<typeof serveBridge>>;
const warned: string[] = [];

beforeAll(async () => {
  game = await beginCoins(join(folder, 'game'), () => now);
  keys = new SeatKeys(game.folder);
  const warn = (text: string): void => void warned.push(text);
  const bridge = { game, keys, pace: new SeatPace(), key: raw, warn, clockMs: () => clockMs };
  server = await serveBridge(bridge, 0);
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Signed {
  readonly at: string;
  readonly body: string;
  readonly signature: string;
}

let serial = 0;

function signed(interaction: object, atMs = clockMs): Signed {
  const at = String(Math.floor(atMs / 1000));
  const body = JSON.stringify({ ...interaction, id: String(++serial) });
  return { at, body, signature: sign(null, Buffer.from(at + body), privateKey).toString('hex') };
}

async function post({ at, body, signature }: Signed): Promise<{ status: number; said: string }> {
  const headers = { 'x-signature-timestamp': at, 'x-signature-ed25519': signature };
  const response = await fetch(server.url, { method: 'POST', headers, body });
  return { status: response.status, said: await response.text() };
}

const message = z.object({
  type: z.literal(4),
  data: z.object({
    content: z.string(),
    flags: z.literal(64),
    allowed_mentions: z.object({ parse: z.array(z.never()) }),
  }),
});

async function say(user: string, name: string, words: Record<string, string> = {}): Promise<string> {
  const options = Object.entries(words).map(([option, value]) => ({ name: option, type: 3, value }));
  const { status, said } = await post(
    signed({ type: 2, data: { name, options }, member: { user: { id: user } } }),
  );
  expect(status, said).toBe(200);
  return message.parse(JSON.parse(said)).data.content;
}

// RFC 8032, section 7.1, tests 1 to 3.
test.each([
  [
    'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    '',
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  ],
  [
    '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    '72',
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  ],
  [
    'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
    'af82',
    '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
  ],
])('accepts the signature of RFC 8032 by %s, and no other', (hex, said, signature) => {
  const key = keyFrom(hex) ?? expect.fail('no key');
  const bytes = Buffer.from(said, 'hex');
  expect(isSigned(key, bytes, signature)).toBe(true);
  expect(isSigned(key, Buffer.concat([bytes, Buffer.from([0])]), signature)).toBe(false);
  expect(isSigned(key, bytes, `${signature.slice(0, -2)}ff`)).toBe(false);
  expect(isSigned(key, bytes, signature.slice(2))).toBe(false);
  expect(keyFrom(hex.slice(1))).toBeNull();
});

test('answers a signed request once, but no forged, altered, old or repeated one', async () => {
  const ping = signed({ type: 1 });
  expect(await post(ping)).toEqual({ status: 200, said: '{"type":1}' });
  expect((await post(ping)).status).toBe(401);
  expect((await post({ ...ping, signature: ping.signature.toUpperCase() })).status).toBe(401);
  const other = signed({ type: 1 });
  expect((await post({ ...other, body: `${other.body} ` })).status).toBe(401);
  expect((await post({ ...other, at: String(Number(other.at) + 1) })).status).toBe(401);
  expect((await post({ ...other, signature: 'f'.repeat(128) })).status).toBe(401);
  expect((await post({ ...other, signature: '' })).status).toBe(401);
  expect((await post(signed({ type: 1 }, clockMs - 600_000))).status).toBe(401);
  expect((await post(signed({ type: 1 }, clockMs + 600_000))).status).toBe(401);
  // A replayed request is refused for as long as it would count as fresh.
  clockMs += 299_000;
  expect((await post(ping)).status).toBe(401);
  clockMs += 600_000;
  expect((await post(ping)).status).toBe(401);
  expect((await post(signed({ type: 9 }))).status).toBe(400);
  expect((await fetch(server.url)).status).toBe(401);
});

test('an account speaks for the player whose code it gave, with their rights and on record, until withdrawn', async () => {
  expect(await say('11', 'status')).toContain('isn’t linked to a player');
  expect(await say('11', 'link', { code: 'guessed' })).toContain('This code doesn’t work any more');
  const code = keys.invite('bo', now, 'code');
  expect(await say('11', 'link', { code })).toContain('This account now speaks for bo');
  expect(await say('12', 'link', { code })).toContain('This code doesn’t work any more');
  const late = keys.invite('cy', now, 'code');
  now = hoursAfter(now, 1);
  expect(await say('12', 'link', { code: late })).toContain('This code doesn’t work any more');

  expect(await say('11', 'status')).toContain('Nothing is being voted on.');
  const { people } = game;
  const kind = 'proposal';
  const matter = await people.open(
    { id: 'ana', name: 'ana', bot: false },
    { kind, title: 'Tea', text: '@everyone' },
  );
  await game.tick();
  expect(await say('11', 'vote', { vote: 'for', matter, text: 'Gladly.' })).toContain('Done.');
  expect(await say('11', 'vote', { vote: 'perhaps', matter })).toContain('Refused.');
  expect(await say('11', 'status')).toContain('Tea');
  expect((await game.status()).queue[0]?.votes).toMatchObject({ bo: 'FOR' });
  expect(await say('11', 'comment', { post: `#${matter}`, text: 'Well said.' })).toContain('Done.');
  expect(await say('11', 'act', { action: 'earn', with: 'amount=2' })).toContain('Coins 0 → 2');
  expect(await say('11', 'act', { action: 'earn', with: '2' })).toContain('Refused.');
  expect(await say('11', 'roll', { roll: 'DICE6' })).toMatch(/DICE6: \d/u);
  expect(await say('11', 'why', { what: matter })).toContain('Enacted: no');
  expect(await say('11', 'why', { what: 'fly' })).toContain('nobody can fly');
  // Bo can't take an Admin's action from a chat either.
  expect(await say('11', 'act', { action: 'idle', with: 'player=cy' })).toContain('Refused.');
  // Playing from a chat makes nobody a machine, and each comment says where it came from.
  const { roster } = await game.status();
  expect(roster.find(({ id }) => id === 'bo')).toMatchObject({ machine: false });
  const position = await game.openPosition();
  const said =
    position.open.play.state().posts[matter]?.comments.map(({ by, text }) => `${by}: ${text}`) ?? [];
  position.open.play.dispose();
  expect(said).toHaveLength(2);
  for (const one of said) expect(one).toMatch(/^bo: .*Sent from a chat/su);

  expect(keys.withdraw('bo', 'chat', now)).toBe(1);
  expect(await say('11', 'comment', { post: matter, text: 'Again.' })).toContain('isn’t linked to a player');
  expect(warned).toEqual([]);
});

test('answers the chat at once, and sends the result afterwards', async () => {
  const followed: string[] = [];
  const chat = createServer((request, response) => {
    void (async () => {
      const pieces = await Array.fromAsync(request as AsyncIterable<Buffer>);
      followed.push(`${request.method ?? ''} ${request.url ?? ''} ${Buffer.concat(pieces).toString()}`);
      response.end();
    })();
  });
  const api = `http://127.0.0.1:${await listen(chat, 0, '127.0.0.1', 1)}/api/`;
  const warn = (text: string): void => void warned.push(text);
  const bridge = { game, keys, pace: new SeatPace(), key: raw, warn, clockMs: () => clockMs };
  const slow = await serveBridge({ ...bridge, api }, 0);
  keys.add({ player: 'dee', way: 'chat' }, 'discord 13', now);
  const { at, body, signature } = signed({
    type: 2,
    data: { name: 'roll', options: [{ name: 'roll', value: 'DICE6' }] },
    user: { id: '13' },
    application_id: '77',
    token: 'a-token_of9',
  });
  const headers = { 'x-signature-timestamp': at, 'x-signature-ed25519': signature };
  const first = await fetch(slow.url, { method: 'POST', headers, body });
  expect(await first.json()).toEqual({ type: 5, data: { flags: 64 } });
  await expect.poll(() => followed).toHaveLength(1);
  expect(followed[0]).toMatch(/^PATCH \/api\/webhooks\/77\/a-token_of9\/messages\/@original .*Done/u);
  slow.close();
  chat.close();
  expect(warned).toEqual([]);
});

test('describes the commands in the chat’s own form', () => {
  expect(commandsToRegister(IN_ENGLISH)).toContainEqual({
    name: 'roll',
    description: 'Roll dice, on record',
    options: [{ type: 3, name: 'roll', description: 'roll', required: true }],
  });
});
