import { expect, test } from 'vitest';

import type { HomeGame } from '../../host/game.ts';
import { TrialsThread } from './trials-thread.ts';

test('a thread that was closed begins no other, though somebody who was on the way wakes it', async () => {
  const said: string[] = [];
  const asked: string[] = [];
  const game = new Proxy({} as HomeGame, {
    get: (_, name) => {
      asked.push(String(name));
      return name === 'caches' ? { engine: null } : () => '';
    },
  });
  const thread = new TrialsThread((text) => said.push(text));
  await thread.close();
  thread.wake(game);
  await thread.close();
  expect([said, asked]).toEqual([[], []]);
});
