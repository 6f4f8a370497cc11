import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

import { DoorProblem } from '../../seat/doors/given.ts';

/** Additional names of the server: in the network, and behind a proxy or tunnel. */
export interface OtherNames {
  readonly names?: readonly string[] | undefined;
  /** The address of the proxy, as browsers see it. */
  readonly behind?: URL | undefined;
}

/**
 * True if the browser's address is one of this machine's. A foreign page can make its own domain resolve to this
 * machine; the Host header then has that domain, and the request is rejected.
 */
export function isOwnHost(
  header: string | undefined,
  port: number,
  host: string,
  { names = [], behind }: OtherNames = {},
): boolean {
  if (isBehind(header, behind)) return true;
  const found = /^(\[[0-9a-f:.]+\]|[^:[\]]+)(?::(\d+))?$/iu.exec(header ?? '');
  if (found === null || Number(found[2] ?? 80) !== port) return false;
  const name = (found[1] ?? '').toLowerCase().replace(/^\[|\]$/gu, '');
  if (
    name === 'localhost' ||
    name === '127.0.0.1' ||
    name === '::1' ||
    name === host.toLowerCase() ||
    names.includes(name)
  )
    return true;
  if (isLoopback(host) || isIP(name) === 0) return false;
  return Object.values(networkInterfaces()).some((some) => some?.some(({ address }) => address === name));
}

export function isBehind(header: string | undefined, behind: URL | undefined): behind is URL {
  return behind !== undefined && header?.toLowerCase() === behind.host;
}

export function nameInAddress(host: string): string {
  if (host === '127.0.0.1' || host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

/** Node itself omits the body in an answer to HEAD. */
export function isReading({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}

/**
 * Checks that a request that changes something comes from a page of this game, not from a foreign page in the same
 * browser.
 */
export function assertOwnOrigin({ headers }: IncomingMessage, behind?: URL): void {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  const own = isBehind(host, behind) ? behind.origin : `http://${host ?? ''}`;
  const foreign = origin === undefined ? site !== undefined && site !== 'same-origin' : origin !== own;
  if (foreign)
    throw new DoorProblem(403, ({ say }) => say`This request came from a foreign page. Nothing was done.`);
}

const MOST_BYTES = 300_000;

/**
 * Reads what was sent, before the request waits in line: a sender who is slow keeps nobody waiting. The answer gives it, or throws the
 * reason why it can't be taken.
 */
export async function readFormBody(request: IncomingMessage): Promise<() => URLSearchParams> {
  try {
    const words = await readBody(request);
    return () => words;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

async function readBody(request: IncomingMessage): Promise<URLSearchParams> {
  const type = request.headers['content-type'] ?? '';
  if (!type.startsWith('application/x-www-form-urlencoded'))
    throw new DoorProblem(415, ({ say }) => say`This address accepts only the game’s own forms.`);
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > MOST_BYTES)
      throw new DoorProblem(
        413,
        ({ say }) => say`That is too long: the limit is ${MOST_BYTES / 1000} kB. Nothing was done.`,
      );
    pieces.push(piece);
  }
  return new URLSearchParams(Buffer.concat(pieces).toString('utf8'));
}
