import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { FormProblem } from '../../seat/forms/given.ts';
import type { HandedRequest } from './listen-at-home.ts';
import { MOST_BYTES } from './reply.ts';
import { randomBytes } from '#platform/machine.ts';
import { join } from 'node:path';
import { z } from 'zod';
import { readOwnFile, SHAPES } from '../../cache/own-files.ts';
import { ENGINE_FOLDER } from '../../host/game.ts';
import { putFile } from '#platform/files.ts';

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
  if (isLoopback(host)) return false;
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

/** Checks that a request that changes something comes from a page of this game, not from a foreign page in the same browser. */
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

const savedSchema = z.record(z.string(), z.string());

/**
 * The addresses that the home server ignores. They are kept in a file that only its owner can read; the game's record
 * knows each by a random name.
 */
export class Bans {
  readonly #path: string;

  constructor(folder: string) {
    this.#path = join(folder, ENGINE_FOLDER, 'bans.json');
  }

  /** Maps name to address. */
  get all(): Readonly<Record<string, string>> {
    const text = readOwnFile(this.#path, SHAPES.data);
    return text === null ? {} : savedSchema.parse(JSON.parse(text));
  }

  has(address: string): boolean {
    return this.nameOf(address) !== undefined;
  }

  nameOf(address: string): string | undefined {
    return Object.entries(this.all).find(([, one]) => one === address)?.[0];
  }

  /** Bans an address and returns the name that stands for it. */
  add(address: string): string {
    const known = this.nameOf(address);
    if (known !== undefined) return known;
    const name = `ban-${Array.from(randomBytes(6), (byte) => (byte % 36).toString(36)).join('')}`;
    this.#keep({ ...this.all, [name]: address });
    return name;
  }

  remove(name: string): void {
    this.#keep(Object.fromEntries(Object.entries(this.all).filter(([one]) => one !== name)));
  }

  #keep(all: Readonly<Record<string, string>>): void {
    putFile(this.#path, `${JSON.stringify(all, null, 2)}\n`, { mode: 0o600 });
  }
}

/** `::ffff:192.168.1.7` → `192.168.1.7`; null if it is no address. */
export function plainAddress(text: string): string | null {
  const address = text
    .trim()
    .toLowerCase()
    .replace(/^::ffff:(?=\d+\.)/u, '');
  return isIP(address) === 0 ? null : address;
}

/** The address that a request came from. Only a proxy on this machine is trusted to report another address. */
export function addressAsking(
  { headers, address }: Pick<Asking, 'headers' | 'address'>,
  behind: URL | undefined,
): string | null {
  const near = plainAddress(address ?? '');
  if (near === null || !isLoopback(near) || !isBehind(headers.host, behind)) return near;
  const said = headers['x-forwarded-for'];
  // The proxy appended the last one; anybody can forge those before it.
  const last = (typeof said === 'string' ? said : '').split(',').at(-1) ?? '';
  return plainAddress(last) ?? near;
}
