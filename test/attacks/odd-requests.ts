// Requests that no browser sends: each method that Node knows, and targets that a parser may stumble over.
import { METHODS } from 'node:http';
import { connect } from 'node:net';

const TARGETS = [
  '*',
  '//',
  '///',
  '/%',
  '/%00',
  '/%2e%2e/%2e%2e/',
  '/..%5c..%5c',
  '/\\..\\',
  '/?%ff',
  '/#',
  '//user:word@place/',
  'http://user:word@place/',
  'http://',
  'http://[::1/',
  'http://place:99999/',
  'javascript:1',
  `/${'a'.repeat(9_000)}`,
  '/\u00ff',
];
const HEADS = [
  'Expect: 100-continue',
  'Upgrade: websocket',
  'Content-Length: 3',
  'Range: bytes=9-1',
  'Cookie: =;;=',
];

/** Sends one after another, and returns those after which the server no longer answers. */
export async function endedBy(port: number, path: string): Promise<readonly string[]> {
  const all = [
    ...METHODS.flatMap((method) => [path, '*'].map((target) => [method, target] as const)),
    ...TARGETS.flatMap((target) => ['GET', 'POST', 'TRACE'].map((method) => [method, target] as const)),
  ].map(([method, target]) => `${method} ${target} HTTP/1.1\r\nHost: localhost:${port}\r\n`);
  const asked = [
    ...all,
    ...HEADS.map((head) => `POST ${path} HTTP/1.1\r\nHost: localhost:${port}\r\n${head}\r\n`),
  ];
  const ended: string[] = [];
  for (const one of asked) {
    await answerTo(port, `${one}Connection: close\r\n\r\nabc`);
    const alive = await answerTo(
      port,
      `GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: close\r\n\r\n`,
      60_000,
    );
    if (!alive.startsWith('HTTP/1.1 ')) ended.push(one.split('\r\n')[0] ?? '');
  }
  return ended;
}

/** The answer; empty if there is none for so long, as an odd request may have none. */
function answerTo(port: number, request: string, waitMs = 5_000): Promise<string> {
  return new Promise((done) => {
    let said = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(request, 'latin1'));
    socket.setTimeout(waitMs, () => socket.destroy());
    socket.on('data', (piece) => {
      said += String(piece);
      socket.destroy();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => done(said));
  });
}
