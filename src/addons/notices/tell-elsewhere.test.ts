// Receivers are servers of their own: one that answers as Discord documents, and a mail server that keeps to the RFCs.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';

import {
  ana,
  bo,
  cy,
  dee,
  eli,
  fay,
  memoryVault,
  kernelGame,
  type TestGame,
} from '../../tick/fixtures/embedded-game.ts';
import { CachedGame } from '../../tick/cached-game.ts';
import type { Addresses } from './addresses.ts';
import { readReceivers } from '../../host/receiver-state.ts';
import { tellElsewhere } from './tell-elsewhere.ts';
import { readBranch } from '../../repository/refs.ts';
import { readNotified } from '../../tick/deliver.ts';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

interface Answer {
  readonly status: number;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A webhook that takes what Discord takes, and first gives the answers that it is told to. */
async function webhook(answers: Answer[] = []): Promise<{ url: string; got: string[]; answers: Answer[] }> {
  const got: string[] = [];
  const server: Server = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString()));
    request.on('end', () => {
      const { content } = JSON.parse(text) as { content: string };
      const answer =
        answers.shift() ?? (content.length > 2000 || content === '' ? { status: 400 } : { status: 204 });
      if (answer.status === 204) got.push(content);
      response.writeHead(answer.status, answer.headers).end(answer.body && JSON.stringify(answer.body));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  open.push(() => new Promise((done) => server.close(done)));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret-token`, got, answers };
}

async function gameThatTells(wish: string): Promise<{ game: TestGame; post: string }> {
  const game = await kernelGame();
  const post = await game.table.open(ana, { kind: 'story', title: 'Tea', text: '' });
  await game.table.comment(ana, post, `/game notices="${wish}"`);
  const { happened } = await game.tick();
  expect(happened.filter(({ outcome }) => !outcome.ok)).toEqual([]);
  return { game, post };
}

async function tell(game: TestGame, to: Addresses['to']): Promise<readonly string[]> {
  const vault = memoryVault([3, 4, 5, 6]);
  await game.tick({ vault });
  return tellNow(game, to, vault);
}

async function tellNow(
  game: TestGame,
  to: Addresses['to'],
  vault = memoryVault(),
): Promise<readonly string[]> {
  const saved = new CachedGame();
  await game.tick({ vault, cached: saved });
  const { position } = saved;
  if (position === null) throw new Error('no game is kept');
  try {
    const { forge, now } = game;
    const addresses = { site: 'https://harbour.example', to };
    return await tellElsewhere({ forge, position, files: await game.content(), now, addresses });
  } finally {
    saved.close();
  }
}

const roll = (game: TestGame, post: string): Promise<unknown> => game.table.comment(bo, post, '/roll DICE6');

test('tells a chat once of what it asked for, and of nothing from before it was there', async () => {
  const { url, got } = await webhook();
  const { game, post } = await gameThatTells('chat dice opened');
  const to = { chat: { as: 'discord' as const, url } };
  await roll(game, post);
  expect(await tell(game, to)).toEqual([]);
  expect(got).toEqual([]);
  await roll(game, post);
  await tell(game, to);
  await tell(game, to);
  expect(got).toEqual([expect.stringMatching(/^bo .*\b[1-6]\b/u)]);
  // How far the forge itself was told stands beside it.
  const before = await readNotified(game.forge);
  const tip = await readBranch(game.forge.repository, 'notices');
  await tell(game, to);
  expect(await readNotified(game.forge)).toBe(before);
  // Nothing is written where nothing is new.
  expect(await readBranch(game.forge.repository, 'notices')).toBe(tip);
});

test('a receiver that is busy, gone or faulty holds up no other, is reported once, and gets everything later', async () => {
  const [busy, gone, well] = [
    await webhook(),
    await webhook(),
    await webhook([{ status: 429, body: { retry_after: 0.05 } }]),
  ];
  const { game, post } = await gameThatTells('busy dice, gone dice, well dice');
  const to = Object.fromEntries(
    Object.entries({ busy, gone, well }).map(([name, { url }]) => [name, { as: 'discord' as const, url }]),
  );
  await tell(game, to);
  await roll(game, post);
  busy.answers.push({ status: 429, headers: { 'retry-after': '600' } });
  gone.answers.push({ status: 404 });
  const said = await tell(game, to);
  expect(well.got).toHaveLength(1);
  expect(said).toEqual([
    expect.stringMatching(/^The receiver busy can’t be told: it answered 429\./u),
    expect.stringMatching(/^The receiver gone can’t be told: it answered 404\./u),
  ]);
  expect(said.join()).not.toContain('secret-token');
  expect(JSON.stringify(await readReceivers(game.forge))).not.toContain('secret-token');
  await roll(game, post);
  expect(await tell(game, to)).toEqual([]);
  expect([busy.got, gone.got]).toEqual([[], []]);
  game.later(2);
  expect(await tell(game, to)).toEqual([]);
  for (const { got } of [busy, gone, well]) expect(got.join('\n').match(/^bo /gmu)).toHaveLength(2);
});

test('a receiver doesn’t wait for a time that the clock, put back since, reaches only later', async () => {
  const [chat, digest] = [await webhook(), await webhook()];
  const { game } = await gameThatTells('chat dice, digest dice day');
  const to = Object.fromEntries(
    Object.entries({ chat, digest }).map(([name, { url }]) => [name, { as: 'discord' as const, url }]),
  );
  await tell(game, to);
  game.later(500);
  const post = await game.table.open(ana, { kind: 'story', title: 'More tea', text: '' });
  await roll(game, post);
  chat.answers.push({ status: 404 });
  expect(await tell(game, to)).toHaveLength(1);
  expect([chat.got.length, digest.got.length]).toEqual([0, 1]);
  game.later(-499);
  await roll(game, post);
  await tell(game, to);
  expect([chat.got, digest.got].map((got) => got.join('\n').match(/^bo /gmu)?.length)).toEqual([2, 2]);
});

test('splits what is too long into several messages, and mentions nobody', async () => {
  const { url, got } = await webhook();
  const { game } = await gameThatTells('chat opened');
  const to = { chat: { as: 'discord' as const, url } };
  await tell(game, to);
  for (const [n, who] of [ana, bo, cy, dee, eli, fay, ana, bo, cy, dee, eli, fay].entries())
    await game.table.open(who, { kind: 'proposal', title: `@everyone ${'~'.repeat(180)} ${n}`, text: '' });
  await tell(game, to);
  expect(got.length).toBeGreaterThan(1);
  expect(got.join('\n').match(/^\w+ posted/gmu)?.length).toBe(12);
  expect(got[0]).toContain('<https://harbour.example/matters/');
});

test('sends a digest by mail once a day, in one mail', async () => {
  const mails: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      let text = '';
      stream.on('data', (part: Buffer) => (text += part.toString()));
      stream.on('end', () => {
        mails.push(text);
        done();
      });
    },
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  open.push(() => new Promise<void>((done) => server.close(() => done())));
  const { port } = server.server.address() as AddressInfo;
  const { game, post } = await gameThatTells('list dice day');
  const mail = { as: 'mail' as const, server: `smtp://127.0.0.1:${port}`, from: 'game@harbour.example' };
  const to = { list: { ...mail, to: ['ana@harbour.example', 'bo@harbour.example'] } };
  await tell(game, to);
  await roll(game, post);
  await roll(game, post);
  await tell(game, to);
  expect(mails).toEqual([]);
  game.later(25);
  await tell(game, to);
  await tell(game, to);
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatch(/^Subject: Harbour: 2 messages/mu);
});

