// What people write besides the words of the how-to: the same row is compiled from each way to say it, and what a formula comes to is what its
// words say, for any numbers. A few in `npm test`, many in `test:long` (GITNOMIC_FUZZ).
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { PLAIN_TERMS } from '../kernel/manifest.ts';
import * as rows from '../rules/rows/index.ts';
import { whole, type Exact } from '../rules/rows/exact.ts';
import { vocabularyOf } from './collect-names.ts';
import { compileRule, movesIn } from './compile.ts';
import { readFormula } from './formula.ts';
import { providedBy } from './provided.ts';
import type { MechanicText } from './cell.ts';

const table = (header: readonly string[], ...cells: readonly (readonly string[])[]): MechanicText => ({
  line: 1,
  header,
  rows: cells.map((row, at) => ({ line: 3 + at, cells: row })),
});
const GAME = [
  table(['Each player has', 'starts at'], ['Points', '0'], ['Coins', '0'], ['Wishes', '0'], ['Stinky', 'no']),
  table(['The game has', 'starts at'], ['Monarch', 'nobody'], ['Pot', '0']),
  table(['A player may', 'choosing', 'to get'], ['call the lottery', 'another player', '1 Coin']),
];
const words = vocabularyOf(GAME, [], PLAIN_TERMS);
const FILES = new Map([['core/turns.ts', "takeTurns(g); emit('joined', {}); hook('votes-required', {})"]]);

/** The code of a row, or what is wrong with it. */
function codeOf(header: readonly string[], cells: readonly string[]): string {
  const tables = [table(header, cells)];
  const made = compileRule(tables, {
    words,
    terms: PLAIN_TERMS,
    moves: movesIn(GAME, PLAIN_TERMS),
    provided: providedBy(FILES, [...GAME, ...tables]),
    textAt: () => 'row',
    rule: 'rule',
    own: null,
  });
  const wrong = made.doubts.map(({ message }) => message);
  return wrong.join(' ') || (made.source?.split('\n')[2] ?? '');
}

const COLUMNS = ['When', 'who', 'gets', 'if', 'limit'];
const USUAL = ['a proposal is adopted', 'each player', '1 Coin', '', ''];

