import { dependsOn } from './memo.ts';
import type { Runtime } from './runtime.ts';

/** A view that depends on it is computed anew each time: it may change without notice, and is gone when the step is over. */
export const SCRATCH = 'scratch';

/** Gives a clause something of its own that begins anew in each step of the game, such as an action or a time, and that lasts no longer. */
export function scratchOf(runtime: Runtime, make: () => unknown): () => unknown {
  const of = {};
  return () => {
    if (runtime.defining)
      throw new TypeError('there is no step yet while rules are defined: use it in a handler');
    dependsOn(runtime, SCRATCH);
    const { scratch } = runtime.frame;
    if (!scratch.has(of)) scratch.set(of, make());
    return scratch.get(of);
  };
}
