import { expect, test } from 'vitest';

import { noChance } from './chance.ts';

test('rolls and draws nothing while a game is only read', () => {
  expect(() => noChance.dice(6, [])).toThrow('nothing can be rolled while the game is only read');
  expect(() => noChance.secret([1, 2], [])).toThrow('nothing can be drawn while the game is only read');
});
