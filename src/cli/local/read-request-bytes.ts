import type { IncomingMessage } from 'node:http';

/** The body of a request; null if it is longer than allowed. */
export async function readRequestBytes(request: IncomingMessage, most: number): Promise<Buffer | null> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > most) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
