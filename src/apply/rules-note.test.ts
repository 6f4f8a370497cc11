// Many posts at once: each is taken in without a look at all that there is, and what the rules note on one is told on the forge.
import { expect, test, vi } from 'vitest';

import { Sandbox } from '../sandbox/sandbox.ts';
import { bo, testGame, type TestGame } from './fixtures/embedded-game.ts';

/** Each by one person on one day: after ten the rules of fair play note how many there were. */
async function tell(game: TestGame, count: number): Promise<readonly string[]> {
  const posts: string[] = [];
  for (let n = 1; n <= count; n++)
    posts.push(await game.table.open(bo, { kind: 'story', title: `Tale ${n}`, text: 'Once.' }));
  return posts;
}

test('a note of the rules on a post that was just opened stands on the forge, once', async () => {
  const game = await testGame({ core: '2021' });
  const posts = await tell(game, 12);
  await game.tick();
  await game.tick();
  const said = await Promise.all(posts.map((post) => game.said(post)));
  expect(said.map((all) => all.filter((text) => text.includes('For fair play')).length)).toEqual([
    ...Array.from({ length: 10 }, () => 0),
    1,
    1,
  ]);
});

test('the state is read as often for a hundred posts as for ten', async () => {
  const reads = async (count: number): Promise<number> => {
    const game = await testGame({ core: '2021' });
    await tell(game, count);
    const state = vi.spyOn(Sandbox.prototype, 'state');
    await game.tick();
    const calls = state.mock.calls.length;
    state.mockRestore();
    return calls;
  };
  const [few, many] = [await reads(10), await reads(100)];
  expect(few).toBeGreaterThan(0);
  expect(many).toBe(few);
});
