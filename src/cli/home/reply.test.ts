// What Node tells of a request and its answer.
import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';

import { expect, test } from 'vitest';

import { answerPlainly, MOST_BYTES, readBody, ServerReply } from './reply.ts';

const FORM = 'application/x-www-form-urlencoded';
const request = (type: string | undefined): PassThrough & IncomingMessage =>
  Object.assign(new PassThrough(), { headers: type === undefined ? {} : { 'content-type': type } }) as never;

test('reads a whole body if it is a form and not too long', async () => {
  const read = async (type: string | undefined, ...pieces: readonly (string | Buffer)[]) => {
    const one = request(type);
    const body = readBody(one);
    for (const piece of pieces) one.write(piece);
    one.end();
    return body;
  };
  const letters = Buffer.from('é');
  expect(await read(`${FORM}; charset=utf-8`, 'a=', letters.subarray(0, 1), letters.subarray(1))).toEqual({
    text: 'a=é',
  });
  expect(await read(FORM)).toEqual({ text: '' });
  expect(await read('text/plain', 'a=1')).toEqual({ wrong: 'type' });
  expect(await read(undefined, 'a=1')).toEqual({ wrong: 'type' });
  expect(await read(FORM, 'a'.repeat(MOST_BYTES))).toEqual({ text: 'a'.repeat(MOST_BYTES) });
  expect(await read(FORM, 'a'.repeat(MOST_BYTES), 'a')).toEqual({ wrong: 'size' });
  const cut = request(FORM);
  const body = readBody(cut);
  cut.write('a=1');
  cut.destroy(new Error('the reader went away'));
  expect(await body).toEqual({ wrong: 'cut' });
});

test('an answer sends what it is given, and tells when its reader has left', () => {
  const did: unknown[] = [];
  const note =
    (name: string) =>
    (...given: unknown[]): unknown => (did.push([name, ...given]), response);
  const response = Object.assign(new EventEmitter(), {
    closed: false,
    writeHead: note('head'),
    end: note('end'),
    write: note('write'),
    flushHeaders: note('flush'),
    destroy: note('destroy'),
  });
  const reply = new ServerReply(response as unknown as ServerResponse);
  let left = 0;
  reply.onLeft(() => (left += 1));
  reply.send(200, { a: 'b' }, 'text');
  reply.begin(200, {});
  reply.write('piece');
  reply.end();
  reply.drop();
  expect(did).toEqual([
    ['head', 200, { a: 'b' }],
    ['end', 'text'],
    ['head', 200, {}],
    ['flush'],
    ['write', 'piece'],
    ['end'],
    ['destroy'],
  ]);
  expect([reply.isGone, left]).toEqual([false, 0]);
  response.closed = true;
  response.emit('close');
  expect([reply.isGone, left]).toEqual([true, 1]);
  did.length = 0;
  answerPlainly(reply, 413, 'Too long.', { connection: 'close' });
  expect(did).toEqual([
    [
      'head',
      413,
      expect.objectContaining({
        connection: 'close',
        'content-type': 'text/plain; charset=utf-8',
        'cache-control': 'no-store',
      }),
    ],
    ['end', 'Too long.\n'],
  ]);
});
