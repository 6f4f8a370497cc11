// Plays with the SDK's own client, and checks what it can see, what it must not do, and that a token opens one seat.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

import { caches } from '../../cache/fixtures/shared-caches.ts';
import { hosts } from '../../host/registry.ts';
import { runCli } from '../../main/run-cli.ts';
import { makeTerminal } from '../../cli/terminal.ts';
import type { HomeGame } from '../../host/game.ts';
import { hoursAfter } from '../../kernel/time.ts';
import { canSchema } from '../../seat/program/can.ts';
import { beginCoins } from '../../seat/program/fixtures/coins-game.ts';
import { SeatPace } from '../../seat/program/seat-pace.ts';
import { SeatKeys } from '../../seat/program/seat-keys.ts';
import { serveMcp } from './serve-mcp.ts';

const folder = mkdtempSync(join(tmpdir(), 'mcp-'));
let now = '2030-06-03T09:00:00Z';
let game: HomeGame;
let keys: SeatKeys;
let server: Awaited<ReturnType<typeof serveMcp>>;
async function onCommandLine(...words: string[]): Promise<string> {
  let out = '';
  const sink = { write: (text: string) => (out += text) };
  const terminal = makeTerminal(sink, sink, {}, () => 0);
  const environment = { CI: '1', GITNOMIC_NOW: now };
  await runCli({ words, folder: game.folder, environment, terminal, hosts, caches });
  return out;
}

const warned: string[] = [];
const clients: Client[] = [];
const seats = new Map<string, Client>();
const at = (id: string): Client => seats.get(id) ?? expect.fail(id);

