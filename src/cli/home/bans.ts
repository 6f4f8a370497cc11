import { randomInt } from 'node:crypto';
import { isIP } from 'node:net';
import { join } from 'node:path';

import { z } from 'zod';

import { readOwnFile, SHAPES } from '../../cache/own-files.ts';
import { ENGINE_FOLDER } from '../../host/game.ts';
import { putFile } from '#platform/files.ts';
import { isBehind, isLoopback, type Asking } from './guard.ts';

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
    return Object.values(this.all).includes(address);
  }

  /** Bans an address and returns the name that stands for it. */
  add(address: string): string {
    const known = Object.entries(this.all).find(([, one]) => one === address)?.[0];
    if (known !== undefined) return known;
    const name = `ban-${Array.from({ length: 6 }, () => randomInt(36).toString(36)).join('')}`;
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
