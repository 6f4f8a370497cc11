import type { Vault } from '../../store/vault.ts';
import { privateIn } from './kept-look.ts';

/** Whether what is private on this machine is still what this process knows of it. */
export interface PrivateWatch {
  /** The vault; what is written through it is known. */
  readonly vault: Vault;
  isKnown(): boolean;
}

/** From the moment on at which the vault was opened: keys and seeds are read then and never again. */
export function watchPrivate(folder: string, vault: Vault): PrivateWatch {
  let known = privateIn(folder);
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
  };
}
