// A step at which the engine itself failed is set aside, and another build takes it in: once, at that later time.
import { expect, test } from 'vitest';

import { bo } from '../../src/tick/fixtures/embedded-game.ts';
import { checkContent } from '../../src/care/doctor/check-content.ts';
import { readGame } from '../../src/store/read-game.ts';
import { beginWith, pipsOf, replayOf } from './begin-with.ts';
import { FaultyMachines } from './faulty-machine.ts';

const BOMB = "{ actions: { bomb: action({ effect({ actor }) { actor.gain('pips', 100); } }) } }";

test('each other build retries once what an engine failed at, until one succeeds', async () => {
  const machines = new FaultyMachines();
  const game = await beginWith(BOMB, { runner: machines.runner });
  const ledger = async (): Promise<readonly string[]> =>
    readGame(await game.content()).ledger.map(
      ({ by, what, refused, engine }) =>
        `${by} ${what}${refused === undefined ? '' : ` failed in ${engine}`}`,
    );
  for (const line of ['/act bomb', '/act take-crate']) await game.table.comment(bo, game.thread, line);
  machines.fault = {
    where: 'after the bomb',
    entrance: 'take',
    error: new TypeError('nothing has no length'),
  };
  await game.tick({ build: () => 'a' });
  const begun = ['engine set aside failed in a', 'bo take-crate'];
  expect(await ledger()).toEqual(begun);
  const aside = (await checkContent(await game.content())).filter(({ code }) => code === 'set-aside');
  expect(aside).toMatchObject([
    { what: expect.stringMatching(/line \d+ of the journal.*has no length/u) as string },
  ]);
  expect((await game.said(game.thread)).join('')).toContain('Gitnomic has a fault and couldn’t process this');

  // The same build does not try it again.
  game.later(1);
  await game.tick({ build: () => 'a' });
  expect(await ledger()).toEqual(begun);

  game.later(1);
  await game.tick({ build: () => 'b' });
  expect(await ledger()).toEqual([...begun, 'engine try again 2 failed in b']);
  expect(await pipsOf(game)).toBe(8);

  game.later(1);
  machines.fault = null;
  await game.tick({ build: () => 'c' });
  const done = [...begun, 'engine try again 2 failed in b', 'engine try again 2', 'bo bomb'];
  expect(await ledger()).toEqual(done);
  const { ledger: lines } = readGame(await game.content());
  expect(lines.at(-1)).toMatchObject({ what: 'bomb', at: game.now });
  expect(await pipsOf(game)).toBe(108);

  game.later(1);
  await game.tick({ build: () => 'd' });
  expect(await ledger()).toEqual(done);
  // Tried again by an engine that does not fail, both would have gone on.
  expect(await replayOf(game)).toMatchObject({
    same: true,
    stopped: [
      { line: 0, what: 'set aside', found: 'goes on' },
      { line: 2, what: 'try again 2', found: 'goes on' },
    ],
  });
});
