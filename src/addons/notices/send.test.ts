// How messages are written for each kind of receiver, and what is made of their answers.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { SMTPServer } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';

import { IN_ENGLISH } from '../../language/wording.ts';
import type { Receiver } from './addresses.ts';
import { notices } from './addon.ts';
import { firstBatch, send, type Linked, type NotSent } from './send.ts';

let server: Server | null = null;
afterEach(() => server?.close());

type Answer = readonly [status: number, headers?: Record<string, string>, body?: string];

/** A receiver that gives these answers, one after another, and keeps what it was sent. */
async function receiver(...answers: Answer[]): Promise<{ readonly url: string; readonly got: string[] }> {
  const got: string[] = [];
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString()));
    request.on('end', () => {
      got.push(text);
      const [status, headers = {}, body = ''] = answers.shift() ?? [204];
      response.writeHead(status, headers).end(body);
    });
  });
  await new Promise<void>((done) => server?.listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, got };
}

const line = (text: string, link: string | null = null): Linked => ({
  key: text,
  kind: 'opened',
  at: '2024-03-01T09:00:00Z',
  text,
  matter: '1',
  link,
});
const GAME = { name: 'Harbour', wording: IN_ENGLISH };
const SECOND = 1000;
const HOUR = 3600 * SECOND;

async function sentAs(as: 'discord' | 'slack' | 'matrix', ...lines: readonly Linked[]): Promise<unknown> {
  const { url, got } = await receiver();
  expect(await send({ as, url }, GAME, lines)).toBeNull();
  return JSON.parse(got[0] ?? '');
}

test('what players wrote has no effect in a chat, and stays readable', async () => {
  const words = line('A *b* _c_ `d` <@everyone> & #e', 'https://x.example/1/');
  expect(await sentAs('discord', words)).toEqual({
    content: 'A \\*b\\* \\_c\\_ \\`d\\` <@everyone\\> & \\#e <https://x.example/1/>',
    allowed_mentions: { parse: [] },
  });
  expect(await sentAs('slack', words)).toEqual({
    text: 'A *b* _c_ `d` &lt;@everyone&gt; &amp; #e <https://x.example/1/>',
  });
  expect(await sentAs('matrix', words, line('Two\n\n lines'))).toEqual({
    text: 'A *b* _c_ `d` <@everyone> & #e https://x.example/1/\nTwo lines',
  });
});

test('cuts a line that no message could hold, and keeps its link whole', async () => {
  const link = 'https://x.example/matters/1/';
  const { content } = (await sentAs('discord', line('a'.repeat(3000), link))) as { content: string };
  expect(content).toMatch(/^a+… <https:\/\/x\.example\/matters\/1\/>$/u);
  expect(content).toHaveLength(1999);
});

test('puts as many lines into a message as it holds, and at least one', () => {
  const lines = [line('a'.repeat(999)), line('b'.repeat(999)), line('c')];
  const as = (kind: 'discord' | 'slack'): Receiver => ({ as: kind, url: '' });
  expect(firstBatch(lines, as('discord'))).toEqual(lines.slice(0, 2));
  expect(firstBatch(lines, as('slack'))).toEqual(lines);
  expect(firstBatch([line('a'.repeat(3000)), line('b')], as('discord'))).toHaveLength(1);
  expect(firstBatch([], as('discord'))).toEqual([]);
});

test.each<[string, Answer, NotSent]>([
  ['is gone', [404], { why: 'it answered 404', waitMs: HOUR }],
  ['has a fault', [500], { why: 'it answered 500', waitMs: 300 * SECOND }],
  ['asks for a minute', [429, { 'retry-after': '60' }], { why: 'it answered 429', waitMs: 60 * SECOND }],
  ['asks for a day', [429, { 'retry-after': '86400' }], { why: 'it answered 429', waitMs: HOUR }],
  [
    'asks for a while in its body',
    [429, {}, '{"retry_after": 4.5}'],
    { why: 'it answered 429', waitMs: 4500 },
  ],
  ['asks without a time', [429], { why: 'it answered 429', waitMs: 300 * SECOND }],
  [
    'sends elsewhere',
    [302, { location: 'http://127.0.0.1:1/' }],
    { why: 'it can’t be reached', waitMs: 300 * SECOND },
  ],
])('a receiver that %s is tried again later', async (_, answer, said) => {
  const { url, got } = await receiver(answer);
  expect(await send({ as: 'json', url }, GAME, [line('a')])).toEqual(said);
  expect(got).toHaveLength(1);
});

