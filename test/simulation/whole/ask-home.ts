import { connect, type Socket } from 'node:net';
import { MOST_BYTES } from '../../../src/cli/home/reply.ts';
import { Broken } from './invariants.ts';
import type { Asked, Way } from './requests.ts';
import type { SimulatedHome } from './home-server.ts';
import type { World } from './world.ts';

/** A request, what it said, and what became of it. */
export interface Answered {
  readonly asked: Asked;
  /** Words of its own, by which it is found again. */
  readonly mark: string;
  /** Null where nobody waited for it. */
  readonly status: number | null;
  /** Whether the next page said that it was done. */
  readonly isDone: boolean;
}

/** A process that runs beside others may be given next to no time for minutes. */
const PATIENCE_MS = 300_000;
const TOO_MUCH = 2 * MOST_BYTES;

/** All of them ask before any has an answer. */
export async function askAll(
  world: World,
  home: SimulatedHome,
  asked: readonly Asked[],
  heard: () => void,
): Promise<readonly Answered[]> {
  const sockets = await Promise.all(asked.map(() => connected(home.port)));
  const marks = asked.map((_, n) => `crowd-${world.crowds}-${n};`);
  world.crowds += 1;
  const answers = await Promise.all(
    asked.map(async (one, n) => {
      const mark = marks[n] ?? '';
      const request = requestOf(world, home, one, n, `${one.words.trim()}\n\n${mark}`);
      const status = statusIn(await askOne(sockets[n] as Socket, request, one.way));
      if (status === DONE) heard();
      return { asked: one, mark, status };
    }),
  );
  return Promise.all(
    answers.map(async (one, n) => ({ ...one, isDone: one.status === DONE && (await isDone(home, n)) })),
  );
}

export const DONE = 303;

/** The page to which a browser is sent says what became of what it sent. */
async function isDone(home: SimulatedHome, number: number): Promise<boolean> {
  const head = ['GET / HTTP/1.1', `Host: localhost:${home.port}`, `Cookie: ${home.browser(number).cookie}`];
  const request = `${head.join('\r\n')}\r\nConnection: close\r\n\r\n`;
  return (await askOne(await connected(home.port), request, 'to read')).includes('"flash":{"ok":true');
}

function statusIn(answer: string): number | null {
  return /^HTTP\/1\.1 (\d+)/u.test(answer) ? Number(answer.slice(9, 12)) : null;
}

function connected(port: number): Promise<Socket> {
  return new Promise((done, failed) => {
    const socket = connect(port, '127.0.0.1', () => done(socket)).once('error', failed);
  });
}

const READS: ReadonlySet<Way> = new Set(['to read', 'by another method']);

function requestOf(world: World, home: SimulatedHome, asked: Asked, number: number, text: string): string {
  const { way, what, on, address } = asked;
  if (way === 'what is no HTTP') return `\u0000\u0016${text}\r\n\r\n`;
  const own = home.browser(number);
  const post = String(Math.max(1, world.posts - on));
  const forms: Record<Asked['what'], Record<string, string>> = {
    comment: { on: post, text },
    vote: { on: post, vote: 'FOR', text: text.replaceAll('\n', ' ') },
    post: { kind: 'story', title: 'At once', text, do: 'post' },
  };
  const csrf = way === 'with a guessed token' ? '0'.repeat(own.csrf.length) : own.csrf;
  const fields = new URLSearchParams({ csrf, ...forms[what] }).toString();
  const body = READS.has(way) ? '' : way === 'too much' ? fields.padEnd(TOO_MUCH, 'x') : fields;
  const host = `${way === 'under a foreign name' ? 'example.org' : 'localhost'}:${home.port}`;
  const method = way === 'to read' ? 'GET' : way === 'by another method' ? 'DELETE' : 'POST';
  const head = [
    `${method} ${READS.has(way) ? address : `/do/${what}/`} HTTP/1.1`,
    `Host: ${host}`,
    `Origin: http://${way === 'from a foreign page' ? 'example.org' : host}`,
    ...(way === 'without a seat' ? [] : [`Cookie: ${own.cookie}`]),
    `Content-Type: ${way === 'as JSON' ? 'application/json' : 'application/x-www-form-urlencoded'}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

/** The whole answer; empty if the connection ended without one. */
function askOne(socket: Socket, request: string, way: Way): Promise<string> {
  return new Promise((done, failed) => {
    let answer = '';
    const patience = setTimeout(() => {
      failed(new Broken('answered', `nothing was answered to ${request.slice(0, 200)}`));
      socket.destroy();
    }, PATIENCE_MS);
    socket.setEncoding('utf8');
    socket.removeAllListeners('error').on('error', () => undefined);
    socket.on('data', (piece: string) => (answer += piece));
    socket.on('close', () => {
      clearTimeout(patience);
      done(answer);
    });
    const half = request.length - 20;
    if (way === 'and is gone') socket.write(request, () => socket.destroy());
    else if (way === 'and is cut off') socket.write(request.slice(0, half), () => socket.destroy());
    else if (way !== 'slowly') socket.write(request);
    else {
      socket.write(request.slice(0, half));
      setTimeout(() => socket.write(request.slice(half)), 30);
    }
  });
}
