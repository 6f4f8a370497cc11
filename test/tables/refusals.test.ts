/* eslint-disable unicorn/no-thenable -- `then` is a word of scenarios */
import { expect, test } from 'vitest';

import { play, type Item } from './play.ts';

const rule = `Fish is sold if both agree.

| Each player has | starts at |
| --------------- | --------- |
| Partner         | nobody    |
| Fish            | 0         |

| A player may | choosing               | only if                            | to get          |
| ------------ | ---------------------- | ---------------------------------- | --------------- |
| offer        | another player (Buyer) |                                    | Partner = Buyer |
| accept       | another player         | the chosen player’s Partner = that player | 1 Fish   |
| feast        | another player (Guest) | Fish > 1; the Guest’s Fish > Fish  | loses 1 Fish    |
| gamble       |                        | 1d6 > 6                            | 1 Fish          |
`;
const item: Item = { id: 'refusals', rule, checks: [] };

test('a refused move names the people whom it is about, and what is so now', async () => {
  const only = 'you can do that only if';
  const steps = [
    {
      by: 'ana',
      act: 'accept',
      with: { 'chosen-player': 'bo' },
      refused: `${only} bo's Partner = you; bo's Partner is nobody now`,
    },
    { by: 'bo', act: 'offer', with: { buyer: 'cy' }, then: { players: { bo: { partner: 'cy' } } } },
    {
      by: 'ana',
      act: 'accept',
      with: { 'chosen-player': 'bo' },
      refused: "only if bo's Partner = you; bo's Partner is cy now",
    },
    { by: 'cy', act: 'accept', with: { 'chosen-player': 'bo' }, then: { players: { cy: { fish: 1 } } } },
    { by: 'cy', act: 'feast', with: { guest: 'bo' }, refused: `${only} Fish > 1; Fish are 1 now` },
    { by: 'ana', act: 'gamble', dice: [3], refused: `${only} 1d6 > 6` },
  ];
  expect(await play(item, { says: 'refusals', steps })).toEqual([]);
});
