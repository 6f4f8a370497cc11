// People who come to a server at home in great numbers, are slow, or sit down again and again: nobody waits for them or loses a seat.
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { Seats } from '../../src/cli/home/seats.ts';
import { kernelCaches as caches } from '../../src/scenario/on-kernel/fixtures/runner.ts';
import { Sessions } from '../../src/cli/home/session.ts';
import { Browse } from './browse.ts';
import { openHome, type TestHome } from './open-home.ts';

const BO = { id: 'bo', name: 'Bo', bot: false };
const CY = { id: 'cy', name: 'Cy', bot: false };
/** More than sessions are kept. */
const MANY = 1_100;

let home: TestHome;
beforeAll(async () => {
  home = await openHome({ caches });
});
afterAll(() => home.close());

/** Sends the beginning of a form, and never the rest. */
function sendSlowly(port: number): Promise<Socket> {
  return new Promise((done, failed) => {
    const socket = connect(port, '127.0.0.1', () => {
      const head = [
        'POST /do/post/ HTTP/1.1',
        `Host: localhost:${port}`,
        `Origin: http://localhost:${port}`,
        'Content-Type: application/x-www-form-urlencoded',
        'Content-Length: 1000',
      ];
      socket.write(`${head.join('\r\n')}\r\n\r\ncsrf=`, () => done(socket));
    });
    socket.on('error', failed);
  });
}

test('nobody has to wait for somebody who sends a form slowly', async () => {
  const bo = new Browse(home.server.port);
  await bo.sitAs('bo');
  const slow = await Promise.all(Array.from({ length: 20 }, () => sendSlowly(home.server.port)));
  try {
    await new Promise((done) => setTimeout(done, 100));
    const asked = AbortSignal.timeout(60_000);
    const late = new Promise<never>((_, failed) =>
      asked.addEventListener('abort', () => failed(new Error('Bo waits for a form that never comes'))),
    );
    const story = { kind: 'story', title: 'A tale', text: 'Once.', do: 'post' };
    const posted = bo.get('/do/post/').then(() => bo.send('/do/post/', story));
    expect((await Promise.race([posted, late])).text).toContain('A tale');
  } finally {
    for (const socket of slow) socket.destroy();
  }
});

/** The first line of the answer to a request as it stands here. */
function answerTo(port: number, lines: readonly string[]): Promise<string> {
  return new Promise((done, failed) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n`));
    socket.once('data', (said) => {
      done(String(said).split('\r\n')[0] ?? '');
      socket.destroy();
    });
    socket.once('error', failed);
  });
}

test.each([
  ['two hosts, the own one first', ['Host: localhost', 'Host: evil.example'], '400'],
  ['two hosts, the own one last', ['Host: evil.example', 'Host: localhost'], '400'],
  ['one host twice', ['Host: localhost', 'host: localhost'], '400'],
  ['two kinds of content', ['Host: localhost', 'Content-Type: text/plain', 'Content-Type: text/html'], '400'],
  ['no host', ['Accept: */*'], '400'],
  ['another address in the first line', ['Host: localhost'], '400', 'http://evil.example/'],
  ['one host', ['Host: localhost'], '200'],
])('answers a request with %s', async (_, headers, status, path = '/') => {
  const { port } = home.server;
  const named = headers.map((line) => line.replace(/localhost$/u, `localhost:${port}`));
  expect(await answerTo(port, [`GET ${path} HTTP/1.1`, ...named, 'Connection: close'])).toContain(status);
});

/** What a browser sends that has this session. */
const cookieOf = (sessions: Sessions, { id }: { readonly id: string }): string => `${sessions.cookie}=${id}`;

function sit(sessions: Sessions, who: typeof BO): string {
  const session = Object.assign(sessions.begin(), { seat: who });
  sessions.keep(session);
  return cookieOf(sessions, session);
}

test('a thousand strangers who look unseat nobody, and the first one’s half-filled form is accepted', () => {
  const sessions = new Sessions(1);
  const bos = sit(sessions, BO);
  const reading = sessions.begin();
  for (let n = 0; n < MANY; n++) sessions.find(cookieOf(sessions, sessions.begin()));
  expect(sessions.find(bos)?.seat).toEqual(BO);
  const again = sessions.find(cookieOf(sessions, reading));
  expect(again && sessions.isToken(again, sessions.tokenOf(reading))).toBe(true);
  for (const guessed of ['0'.repeat(48), `${'0'.repeat(48)}.${'0'.repeat(64)}`, '.', ''])
    expect(sessions.find(`${sessions.cookie}=${guessed}`), guessed).toBeNull();
});

test('somebody who takes a seat again and again loses their own oldest seats, but nobody else’s', () => {
  const folder = mkdtempSync(join(tmpdir(), 'strangers-'));
  try {
    const sessions = new Sessions(1, folder, 20);
    const bos = sit(sessions, BO);
    const cys = Array.from({ length: 50 }, () => sit(sessions, CY));
    // The server that runs, and one that is started anew.
    for (const one of [sessions, new Sessions(1, folder, 20)]) {
      expect(one.find(bos)?.seat).toEqual(BO);
      const seated = cys.map((cookie) => (one.find(cookie)?.seat ?? null) !== null);
      expect(seated.filter(Boolean)).toHaveLength(19);
      expect(seated.at(-1)).toBe(true);
      expect(seated[0]).toBe(false);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('somebody who takes seat after seat by the newcomers’ link gets few, and nobody else’s', () => {
  const [seats, sessions] = [new Seats(), new Sessions(1, null, 200)];
  const roster = Array.from({ length: 60 }, (_, n) => ({ id: `player-${n}` }));
  for (const { id } of roster) seats.invite({ id, name: id, bot: false });
  const theirs = roster.flatMap(({ id }) => [1, 2].map(() => sit(sessions, { id, name: id, bot: false })));
  let taken = 0;
  for (let n = 0; n < MANY; n++) {
    const who = { id: `new-${n}`, name: `New ${n}`, bot: false };
    if (!seats.isFree(who, roster)) continue;
    seats.invite(who);
    sit(sessions, who);
    taken += 1;
  }
  expect([taken > 30, taken < 50]).toEqual([true, true]);
  expect(theirs.filter((cookie) => sessions.find(cookie) === null)).toEqual([]);
  // Those who have come into the game leave room for others.
  const later = [...roster, ...Array.from({ length: MANY }, (_, n) => ({ id: `new-${n}` }))];
  expect(seats.isFree({ id: 'late', name: 'Late', bot: false }, later)).toBe(true);
});
