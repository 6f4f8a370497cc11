import fc from 'fast-check';

import type { Person } from '../../../src/forge/events.ts';
import { CARELESS, HONEST, person } from './cast.ts';
import type { Kill } from './faulty-disk.ts';
import { kills } from './faults.ts';
import { hostileWords } from './hostile-words.ts';
import { turns, type Turn } from './moves.ts';

/** How a browser asks. What it sends in any but the first two ways may not be done at all. */
export const WAYS = [
  'well',
  'slowly',
  'and is gone',
  'and is cut off',
  'with a guessed token',
  'from a foreign page',
  'under a foreign name',
  'without a seat',
  'as JSON',
  'too much',
  'what is no HTTP',
  'by another method',
  'to read',
] as const;
export type Way = (typeof WAYS)[number];

export interface Asked {
  readonly by: Person;
  readonly way: Way;
  /** A comment, a vote with words, a post, or an address that is read. */
  readonly what: 'comment' | 'vote' | 'post';
  readonly words: string;
  readonly on: number;
  readonly address: string;
}

/** How the server's process fares meanwhile. */
export type ServerFault =
  { readonly kind: 'killed'; readonly kill: Kill } | { readonly kind: 'full'; readonly from: number } | null;

/** Browsers that ask a game's server at once, and people who do other things to the game meanwhile. */
export interface Crowd {
  readonly asked: readonly Asked[];
  readonly beside: readonly Turn[];
  readonly fault: ServerFault;
}

const way: fc.Arbitrary<Way> = fc.oneof(
  { arbitrary: fc.constant<Way>('well'), weight: 12 },
  { arbitrary: fc.constantFrom(...WAYS), weight: 13 },
);

const asked: fc.Arbitrary<Asked> = fc.record({
  by: fc.constantFrom(...HONEST, ...CARELESS, person('fay'), person('gus'), person('ivy')),
  way,
  what: fc.constantFrom(
    'comment' as const,
    'comment' as const,
    'comment' as const,
    'vote' as const,
    'post' as const,
  ),
  words: fc.oneof(
    {
      arbitrary: fc.constantFrom(
        ':for:',
        ':against:',
        'Well.',
        '/take-pip',
        '/roll 2DICE6',
        '/join player=ivy',
      ),
      weight: 4,
    },
    { arbitrary: hostileWords, weight: 1 },
  ),
  on: fc.nat(4),
  address: fc.constantFrom(
    '/',
    '/matters/1/',
    '/do/post/',
    '/do/__proto__/',
    '/%ff%00',
    '//',
    '/do/act/?do=%',
    '/healthz',
    '/play/',
    '/../../etc/passwd',
  ),
});

const fault: fc.Arbitrary<ServerFault> = fc.oneof(
  {
    arbitrary: kills.map((kill): ServerFault => (kill === null ? null : { kind: 'killed', kill })),
    weight: 3,
  },
  {
    arbitrary: fc.integer({ min: 1, max: 40 }).map((from): ServerFault => ({ kind: 'full', from })),
    weight: 1,
  },
);

export const crowd: fc.Arbitrary<Crowd> = fc.record({
  asked: fc.array(asked, { minLength: 3, maxLength: 8 }),
  beside: fc.array(turns, { maxLength: 2 }),
  fault: fc.oneof({ arbitrary: fc.constant(null), weight: 2 }, { arbitrary: fault, weight: 1 }),
});
