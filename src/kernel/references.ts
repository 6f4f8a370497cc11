import type { References } from './kinds/kind.ts';
import type { Runtime } from './runtime.ts';
import { personOf, postOf, thingOf } from './world.ts';

export function refsOf(runtime: Runtime): References {
  return {
    player: (value) => personOf(runtime, value)?.id ?? null,
    thing: (collection, value) => thingOf(runtime, collection, value)?.id ?? null,
    post: (value) => postOf(runtime, value)?.id ?? null,
  };
}
