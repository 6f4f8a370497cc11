import { baseHooks } from './base-hooks.ts';
import { noChance } from './chance.ts';
import { decoder } from './kinds/index.ts';
import { type KernelOptions, newCaches, newFrame, type Runtime } from './runtime.ts';
import { emptyModel } from './link.ts';
import { brokenBy, isAbout, refusalFor } from './promises.ts';
import { Store } from './store.ts';
import { entityFor, toPerson, toPost, toThing } from './world.ts';
import type { References } from './kinds/kind.ts';

export function newRuntime(options: Omit<KernelOptions, 'clauseOf'>): Runtime {
  const runtime: Runtime = {
    store: new Store(),
    model: emptyModel(),
    now: '1970-01-01T00:00:00Z',
    aside: new Set(),
    defining: false,
    chance: options.chance ?? noChance,
    frame: newFrame(false),
    base: baseHooks(() => runtime),
    caches: newCaches(),
    classes: null,
    reads: null,
    ledger: Object.freeze(options.ledger ?? { length: 0, at: () => null }),
    thrownAt: options.thrownAt ?? ((): null => null),
    wasCaught: options.wasCaught ?? ((): boolean => true),
    running: options.running ?? { now: new Uint32Array(1), marks: new Map() },
    counted: options.counted ?? ((): number => 0),
    refs: { player: () => null, thing: () => null, post: () => null },
    brokenSince: (mark) => {
      const broken = brokenBy(runtime, runtime.store.changesSince(mark));
      return (
        broken && {
          refusal: refusalFor(broken),
          isAbout: (change) => isAbout(broken.promise.value, change),
        }
      );
    },
    decode: decoder((place, id) => entityFor(runtime, place, id)),
  };
  return Object.assign(runtime, { refs: refsOf(runtime) });
}

function refsOf(runtime: Runtime): References {
  return {
    player: (value) => toPerson(runtime, value)?.id ?? null,
    thing: (collection, value) => toThing(runtime, collection, value)?.id ?? null,
    post: (value) => toPost(runtime, value)?.id ?? null,
  };
}
