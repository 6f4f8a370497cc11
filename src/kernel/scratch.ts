import { dependsOn, SCRATCH } from './memo.ts';
import type { Runtime } from './runtime.ts';

/** Gives a clause memory that starts empty in each step of the game, such as an action or a set time, and ends with it. */
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
