import type { References } from './kinds/kind.ts';
import type { Runtime } from './runtime.ts';
import { toPerson, toPost, toThing } from './world.ts';

export function refsOf(runtime: Runtime): References {
  return {
    player: (value) => toPerson(runtime, value)?.id ?? null,
    thing: (collection, value) => toThing(runtime, collection, value)?.id ?? null,
    post: (value) => toPost(runtime, value)?.id ?? null,
  };
}
