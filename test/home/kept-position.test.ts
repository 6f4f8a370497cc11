import { afterAll, beforeAll, expect, test } from 'vitest';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { KeptPosition } from '../../src/cli/home/kept-position.ts';
import { openLocalGame } from '../../src/host/embedded/local-game.ts';
import { withPosition } from '../../src/seat/read-table.ts';
import { openHome, START, type TestHome } from './open-home.ts';

let home: TestHome;
beforeAll(async () => {
  home = await openHome();
});
afterAll(() => home.close());

test('the game is looked at once for all that is asked of the same moment, and nothing that was tried stays in it', async () => {
  const game = await openLocalGame(home.folder, { now: START, caches });
  let looks = 0;
  const look = (): ReturnType<typeof game.look> => ((looks += 1), game.look());
  const kept = new KeptPosition();
  const at = (moment: string) => kept.of({ ...game, look }, moment);
  const posts = (moment: string): Promise<number> =>
    withPosition(at(moment), ({ open }) => Object.keys(open.play.state().posts).length);
  const before = await posts('noon');
  expect([await posts('noon'), looks]).toEqual([before, 1]);
  expect([await posts('later'), looks]).toEqual([before, 2]);
  await withPosition(at('later'), async () => expect(await posts('later')).toBe(before));
  expect(looks).toBe(3);
  const story = { type: 'post', at: START, by: 'bo', id: '9', kind: 'story', title: 'A', text: 'b' } as const;
  await withPosition(at('later'), ({ rules }) => expect(rules.take(story).ok).toBe(true));
  expect([await posts('later'), looks]).toEqual([before, 4]);
  kept.forget();
});
