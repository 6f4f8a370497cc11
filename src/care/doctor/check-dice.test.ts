import { expect, test } from 'vitest';
import { commitmentToSeed, committedSource } from '../../session/chance/committed-seed.ts';
import type { DrawSource } from '../../session/chance/source.ts';
import { checkDice } from './check-content.ts';
import { beaconSource, localBeacon } from '../../session/chance/fixtures/local-beacon.ts';

const at = '2021-06-18T09:00:00Z';
const chain = localBeacon({ secret: new TextEncoder().encode('tests'), genesis: '2021-05-13T00:00:00Z' });
const seed = new Uint8Array(32).fill(7);

interface Rolled {
  readonly results: readonly number[];
  readonly proof: unknown;
}

const rolledBy = (source: DrawSource): Rolled => ({
  results: [6, 20].map((size) => source.draw('dice', size) + 1),
  proof: source.proof(),
});

function contentWith(
  dice: object,
  { results, proof }: Rolled,
  bend: (result: number) => number = (result) => result,
) {
  const draws = [6, 20].map((size, n) => ({ kind: 'dice', size, result: bend(results[n] ?? 0) }));
  const line = { n: 0, at, by: 'ana', what: 'roll', draws, changes: [], proof };
  return new Map([
    ['content/game.yml', `name: Harbour\ndice: ${JSON.stringify(dice)}\n`],
    ['content/ledger/2021-06.jsonl', `${JSON.stringify(line)}\n`],
  ]);
}
// To sign a round takes long.
const ofBeacon = rolledBy(await beaconSource(chain, at, 'Harbour/roll#1'));
const ofSeed = rolledBy(committedSource(seed, 'Harbour/roll#1'));
const bent = (result: number): number => (result === 1 ? 2 : 1);
const committed = { source: 'committed', hash: commitmentToSeed(seed) };

test('finds nothing wrong with dice that fell as they had to', () => {
  const { chain: keys } = chain;
  expect(checkDice(contentWith({ source: 'drand' }, ofBeacon), { chain: keys })).toEqual([]);
  expect(checkDice(contentWith(committed, ofSeed), { seed })).toEqual([]);
});

test('dice without a proof are bent if they come from the beacon, unless the game began with a seed', () => {
  const unproved = { ...ofBeacon, proof: undefined };
  expect(checkDice(contentWith({ source: 'drand' }, unproved))).toMatchObject([{ code: 'dice-bent' }]);
  expect(checkDice(contentWith(committed, unproved))).toEqual([]);
  const [later] = checkDice(contentWith({ source: 'drand' }, ofSeed), { seed });
  expect(later).toBeUndefined();
});

test('finds altered dice, by a round of the beacon or by the seed', () => {
  const { chain: keys } = chain;
  const found = [{ code: 'dice-bent', what: expect.stringContaining('line 0') as string }];
  const ofDrand = { source: 'drand' };
  expect(checkDice(contentWith(ofDrand, ofBeacon, bent), { chain: keys })).toMatchObject(found);
  expect(checkDice(contentWith(ofDrand, ofBeacon))).toMatchObject(found);
  expect(checkDice(contentWith(committed, ofSeed, bent), { seed })).toMatchObject(found);
  // Without the seed nobody can check this until the seed is revealed.
  expect(checkDice(contentWith(committed, ofSeed, bent))).toEqual([]);
});