test('names a receiver without an address, and tells the others', async () => {
  const { url, got } = await webhook();
  const { game } = await gameThatTells('chat opened, wall opened');
  const to = { chat: { as: 'discord' as const, url } };
  const missing = ['game.yml notifies wall, but GITNOMIC_NOTICES has no address.'];
  expect(await tell(game, to)).toEqual(missing);
  await game.table.open(bo, { kind: 'proposal', title: 'Tea', text: '' });
  expect(await tell(game, to)).toEqual(missing);
  expect(got).toHaveLength(1);
  expect(await tell(game, {})).toHaveLength(2);
});

test('without a site, links a matter’s page on the forge, if it has one', async () => {
  const { url, got } = await webhook();
  const { game } = await gameThatTells('chat opened');
  const addresses = { to: { chat: { as: 'discord' as const, url } } };
  await tell(game, addresses.to);
  const said = async (title: string, pageOf?: (id: string) => string): Promise<void> => {
    await game.table.open(bo, { kind: 'proposal', title, text: '' });
    const saved = new CachedGame();
    await game.tick({ cached: saved });
    const { forge, now } = game;
    const seen = { forge, now, position: saved.position as never, files: await game.content() };
    await tellElsewhere({ ...seen, addresses, ...(pageOf === undefined ? {} : { pageOf }) });
    saved.close();
  };
  await said('Tea', (id) => `https://forge.example/${id}`);
  await said('Gin');
  expect(got.map((text) => /https:\S+(?=>)/u.exec(text)?.[0])).toEqual([
    'https://forge.example/2',
    undefined,
  ]);
});

