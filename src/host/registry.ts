import { embedded } from './embedded/host.ts';
import { github } from './github/host.ts';
import type { Host } from './host.ts';

/** All there are, in the order in which a game is looked for. */
export const hosts: readonly Host[] = [embedded, github];
