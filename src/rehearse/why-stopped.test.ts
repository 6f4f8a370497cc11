// A rehearsal ended by the machine, or by another game in the same memory, says nothing about the rules.
import { expect, test } from 'vitest';

import { testGame } from '../tick/fixtures/embedded-game.ts';
import { Caches } from '../cache/caches.ts';
import type { RulesRehearsal } from '../session/play/play-options.ts';
import { GOES_ON } from '../session/play/say-rehearsal.ts';
import { DEFAULT_LIMITS, SandboxLostError } from '../sandbox/host.ts';
import { openGame } from '../session/play/open-game.ts';
import { rehearseAsItIs } from './rehearse-rules.ts';
import { rehearseGame } from './why-stopped.ts';

/** Ends this many rehearsals. */
function endingFirst(
  most: number,
  error: Error = SandboxLostError.late('take'),
): {
  readonly kept: (make: () => Promise<RulesRehearsal>) => Promise<RulesRehearsal>;
  readonly begun: () => number;
} {
  let begun = 0;
  return {
    kept: async (make) => {
      const made = await make();
      begun += 1;
      if (begun <= most) throw error;
      return made;
    },
    begun: () => begun,
  };
}

test('repeats a rehearsal that was ended, and says the game stops only if that is ended too', async () => {
  const game = await testGame();
  const files = await game.content();
  const [once, twice] = [endingFirst(1), endingFirst(2)];
  expect(await rehearseGame(files, game.now, new Caches(null), once.kept)).toEqual(GOES_ON);
  expect(once.begun()).toBe(2);
  const { stops } = await rehearseGame(files, game.now, new Caches(null), twice.kept);
  expect(stops).toContain('took too long and was stopped');
  expect(twice.begun()).toBe(2);
});

test('says the game stops if the engine itself fails twice, but not if the disk is full', async () => {
  const game = await testGame();
  const files = await game.content();
  const bug = (times: number): ReturnType<typeof endingFirst> =>
    endingFirst(times, new TypeError('nothing has no length'));
  expect(await rehearseGame(files, game.now, new Caches(null), bug(1).kept)).toEqual(GOES_ON);
  expect((await rehearseGame(files, game.now, new Caches(null), bug(2).kept)).stops).toBe(
    'Gitnomic has a fault: nothing has no length',
  );
  const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  const once = endingFirst(1, full);
  await expect(rehearseGame(files, game.now, new Caches(null), once.kept)).rejects.toBe(full);
  expect(once.begun()).toBe(1);
});

test('doesn’t blame the rules if another game has broken the memory for rehearsals', async () => {
  const game = await testGame();
  const files = await game.content();
  const caches = new Caches(null);
  const { play } = await openGame(files, { caches });
  const { files: rules, terms } = play;
  const ledger = { length: 0, at: () => null };
  const rehearse = (): RulesRehearsal =>
    rehearseAsItIs({ files: rules, terms, state: play.state(), at: game.now, ledger, caches });
  caches.sandboxes.last = null;
  // Nor has a memory been made in advance.
  caches.sandboxes.boots.spareWithin(DEFAULT_LIMITS).length = 0;
  expect(rehearse).toThrow(SandboxLostError);
  // Starting over opens the game again.
  const again = await openGame(files, { caches });
  expect(rehearse()).toEqual(GOES_ON);
  for (const open of [play, again.play]) open.dispose();
});
