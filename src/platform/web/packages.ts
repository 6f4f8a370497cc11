import type { SharpConstructor } from 'sharp';

import type { Optional, TypeStripper } from '../node/packages.ts';

export type { Optional, TypeStripper };

/** Holds a function that loads the stripper of types, which is large and seldom needed. The page that starts the engine puts it there. */
const STRIPPER = Symbol.for('gitnomic.type-stripper');

export function findOptional(_name: Optional, _file = ''): string | null {
  return null;
}

export async function loadSharp(): Promise<SharpConstructor> {
  throw new Error('A browser has no sharp.');
}

export function findQuickJs(): string {
  throw new Error('In a browser, QuickJS is handed in with the sandbox’s caches.');
}

export function findTypeStripper(): () => TypeStripper {
  const load = (globalThis as { [STRIPPER]?: () => TypeStripper })[STRIPPER];
  if (load === undefined) throw new Error('Nothing here can read a new clause.');
  return load;
}
