import { expect, test } from 'vitest';

import { BeaconRounds } from './beacon-rounds.ts';
import { GameDraws } from './draws.ts';
import { localBeacon } from './fixtures/local-beacon.ts';

const AT = '2024-03-01T09:00:00Z';
const ABOUT = {
  game: 'Harbour',
  what: 'roll',
  at: AT,
  number: () => 1,
  binding: () => null,
  rolled: () => 0,
};
const DIE = { kind: 'dice', size: 6, options: null, labels: [] } as const;

test('beacon dice wait for their round, which is fetched between two decisions', async () => {
  const beacon = localBeacon({ secret: new Uint8Array(32).fill(1), genesis: '2021-05-13T00:00:00Z' });
  const slept: number[] = [];
  const rounds = new BeaconRounds({
    beacon,
    clock: () => Date.parse(AT),
    sleep: (ms) => Promise.resolve(slept.push(ms)),
  });
  const draws = new GameDraws({ beacon: rounds }, null, null);
  draws.begin(ABOUT, 0);
  expect(rounds.isMissing).toBe(false);
  expect(() => draws.draw(DIE)).toThrow('the beacon’s round for that time isn’t out yet');
  expect(rounds.isMissing).toBe(true);
  await rounds.fetchMissing();
  expect(rounds.isMissing).toBe(false);
  expect(slept).toHaveLength(1);
  expect(slept[0]).toBeGreaterThan(0);
  expect(slept[0]).toBeLessThanOrEqual(4000);
  draws.begin(ABOUT, 0);
  const value = Number(draws.draw(DIE));
  expect(value >= 1 && value <= 6).toBe(true);
  draws.draw(DIE);
  expect(draws.proof()).toMatchObject({ from: 'beacon', purpose: 'Harbour/roll#1', draws: 2 });
  const { at: _, ...timeless } = ABOUT;
  draws.begin(timeless, 0);
  expect(() => draws.draw(DIE)).toThrow('the time of this post is unknown');
  // A round that is far off is left to a later tick.
  const early = new BeaconRounds({ beacon, clock: () => Date.parse(AT) - 60_000 });
  early.sourceFor(AT, 'x');
  await expect(early.fetchMissing()).rejects.toMatchObject({ code: 'not-yet' });
  expect(early.isMissing).toBe(true);
});
