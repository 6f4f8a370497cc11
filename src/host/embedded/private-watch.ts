import type { Vault } from '../../store/vault.ts';
import { privateIn } from './world-of-game.ts';

/** Whether what is private on this machine is still what this process knows of it. */
export interface PrivateWatch {
  /** The vault; what is written through it is known. */
  readonly vault: Vault;
  isKnown(): boolean;
  /** Called before a game is opened from its files: it reads whatever values and pictures others kept meanwhile. */
  learn(): void;
}

/** Read when the vault is opened and never again: where another process changed one of these, nothing here is known for good. */
const READ_ONCE = [
  'emperor.key',
  'older-keys.txt',
  'dice.seed',
  'secret.seed',
  'older-secret-seeds.txt',
] as const;

/** From the moment on at which the vault was opened. */
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
