import fc from 'fast-check';

import type { Kill } from './faulty-disk.ts';
import type { Fault } from './world.ts';

const moment = fc.constantFrom('before' as const, 'half' as const, 'after' as const);

/** How an engine fares that runs by itself. */
export const fault: fc.Arbitrary<Fault> = fc.oneof(
  { arbitrary: fc.constant<Fault>({ kind: 'none' }), weight: 8 },
  {
    arbitrary: fc.record({
      kind: fc.constant('dies' as const),
      at: fc.integer({ min: 1, max: 60 }),
      moment,
    }),
    weight: 4,
  },
  {
    arbitrary: fc.record({ kind: fc.constant('full' as const), from: fc.integer({ min: 1, max: 60 }) }),
    weight: 2,
  },
  {
    arbitrary: fc.record({
      kind: fc.constant('forge' as const),
      forge: fc.record({
        observe: fc.constantFrom('well' as const, 'repeats' as const, 'delays' as const, 'skips' as const),
        losesAnswer: fc.nat(8),
        refuses: fc.nat(8),
      }),
    }),
    weight: 4,
  },
  {
    arbitrary: fc.record({
      kind: fc.constant('two' as const),
      bits: fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }),
    }),
    weight: 2,
  },
);

/** Most strike once somebody was told that something is done, while the rest of it is written. */
const kill: fc.Arbitrary<Kill> = fc.oneof(
  {
    arbitrary: fc.record({
      from: fc.constant('said' as const),
      writes: fc.integer({ min: 1, max: 24 }),
      moment,
    }),
    weight: 4,
  },
  {
    arbitrary: fc.record({
      from: fc.constant('begin' as const),
      writes: fc.integer({ min: 1, max: 4 }),
      moment,
    }),
    weight: 1,
  },
);

/** How the process fares by which somebody does something. */
export const kills: fc.Arbitrary<Kill | null> = fc.oneof(
  { arbitrary: fc.constant(null), weight: 6 },
  { arbitrary: kill, weight: 1 },
);
