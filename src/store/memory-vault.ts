import { generateX25519Identity, identityToRecipient } from 'age-encryption';

import type { PrivateValues } from '../play/private-values.ts';
import type { OwnKey, Vault, VaultKey } from './vault.ts';

/** Keeps private values in memory, for scenarios. */
export function openMemoryVault(key: OwnKey): Vault & { key: OwnKey } {
  const kept = new Map<string, PrivateValues>();
  const nameOf = ({ lines, digest }: VaultKey): string => `${lines}-${digest}`;
  return {
    key,
    seeds: {},
    read: async (at) => kept.get(nameOf(at)) ?? {},
    write: async (at, values) => void kept.set(nameOf(at), values),
  };
}

export async function drawKey(): Promise<OwnKey> {
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}
