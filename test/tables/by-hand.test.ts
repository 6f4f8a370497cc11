/* eslint-disable unicorn/no-thenable -- `then` is a word of scenarios */
import { expect, test } from 'vitest';

import { play, type Item } from './play.ts';

const rule = `Each player keeps their Hats.

| Each player has | starts at | at most | kept by |
| --------------- | --------- | ------- | ------- |
| Hats            | 1         | 5       | hand    |

| The game has | starts at | kept by |
| ------------ | --------- | ------- |
| Weather      | no        | hand    |
`;
const item: Item = { id: 'by-hand', rule, checks: [] };
const hats = (bo: number): object => ({ players: { bo: { hats: bo }, ana: { hats: 1 } } });

test('anybody can change a column that is kept by hand, and undo the last change once', async () => {
  const undo = { by: 'cy', act: 'undo-the-last-change-of-hats', with: { whose: 'bo' } };
  const steps = [
    { by: 'ana', act: 'change-hats', with: { whose: 'bo', value: 4 }, then: hats(4) },
    { by: 'cy', act: 'change-hats', with: { whose: 'bo', value: 2 }, then: hats(2) },
    { by: 'cy', act: 'change-hats', with: { whose: 'bo', value: 6 }, refused: '' },
    { ...undo, then: hats(4) },
    { ...undo, refused: 'it has been changed since' },
    { by: 'bo', act: 'change-weather', with: { value: true }, then: { game: { weather: true } } },
    { by: 'bo', act: 'undo-the-last-change-of-weather', then: { game: { weather: false } } },
  ];
  expect(await play(item, { says: 'hats', steps })).toEqual([]);
});

test('a variable not marked “hand” has no action to change it', async () => {
  const other = { ...item, rule: rule.replace('| hand    |', '| foot    |') };
  expect(await play(other, { says: 'foot', steps: [{ by: 'ana', act: 'change-hats' }] })).toEqual([
    expect.stringContaining('there is no action called change-hats'),
  ]);
});
