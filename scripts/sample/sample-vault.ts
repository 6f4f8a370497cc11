import { createHash } from 'node:crypto';

import { generateX25519Identity, identityToRecipient } from 'age-encryption';

import type { PrivateValues } from '../../src/store/private-values.ts';
import type { Vault } from '../../src/session/secrets/vault.ts';

export async function newKey(): Promise<NonNullable<Vault['key']>> {
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

export interface MemoryVault extends Vault {
  readonly all: ReadonlyMap<string, PrivateValues>;
}

/** Private values in memory. The seeds are no secret: this game is a demonstration. */
export function memoryVault(name: string, key: Vault['key']): MemoryVault {
  const values = new Map<string, PrivateValues>();
  let latest: PrivateValues = {};
  return {
    ...(key === undefined ? {} : { key }),
    all: values,
    seeds: {
      dice: new Uint8Array(digest(`${name}: dice`)),
      secret: new Uint8Array(digest(`${name}: secret`)),
    },
    read: ({ lines, digest: last }) => Promise.resolve(values.get(`${lines}-${last}`) ?? latest),
    write({ lines, digest: last }, given) {
      values.set(`${lines}-${last}`, given);
      latest = given;
      return Promise.resolve();
    },
  };
}

export function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Returns a salt at each call, always in the same sequence. */
export function saltsOf(words: string): () => string {
  let count = 0;
  return () => digest(`${words} ${++count}`).toString('hex').slice(0, 32);
}
