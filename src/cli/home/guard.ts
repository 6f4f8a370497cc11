import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

import { FormProblem } from '../../seat/forms/given.ts';
import type { HandedRequest } from './listen-at-home.ts';
import { MOST_BYTES } from './read-body.ts';

export type Asking = Omit<HandedRequest, 'id'>;

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
export function isReading({ method }: Pick<Asking, 'method'>): boolean {
  return method === 'GET' || method === 'HEAD';
}

/**
 * Checks that a request that changes something comes from a page of this game, not from a foreign page in the same
 * browser.
 */
export function assertOwnOrigin({ headers }: Pick<Asking, 'headers'>, behind?: URL): void {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  const own = isBehind(host, behind) ? behind.origin : `http://${host ?? ''}`;
  const foreign = origin === undefined ? site !== undefined && site !== 'same-origin' : origin !== own;
  if (foreign)
    throw new FormProblem(403, ({ say }) => say`This request came from another website, so it was ignored.`);
}

/** The submitted form, or the reason why it can't be accepted. */
export function formIn({ body }: Asking): URLSearchParams {
  if (body !== null && 'text' in body) return new URLSearchParams(body.text);
  if (body?.wrong === 'size')
    throw new FormProblem(
      413,
      ({ say }) => say`That’s too long: the limit is ${MOST_BYTES / 1000} kB. Nothing was saved.`,
    );
  throw new FormProblem(415, ({ say }) => say`This address accepts only the game’s own forms.`);
}