/** Takes anything, and keeps what came. */
async function taker(): Promise<{ url: string; got: string[]; silent: { is: boolean; stop: () => void } }> {
  const got: string[] = [];
  const silent = { is: false, stop: (): void => undefined };
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString()));
    request.on('end', () => {
      if (silent.is) return;
      got.push(text);
      response.end('ok');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  silent.stop = () => server.closeAllConnections();
  open.push(() => new Promise((done) => server.close(done)));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret-token`, got, silent };
}

test('Slack, Matrix and JSON get the same in their own forms, and a weekly digest waits a week', async () => {
  const [slack, matrix, json] = [await taker(), await taker(), await taker()];
  const { game } = await gameThatTells('slack opened, matrix opened, json opened week');
  const to = {
    slack: { as: 'slack' as const, url: slack.url },
    matrix: { as: 'matrix' as const, url: matrix.url },
    json: { as: 'json' as const, url: json.url },
  };
  await tell(game, to);
  const post = await game.table.open(bo, {
    kind: 'proposal',
    title: 'Tea <!channel> & cake',
    text: '',
  });
  await tell(game, to);
  const link = `https://harbour.example/matters/${post}/`;
  expect(slack.got.map((text) => JSON.parse(text) as object)).toEqual([
    { text: `bo posted “Tea &lt;!channel&gt; &amp; cake” <${link}>` },
  ]);
  expect(matrix.got.map((text) => JSON.parse(text) as object)).toEqual([
    { text: `bo posted “Tea <!channel> & cake” ${link}` },
  ]);
  game.later(6 * 24);
  await tell(game, to);
  expect(json.got).toEqual([]);
  game.later(25);
  await tell(game, to);
  const at = expect.any(String) as unknown;
  const text = 'bo posted “Tea <!channel> & cake”';
  expect(json.got.map((one) => JSON.parse(one) as object)).toEqual([
    { game: 'Harbour', notices: [{ kind: 'opened', at, text, matter: post, link }] },
  ]);
  expect([slack.got, matrix.got].map(({ length }) => length)).toEqual([1, 1]);
});

test('if killed between sending and recording it, tells twice rather than not at all', async () => {
  const { url, got } = await webhook();
  const { game, post } = await gameThatTells('chat dice');
  const to = { chat: { as: 'discord' as const, url } };
  await tell(game, to);
  await roll(game, post);
  await game.tick({ vault: memoryVault([3]) });
  const dies = { ...game.forge, advance: () => Promise.reject(new Error('killed')) };
  await expect(tellNow({ ...game, forge: dies }, to)).rejects.toThrow('killed');
  expect(got).toHaveLength(1);
  await tell(game, to);
  expect(got).toHaveLength(2);
  await tell(game, to);
  expect(got).toHaveLength(2);
});

test('a receiver that never answers doesn’t keep the others waiting', async () => {
  const [slow, well] = [await taker(), await taker()];
  const { game, post } = await gameThatTells('slow dice, well dice');
  const to = {
    slow: { as: 'json' as const, url: slow.url },
    well: { as: 'json' as const, url: well.url },
  };
  await tell(game, to);
  await roll(game, post);
  slow.silent.is = true;
  const telling = tell(game, to);
  await expect.poll(() => well.got.length).toBe(1);
  slow.silent.stop();
  expect(await telling).toEqual([expect.stringMatching(/^The receiver slow can’t be told: /u)]);
});
