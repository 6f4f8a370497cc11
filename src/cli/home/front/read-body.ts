import type { IncomingMessage } from 'node:http';

import type { Came } from './messages.ts';

export const MOST_BYTES = 300_000;

/** Reads what was sent, before the request waits in line: a sender who is slow keeps nobody waiting. */
export async function readBody(request: IncomingMessage): Promise<Came['body']> {
  const type = request.headers['content-type'] ?? '';
  if (!type.startsWith('application/x-www-form-urlencoded')) return { wrong: 'type' };
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of request as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size > MOST_BYTES) return { wrong: 'size' };
      pieces.push(piece);
    }
  } catch {
    return { wrong: 'cut' };
  }
  return { text: Buffer.concat(pieces).toString('utf8') };
}
