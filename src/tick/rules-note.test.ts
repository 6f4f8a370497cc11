// Many posts are taken in without reading all others each time, and a note by the rules on a post is shown on the forge.
import { expect, test, vi } from 'vitest';

import { Sandbox } from '../sandbox/sandbox.ts';
import { SMALL } from '../session/fixtures/desk.ts';
import { bo, kernelGame, type TestGame } from './fixtures/embedded-game.ts';

/** One person posts these on one day. After ten, the rules of fair play note the number. */
async function tell(game: TestGame, count: number, kind = 'story'): Promise<readonly string[]> {
  const posts: string[] = [];
  for (let n = 1; n <= count; n++)
    posts.push(await game.table.open(bo, { kind, title: `Tale ${n}`, text: 'Once.' }));
  return posts;
}

test('a note by the rules on a newly opened post is shown on the forge once', async () => {
  const game = await kernelGame({ core: '2021' });
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

test('reads the state as often for fifty posts as for five', async () => {
  const reads = async (count: number): Promise<number> => {
    const game = await kernelGame(SMALL);
    await tell(game, count, 'proposal');
    const state = vi.spyOn(Sandbox.prototype, 'state');
    await game.tick();
    const calls = state.mock.calls.length;
    state.mockRestore();
    return calls;
  };
  const [few, many] = [await reads(5), await reads(50)];
  expect(few).toBeGreaterThan(0);
  expect(many).toBe(few);
});