beforeAll(async () => {
  game = await beginCoins(join(folder, 'game'), () => now);
  keys = new SeatKeys(game.folder);
  server = await serveMcp(game, keys, new SeatPace(40), 0, (text) => warned.push(text));
});
afterAll(async () => {
  for (const client of clients) await client.close();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function connect(token: string): Promise<Client> {
  const client = new Client({ name: 'a test', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url), { requestInit }));
  clients.push(client);
  return client;
}

const toolAnswer = z.object({
  isError: z.boolean(),
  content: z.tuple([z.object({ type: z.literal('text'), text: z.string() })]),
});

async function call(client: Client, name: string, words: Record<string, unknown> = {}) {
  const { isError, content } = toolAnswer.parse(await client.callTool({ name, arguments: words }));
  return { ok: !isError, said: JSON.parse(content[0].text) as unknown };
}

test('a model joins, proposes, votes, sees it enacted, and takes an action', async () => {
  for (const id of ['ana', 'bo', 'cy', 'dee', 'eli', 'zed'])
    seats.set(id, await connect(keys.invite(id, now)));
  expect((await at('ana').listTools()).tools.map(({ name }) => name).sort()).toEqual([
    'act',
    'can',
    'comment',
    'look',
    'post',
    'propose',
    'rehearse',
    'vote',
    'why',
  ]);
  // A newcomer asks to join, and an Admin lets them in.
  const can = canSchema.parse((await call(at('zed'), 'can')).said);
  expect(can.actions.find(({ id }) => id === 'earn')?.refusal).not.toBeNull();
  const join = can.posts.find(({ kind }) => kind.startsWith('join'))?.kind;
  expect(await call(at('zed'), 'post', { kind: join, title: 'Let me in' })).toMatchObject({ ok: true });
  expect(await call(at('ana'), 'act', { action: 'join', with: { player: 'zed' } })).toMatchObject({
    ok: true,
  });
  // The proposal is rehearsed first.
  const proposal = { title: 'Manners', changes: [{ do: 'add', title: 'Manners', text: 'Say please.' }] };
  expect(await call(at('bo'), 'rehearse', { step: { do: 'propose', ...proposal } })).toMatchObject({
    ok: true,
  });
  const proposed = await call(at('bo'), 'propose', proposal);
  const { post } = z.object({ post: z.string() }).parse(proposed.said);
  expect((await call(at('bo'), 'why', { matter: post })).said).toContain('Enacted: no');
  now = hoursAfter(now, 1);
  for (const id of ['ana', 'cy', 'dee', 'eli'])
    expect(await call(at(id), 'vote', { matter: post, vote: 'for' })).toMatchObject({ ok: true });
  expect(await call(at('cy'), 'vote', { matter: post, vote: 'perhaps' })).toMatchObject({ ok: false });
  now = hoursAfter(now, 48);
  await game.tick();
  const rules = z.array(z.object({ path: z.string(), title: z.string() }));
  const ruleset = rules.parse((await call(at('bo'), 'look', { what: 'ruleset' })).said);
  const manners = ruleset.find(({ title }) => title === 'Manners')?.path ?? '';
  const read = await at('bo').readResource({ uri: `gitnomic://rule/${manners}` });
  expect(JSON.stringify(read)).toContain('Say please.');
  // A player who was let in takes an action.
  expect(await call(at('zed'), 'act', { action: 'earn', with: { amount: 3 } })).toMatchObject({ ok: true });
  expect(await call(at('zed'), 'act', { action: 'earn', with: { amount: 3 } })).toMatchObject({ ok: false });
  expect((await call(at('zed'), 'look', { what: 'state' })).said).toMatchObject({
    players: { zed: { coins: 3 } },
  });
  expect(await call(at('zed'), 'look', { what: 'rule', rule: '../../game' })).toMatchObject({ ok: false });
  const { roster } = await game.status();
  expect(roster.find(({ id }) => id === 'zed')).toMatchObject({ machine: true });
  for (const words of [['show', 'zed'], ['log'], ['status']])
    expect(await onCommandLine(...words)).toMatch(/zed.*machine/u);
  for (const name of ['ruleset', 'state', 'matters', 'ledger'])
    expect((await at('cy').readResource({ uri: `gitnomic://${name}` })).contents).toHaveLength(1);
  expect(warned).toEqual([]);
});

test('a model declares that it has won, the others agree, and it begins the next dynasty', async () => {
  const kind = canSchema
    .parse((await call(at('zed'), 'can')).said)
    .posts.find((one) => one.kind === 'dov')?.kind;
  expect(await call(at('zed'), 'rehearse', { step: { do: 'act', action: 'ascend' } })).toMatchObject({
    ok: false,
  });
  const claimed = await call(at('zed'), 'post', { kind, title: 'I have won' });
  const { post } = z.object({ post: z.string() }).parse(claimed.said);
  for (const id of ['ana', 'bo', 'cy', 'dee', 'eli'])
    expect(await call(at(id), 'vote', { matter: post, vote: 'for' })).toMatchObject({ ok: true });
  now = hoursAfter(now, 48);
  await game.tick();
  expect((await call(at('zed'), 'look', { what: 'matters' })).said).toMatchObject({ queue: [] });
  const ascended = await call(at('zed'), 'act', { action: 'ascend', with: { theme: 'Tea' } });
  expect(ascended, JSON.stringify(ascended.said)).toMatchObject({ ok: true });
  expect((await game.status()).dynasty).toMatchObject({ emperor: 'zed' });
});

test('a token opens one seat until it is withdrawn; web pages and others get no answer', async () => {
  const token = keys.invite('eli', now);
  const ask = (headers: Record<string, string>): Promise<Response> =>
    fetch(server.url, { method: 'POST', headers, body: '{}' });
  expect((await ask({})).status).toBe(401);
  expect((await ask({ authorization: 'Bearer nonsense' })).status).toBe(401);
  expect((await ask({ authorization: `Bearer ${token}`, origin: 'http://elsewhere.example' })).status).toBe(
    403,
  );
  const client = await connect(token);
  expect(await call(client, 'look', { what: 'matters' })).toMatchObject({ ok: true });
  expect(keys.withdraw('eli', 'program', now)).toBe(2);
  await expect(call(client, 'look', { what: 'matters' })).rejects.toThrow('opens no seat');
  // The stored hash of a token opens no seat.
  for (const { hash } of keys.all) expect(keys.playerOf('program', hash)).toBeNull();
});

test('tells a seat that asks too often that it has to wait', () => {
  let ms = 0;
  const pace = new SeatPace(2, () => ms);
  pace.take('ana');
  pace.take('ana');
  pace.take('bo');
  expect(() => pace.take('ana')).toThrow('Only 2 calls in a minute');
  ms = 60_000;
  expect(() => pace.take('ana')).not.toThrow();
});

test('over stdio, the program that starts it has the seat that it names', async () => {
  const bin = join(import.meta.dirname, '../../../bin/gitnomic.mjs');
  const args = [bin, 'mcp', '--game', game.folder, '--as', 'ana'];
  const client = new Client({ name: 'a test', version: '1' });
  clients.push(client);
  await client.connect(new StdioClientTransport({ command: process.execPath, args }));
  const can = canSchema.parse((await call(client, 'can')).said);
  expect(can.who).toEqual({ id: 'ana', name: 'ana' });
  expect(can.actions.find(({ id }) => id === 'roll')).toMatchObject({ refusal: null });
});
