import { embedded } from './embedded/host.ts';
import { github } from './github/host.ts';
import type { Host } from './host.ts';

/** In the order in which they look for a game. */
export const hosts: readonly Host[] = [embedded, github];
