import type { Vault } from '../../session/secrets/vault.ts';
import { privateIn } from './world-of-game.ts';

/** Detects changes that another process makes to private files. */
export interface PrivateWatch {
  /** Writes through this vault count as known. */
  readonly vault: Vault;
  isKnown(): boolean;
  /** Must be called before a game is opened from its files: reads the values and pictures that others have stored meanwhile. */
  learn(): void;
}

/** The vault reads these once, so after another process changes one, nothing here counts as known. */
const READ_ONCE = [
  'emperor.key',
  'older-keys.txt',
  'dice.seed',
  'secret.seed',
  'older-secret-seeds.txt',
] as const;

/** Starts from the moment at which the vault was opened. */
export function watchPrivate(folder: string, vault: Vault): PrivateWatch {
  let known = privateIn(folder);
  const keys = keysOf(known);
  const isKnown = (): boolean => privateIn(folder) === known;
  return {
    vault: {
      ...vault,
      async write(key, values) {
        const was = isKnown();
        await vault.write(key, values);
        if (was) known = privateIn(folder);
      },
    },
    isKnown,
    learn() {
      const now = privateIn(folder);
      if (keysOf(now) === keys) known = now;
    },
  };
}

function keysOf(files: string): string {
  const lines = files.split('\n');
  return lines.filter((line) => READ_ONCE.some((name) => line.startsWith(`${name} `))).join('\n');
}
