import type { IncomingMessage } from 'node:http';

/** The form that was sent, or the reason why it can't be taken. */
export type Body = { readonly text: string } | { readonly wrong: 'type' | 'size' | 'cut' };

/** A field takes 60,000 letters in any script, and a three-byte letter is encoded as nine. */
export const MOST_BYTES = 600_000;

/** Reads what was sent, before the request waits in line: a sender who is slow keeps nobody waiting. */
export function readBody(request: IncomingMessage): Promise<Body> {
  const type = request.headers['content-type'] ?? '';
  if (!type.startsWith('application/x-www-form-urlencoded')) return Promise.resolve({ wrong: 'type' });
  return new Promise((done) => {
    const pieces: Buffer[] = [];
    let size = 0;
    request.on('data', (piece: Buffer) => {
      size += piece.length;
      if (size <= MOST_BYTES) pieces.push(piece);
      // The rest is discarded, so that the sender gets the answer.
      else done({ wrong: 'size' });
    });
    request.on('end', () => done({ text: Buffer.concat(pieces).toString('utf8') }));
    request.on('error', () => done({ wrong: 'cut' }));
  });
}