test('waits if a receiver asks for a moment, and sends the same again, once', async () => {
  const moment: Answer = [429, { 'retry-after': '0.01' }];
  const once = await receiver(moment);
  expect(await send({ as: 'json', url: once.url }, GAME, [line('a')])).toBeNull();
  expect(once.got).toEqual([once.got[0], once.got[0]]);
  server?.close();
  const twice = await receiver(moment, moment, moment);
  expect(await send({ as: 'json', url: twice.url }, GAME, [line('a')])).toMatchObject({
    why: 'it answered 429',
  });
  expect(twice.got).toHaveLength(2);
});

test('leaves a receiver that asks for a date alone until then', async () => {
  const until = new Date(Date.now() + 600 * SECOND).toUTCString();
  const { url } = await receiver([429, { 'retry-after': until }]);
  const { waitMs = 0 } = (await send({ as: 'json', url }, GAME, [line('a')])) ?? {};
  expect(waitMs).toBeGreaterThan(500 * SECOND);
  expect(waitMs).toBeLessThanOrEqual(600 * SECOND);
});

test('a receiver that doesn’t exist can’t be reached', async () => {
  const away = { why: 'it can’t be reached', waitMs: 300 * SECOND };
  expect(await send({ as: 'json', url: 'http://127.0.0.1:1/' }, GAME, [line('a')])).toEqual(away);
  const mail = { as: 'mail', server: 'smtp://127.0.0.1:1', from: 'a@b.example', to: 'c@d.example' } as const;
  expect(await send(mail, GAME, [line('a')])).toEqual(away);
});

test('a mail has one subject, cut if too long, and a mail server’s refusal is reported by its number', async () => {
  const mails: string[] = [];
  const mailServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _, done) =>
      done(address.startsWith('gone') ? Object.assign(new Error('no'), { responseCode: 550 }) : null),
    onData: (stream, _, done) => {
      let text = '';
      stream.on('data', (part: Buffer) => (text += part.toString()));
      stream.on('end', () => {
        mails.push(text);
        done();
      });
    },
  });
  await new Promise<void>((done) => void mailServer.listen(0, '127.0.0.1', done));
  const { port } = mailServer.server.address() as AddressInfo;
  const mail = { as: 'mail', server: `smtp://127.0.0.1:${port}`, from: 'a@b.example' } as const;
  expect(await send({ ...mail, to: 'c@d.example' }, GAME, [line('a b')])).toBeNull();
  const long = { ...GAME, name: 'x'.repeat(300) };
  expect(
    await send({ ...mail, to: ['c@d.example'] }, long, [line('a'), line('b', 'https://x.example/')]),
  ).toBeNull();
  const subjects = mails.map((text) =>
    /^Subject:((?:[^\r\n]|\r\n )*)/mu.exec(text)?.[1]?.replaceAll(/\r\n /gu, '').trim(),
  );
  expect(subjects).toEqual(['Harbour: a b', 'x'.repeat(200)]);
  expect(mails[1]).toMatch(/\r\n\r\na\r\n\r\nb https:\/\/x\.example\/\r\n/u);
  expect(await send({ ...mail, to: 'gone@d.example' }, GAME, [line('a')])).toEqual({
    why: 'it answered 550',
    waitMs: 300 * SECOND,
  });
  await new Promise<void>((done) => mailServer.close(() => done()));
});

test('the add-on tells nobody without addresses, and reports what is wrong with them', async () => {
  const find = notices.findTeller;
  if (find === undefined) throw new Error('the add-on has a teller');
  for (const given of [{}, { GITNOMIC_NOTICES: ' ' }])
    expect(await find(given)).toEqual({ teller: null, problems: [] });
  expect(await find({ GITNOMIC_NOTICES: '{' })).toMatchObject({
    teller: null,
    problems: [expect.stringContaining('GITNOMIC_NOTICES can’t be read')],
  });
  expect(await find({ GITNOMIC_NOTICES: '{"to":{}}' })).toMatchObject({
    teller: expect.any(Function),
    problems: [],
  });
});