/** The same in other words, by the column: the first of each list is the how-to's. */
const SAME: Readonly<Record<string, readonly (readonly string[])[]>> = {
  When: [
    [
      'a proposal is adopted',
      'a proposal passes',
      'a proposal is enacted',
      'each proposal is accepted',
      'when a proposal is approved',
      'a player’s proposal succeeds',
    ],
    ['a proposal is defeated', 'a proposal fails', 'a proposal is rejected', 'every proposal is voted down'],
    ['a proposal is made', 'a player makes a proposal', 'a proposal is submitted'],
    ['this rule is adopted', 'this rule takes effect', 'this rule passes'],
    [
      'a round ends',
      'at the end of each round',
      'each round ends',
      'the end of the round',
      'every round is over',
    ],
    ['a player’s turn begins', 'at the start of each turn', 'a turn starts', 'at the beginning of a turn'],
    ['a player’s turn ends', 'a turn ends', 'at the end of each turn'],
    ['a week begins', 'at the beginning of each week'],
    ['each day at 22:30', 'each day at 10:30pm', 'each day at 10:30 p.m.', 'at 10:30 PM each day'],
    ['each Monday at 0:00', 'each Monday at midnight', 'each Monday at 12am'],
    ['each Monday at 12:00', 'each Monday at noon', 'each Monday at 12 pm', 'at 12pm each Monday'],
    ['a month ends', 'at the end of every month'],
    ['every second round ends', 'every other round ends', 'every 2nd round ends', 'every two rounds'],
    ['a player joins', 'a new player joins the game', 'somebody becomes a player'],
  ],
  who: [
    ['each player', 'everybody', 'every player', 'all players', 'everyone', 'any player'],
    ['every other player', 'each other player', 'everybody else', 'the others', 'all other players'],
    ['whoever has the most Coins', 'the player with the most Coins', 'the players with the highest Coins'],
    [
      'whoever has the fewest Coins',
      'the player who has the least Coins',
      'all players with the lowest Coins',
    ],
    [
      'whoever has Coins < 3',
      'each player with fewer than 3 Coins'.replace('fewer than 3 Coins', 'Coins < 3'),
    ],
    ['whoever voted for', 'each player who voted for it', 'all who voted for', 'players who voted for'],
    ['whoever is the emperor', 'each player who is the emperor'],
    ['whoever is not the emperor', 'all players who are not the emperor'],
    ['whoever is Stinky', 'those who are Stinky', 'each player who is Stinky', 'everybody who is Stinky'],
    ['whoever is not the Monarch', 'each player who is not Monarch', 'all players who are not the Monarch'],
    ['each player, one at random', 'a random player', 'one player at random', 'a player chosen at random'],
    [
      'whoever is Stinky, one at random',
      'a random player who is Stinky',
      'one of those who are Stinky, at random',
    ],
  ],
  gets: [
    ['1 Coin', 'a Coin', 'gets 1 Coin', 'gains one Coin'],
    [
      'half of Coins Coins',
      'half of their Coins',
      'half their Coins',
      '50% of their Coins',
      '50 percent of the Coins',
    ].slice(0, 3),
    ['loses Coins Coins', 'loses all Coins', 'loses all of their Coins'],
    ['3 × Wishes Coins', '3 Coins per Wish', '3 Coins for each Wish', '3 Coins for every Wish'],
    [
      'votes for × 2 Coins'.replace('votes for × 2', '2 × votes for'),
      '2 Coins per vote for',
      '2 Coins for each vote for',
    ],
    ['as many Coins as Wishes', 'as much Coins as Wishes'],
    ['Stinky = yes', 'becomes Stinky', 'is Stinky'],
    ['Stinky = no', 'is no longer Stinky', 'is not Stinky'],
    [
      'Coins / 3 Coins, rounded up',
      'Coins / 3 Coins, rounding up',
      'Coins / 3 Coins (rounded up)',
      'Coins / 3 Coins round up',
    ],
  ],
  if: [
    ['Coins ≥ 3', 'Coins is at least 3', 'Coins are 3 or more', 'Coins are not below 3', 'Coins >= 3'],
    [
      'Coins ≤ 3',
      'Coins is at most 3',
      'Coins are 3 or less',
      'Coins are no more than 3',
      'Coins are 3 or fewer',
    ],
    ['Coins > 3', 'Coins exceed 3', 'Coins are above 3', 'Coins are more than 3'],
    ['not voted', 'did not vote', 'didn’t vote', 'has not voted'],
    [
      'Coins of its author > 3',
      'its author’s Coins > 3',
      'Coins of the proposer > 3',
      'the author’s Coins > 3',
    ],
    ['Coins = 1 or Coins = 2', 'Coins = 1, or Coins = 2'],
    ['Coins > max(2, Pot)', 'Coins > the larger of 2 and Pot', 'Coins > the higher of 2 and Pot'],
    ['nobody voted for it', 'nobody voted for', 'no votes are for'],
    ['yes', 'always'],
  ],
  limit: [
    [
      'once a week',
      'at most once a week',
      'once per week',
      'no more than once per week',
      'once each week',
      'only once a week',
      'weekly',
    ],
    ['3 times a day', 'up to three times per day', '3 per day'],
    ['once a turn in all', 'once per turn among all players', 'once a turn, altogether'],
  ],
};

