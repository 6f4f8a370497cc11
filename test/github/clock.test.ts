// A runner whose clock is years ahead: GitHub's own time decides, so that nothing falls due early and nothing is dated in the future.
import { afterEach, expect, test } from 'vitest';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { runTick } from '../../src/host/github/action/run-tick.ts';
import { readGame } from '../../src/store/read-game.ts';
import { bo, playOnGitHub, type ActionGame } from './action-game.ts';

let game: ActionGame | null = null;
afterEach(() => game?.standIn.close());

test('one wrong clock does no lasting harm', async () => {
  game = await playOnGitHub();
  const { standIn, environment, table } = game;
  const post = await game.propose(bo, 'Bells', {
    'content/ruleset/dynastic/bells.md': '---\ntitle: Bells\norder: 90\n---\nThere are bells.\n',
  });
  await game.tick();
  const { now } = standIn.world;
  const main = await game.mainTip();
  await table.comment(bo, String(post.number), 'Are there?');
  const runAt = (at: string): Promise<number> =>
    runTick({ environment, now: () => at, say: () => undefined, paced: false, caches });
  expect(await runAt('2099-01-01T00:00:00Z')).toBe(0);
  // Nothing has failed for want of votes, as it would have by then.
  expect(await game.mainTip()).toBe(main);
  // The next run, on a machine with a clock that is right, goes on from there.
  standIn.world.now = `${new Date(Date.parse(now) + 60 * 3_600_000).toISOString().slice(0, 19)}Z`;
  await game.tick();
  const after = readGame(await game.content());
  expect(Object.values(after.state?.posts ?? {}).find(({ title }) => title === 'Bells')?.status).toBe(
    'failed',
  );
  expect(after.ledger.every(({ at }) => at <= standIn.world.now)).toBe(true);
});
