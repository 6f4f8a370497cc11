// Games to play in Node and in a browser: a given one, and moves of which any other is made.
import fc from 'fast-check';

import type { Move, Plan } from './play-game.ts';

const PLAYERS = ['ana', 'bo', 'cy', 'dee', 'eli'];
const VOTES = 'content/ruleset/core/votable-matters/votes.md';

const PROVING = 'content/ruleset/dynastic/proving-ground.md';
const CHANGES = [
  { path: VOTES, from: '[48 hours](#value:window)', to: '[36 hours](#value:window)' },
  { path: VOTES, from: 'Other rules may let', to: 'Any rule may – “très volontiers” 🎩 – let' },
  { path: PROVING, from: 'which is [3](#value:start)', to: 'which is [4](#value:start)' },
  { path: PROVING, from: '[1](#value:pip) Pip.', to: '[2](#value:pip) Pips.' },
] as const;
const CALLS = [
  '/roll 3DICE6',
  '/roll {one,two,three}',
  '/act take-a-pip',
  '/act take-a-long-shot',
  '/act buy-a-hat',
];

const votes = (post: number): readonly Move[] =>
  PLAYERS.map((by): Move => ({ do: 'say', by, post, text: ':for: aye' }));
const proposals = CHANGES.map((change, at): Move => ({
  do: 'propose',
  by: PLAYERS[at] ?? 'ana',
  title: `${change.path === VOTES ? '[Core] ' : ''}Change ${at} 🎲`,
  ...change,
}));

/** Each change is proposed and voted for, with dice, actions and waiting in between. */
export const GIVEN: Plan = {
  core: '2021',
  dynasty: 'proving',
  players: PLAYERS,
  moves: [
    ...proposals.slice(0, 2),
    ...CALLS.map((text, at): Move => ({ do: 'call', by: PLAYERS[at] ?? 'ana', text })),
    ...votes(0),
    ...votes(1),
    { do: 'wait', hours: 13 },
    ...proposals.slice(2),
    ...votes(2),
    ...votes(3),
    { do: 'wait', hours: 60 },
    ...CALLS.map((text): Move => ({ do: 'call', by: 'eli', text })),
  ],
};

const by = fc.constantFrom(...PLAYERS, 'stranger');
export const anyMove: fc.Arbitrary<Move> = fc.oneof(
  fc.record({
    do: fc.constant('say' as const),
    by,
    post: fc.nat(5),
    text: fc.oneof(
      fc.constantFrom(':for:', ':against:', ':imperial: no', ':for: then :against:'),
      fc.string({ unit: 'grapheme', maxLength: 200 }),
    ),
  }),
  fc.record({ do: fc.constant('call' as const), by, text: fc.constantFrom(...CALLS) }),
  fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 70 }) }),
  fc
    .tuple(by, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }), fc.constantFrom(...CHANGES))
    .map(([author, title, change]): Move => ({ do: 'propose', by: author, title, ...change })),
);
