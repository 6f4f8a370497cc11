import type { TypeStripper } from '../node/type-stripper.ts';

export type { TypeStripper };

/** The key of a function that loads the type stripper, which is large and seldom needed. The page that starts the engine sets it. */
const STRIPPER = Symbol.for('gitnomic.type-stripper');

export function findTypeStripper(): () => TypeStripper {
  const load = (globalThis as { [STRIPPER]?: () => TypeStripper })[STRIPPER];
  if (load === undefined) throw new Error('New clauses can’t be compiled here.');
  return load;
}
