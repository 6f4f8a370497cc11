import type { TypeStripper } from '../node/type-stripper.ts';

export type { TypeStripper };

/** Holds a function that loads the stripper of types, which is large and seldom needed. The page that starts the engine puts it there. */
const STRIPPER = Symbol.for('gitnomic.type-stripper');

export function findTypeStripper(): () => TypeStripper {
  const load = (globalThis as { [STRIPPER]?: () => TypeStripper })[STRIPPER];
  if (load === undefined) throw new Error('Nothing here can read a new clause.');
  return load;
}
