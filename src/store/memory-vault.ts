import { generateX25519Identity, identityToRecipient } from 'age-encryption';

import type { Seeds } from '../play/draws.ts';
import type { PrivateValues } from '../play/private-values.ts';
import type { Vault, VaultKey } from './vault.ts';

let key: Promise<NonNullable<Vault['key']>> | null = null;

/** Private values in the memory of this process, with a key that goes with it: for scenarios. */
export async function openMemoryVault(
  seeds: Seeds = {},
): Promise<Vault & { key: NonNullable<Vault['key']> }> {
  const kept = new Map<string, PrivateValues>();
  const nameOf = ({ lines, digest }: VaultKey): string => `${lines}-${digest}`;
  key ??= drawKey();
  return {
    key: await key,
    seeds,
    read: async (at) => kept.get(nameOf(at)) ?? {},
    write: async (at, values) => void kept.set(nameOf(at), values),
  };
}

async function drawKey(): Promise<NonNullable<Vault['key']>> {
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}