test.each(
  Object.entries(SAME).flatMap(([column, lists]) =>
    lists.map((list) => [column, list[0] ?? '', list] as const),
  ),
)('under “%s”, compiles “%s” and its other wordings to the same row', (column, _, list) => {
  const rowWith = (text: string): string =>
    codeOf(
      COLUMNS,
      USUAL.map((cell, at) => (COLUMNS[at] === column ? text : cell)),
    );
  const [first = '', ...others] = list.map(rowWith);
  expect(first).toMatch(/^\{ row: /u);
  // The shares of a number are written with other constants.
  for (const other of others) expect(other).toBe(first);
});

/** More of them in `test:long`. */
const RUNS = Number(process.env['GITNOMIC_FUZZ'] ?? 40);
const players = [{ id: 'ana' }, { id: 'bo' }, { id: 'cy' }];

function valueOf(text: string, coins: number, wishes: number): unknown {
  const { js } = readFormula(text, { words, has: new Set(['person']), chosen: {} });
  const e = { it: { ...players[0], coins, wishes }, g: { players: { size: players.length } } };
  // oxlint-disable-next-line typescript/no-implied-eval -- the code is the parser's own
  const made = new Function('rows', 'e', `return ${js}`)(rows, e) as Exact | boolean;
  return typeof made === 'boolean' ? made : whole(made, 'down');
}

test('a formula evaluates to what its words say, for any numbers', () => {
  const number = fc.integer({ min: 0, max: 99 });
  const check = (a: number, b: number, c: number): void => {
    const said: Readonly<Record<string, unknown>> = {
      [`not Coins > ${c}`]: !(a > c),
      [`not Coins = Wishes`]: a !== b,
      [`not (Coins < Wishes or Coins is a multiple of ${c})`]: !(a < b || a % c === 0),
      [`Coins is ${c} or more and Wishes is ${c} or fewer`]: a >= c && b <= c,
      [`Coins is between ${c} and ${c + 9}`]: a >= c && a <= c + 9,
      [`${c}% of Coins`]: Math.floor((a * c) / 100),
      [`${c} percent of Coins, rounded up`]: Math.ceil((a * c) / 100),
      [`two thirds of Coins, to the nearest integer`]: Math.floor((a * 2) / 3 + 0.5),
      [`more than half of Coins`]: Math.floor(a / 2) + 1,
      [`a majority of players`]: 2,
      [`4 × (Coins / ${c}, rounded down) + (Wishes / ${c}, rounded up)`]:
        4 * Math.floor(a / c) + Math.ceil(b / c),
      [`Coins mod ${c}`]: a % c,
      [`the larger of Coins and twice Wishes`]: Math.max(a, 2 * b),
      [`if Coins > Wishes then ${c} else −${c}`]: a > b ? c : -c,
      [`Coins × Wishes − Coins / ${c}, rounded down`]: Math.floor(a * b - a / c),
    };
    for (const [text, expected] of Object.entries(said))
      expect([text, valueOf(text, a, b)]).toEqual([text, expected]);
  };
  fc.assert(fc.property(number, number, fc.integer({ min: 1, max: 99 }), check), { numRuns: RUNS });
});

test.each([
  ['the lottery is called', 'a player calls the lottery'],
  ['a proposal gets adopted', 'a proposal is adopted'],
  ['the week is over', 'a week begins'],
  ['somebody’s turn comes', 'a player’s turn ends'],
])('for an unknown event such as “%s”, suggests the most likely one: %s', (said, meant) => {
  expect(codeOf(COLUMNS, [said, ...USUAL.slice(1)])).toBe(
    `No event is called “${said.replace('’', "'")}”; did you mean “${meant}”?`,
  );
});

test.each([
  [
    'When',
    'each hour',
    'Nothing happens by itself more often than once a day, since each time is a line of the ledger.',
  ],
  [
    'When',
    'every 10 minutes',
    'Nothing happens by itself more often than once a day, since each time is a line of the ledger.',
  ],
  ['When', 'each day at 25:00', 'No event is called “each day at 25:00”; did you mean “each day at 18:00”?'],
  ['When', 'each day at 13pm', 'No event is called “each day at 13pm”; did you mean “each day at 18:00”?'],
  ['gets', '0.5 Coins', '“0.5 Coins” is not a whole number, and Coins are counted in whole numbers.'],
  ['gets', 'if Coins > 3 then gets 1 Coin else loses 1 Coin', 'A cell can’t choose between two effects.'],
  [
    'who',
    'whoever has the most Coins, by age',
    '“by age” doesn’t say what happens if several share the place.',
  ],
  [
    'who',
    'the two players with the most Coins',
    'Nobody is called “the two players with the most Coins” here.',
  ],
  ['gets', 'gives 2 Pot to its author', 'Nobody can give “gives 2 Pot to its author”.'],
])('rejects what no table can say, with a message: %s: %s', (column, text, message) => {
  expect(
    codeOf(
      COLUMNS,
      USUAL.map((cell, at) => (COLUMNS[at] === column ? text : cell)),
    ),
  ).toBe(message);
});
