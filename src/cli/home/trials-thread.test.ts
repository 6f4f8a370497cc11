import { expect, test } from 'vitest';

import type { HomeGame } from '../../host/game.ts';
import { TrialsThread } from './trials-thread.ts';

test('a closed thread begins no other, even if woken by somebody already on the way', async () => {
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
