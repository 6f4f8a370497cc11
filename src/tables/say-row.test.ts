import { expect, test } from 'vitest';

import { sayRow } from './say-row.ts';

test.each<readonly [is: string, lead: string, cells: Readonly<Record<string, string>>, said: string]>([
  [
    'events',
    'When',
    { '': 'each day at 23:00', who: 'each player', gets: 'Fish = 0' },
    'Each day at 23:00, each player’s Fish becomes 0.',
  ],
  [
    'events',
    'When',
    { '': 'a player sells a fish', who: 'the game', gets: 'Price = 1d6; Coins becomes 3' },
    'When a player sells a fish, the game’s Price becomes 1d6 and Coins become 3.',
  ],
  [
    'events',
    'When',
    { '': 'Gold reach 30', who: 'that player', gets: 'wins; Gold = 0' },
    'When Gold reaches 30, that player wins and has Gold set to 0.',
  ],
  [
    'events',
    'When',
    { '': 'a week begins', who: 'whoever has the most Coins', gets: 'Coins = 0' },
    'When a week begins, whoever has the most Coins has Coins set to 0.',
  ],
  [
    'moves',
    'A player may',
    {
      '': 'offer a fish',
      choosing: 'another player (Buyer); a number',
      'to get': 'Partner = Buyer; Ask = 3',
    },
    'A player may offer a fish, choosing another player (Buyer) and a number, and Partner becomes Buyer and Ask becomes 3.',
  ],
  [
    'moves',
    'A player may',
    {
      '': 'accept an offer',
      'to get': 'gives 2 Coins to the chosen player; takes 1 Fish from the chosen player',
    },
    'A player may accept an offer, and gives 2 Coins to the chosen player and takes 1 Fish from the chosen player.',
  ],
  [
    'votes needed',
    'A proposal needs',
    { '': '2', if: 'voted for it' },
    'A proposal needs 2 votes if its author voted for it.',
  ],
])('%s: %s %o', (is, lead, cells, said) => {
  expect(sayRow(is, lead, new Map(Object.entries(cells)))).toBe(said);
});
