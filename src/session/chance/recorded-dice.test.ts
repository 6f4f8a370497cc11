import { expect, test } from 'vitest';
import type { GameFile } from '../../ruleset/schema/game.ts';
import { type RecordedLine, SET_GAME } from '../../store/ledger-line.ts';
import { commitmentToSeed, committedSource } from './committed-seed.ts';
import { beaconSource, localBeacon } from './fixtures/local-beacon.ts';
import { firstBentRoll, promisedDiceIn, type DiceOptions, type Rolled } from './recorded-dice.ts';
import type { DrawSource } from './source.ts';

const AT = '2021-06-18T09:00:00Z';
const LATER = '2021-06-18T10:00:00Z';
const beacon = localBeacon({ secret: new TextEncoder().encode('tests'), genesis: '2021-05-13T00:00:00Z' });
const seed = new Uint8Array(32).fill(7);
const another = new Uint8Array(32).fill(8);
const hash = commitmentToSeed(seed);

const purpose = (n: number): string => `Harbour/roll#${n + 1}`;

/** A line of the ledger with two dice, which `bend` may change after they were rolled. */
function lineOf(
  n: number,
  source: DrawSource,
  bend: (result: number) => number = (result) => result,
): RecordedLine {
  const draws = [6, 20].map((size) => ({
    kind: 'dice' as const,
    size,
    result: bend(source.draw('dice', size) + 1),
  }));
  return { n, at: AT, by: 'ana', what: 'roll', draws, changes: [], proof: source.proof() };
}

const bySeed = (n: number, of = seed): RecordedLine => lineOf(n, committedSource(of, purpose(n)));
const byBeacon = async (n: number, at = AT): Promise<RecordedLine> =>
  lineOf(n, await beaconSource(beacon, at, purpose(n)));
const bent = (result: number): number => (result === 1 ? 2 : 1);

/** The purposes and times that a replay computes for each line's rolls. */
const rolledAgain = (...lines: readonly number[]): ReadonlyMap<number, Rolled> =>
  new Map(lines.map((line) => [line, { line, purpose: `roll#${line + 1}`, at: AT }]));

const view = (
  lines: readonly RecordedLine[],
  more: Partial<DiceOptions> = {},
  rolled: ReadonlyMap<number, Rolled> | null = rolledAgain(0, 1, 2),
): { readonly line: number; readonly why: string } | null =>
  firstBentRoll(lines, rolled, { names: ['Harbour'], beaconOnly: false, chain: beacon.chain, ...more });

test('accepts dice of the promised seed, and reports the first line of another seed', () => {
  expect(view([bySeed(0), bySeed(1)], { promised: [hash], seed })).toBeNull();
  const swapped = [bySeed(0), bySeed(1, another), bySeed(2, another)];
  const why = 'they come from a different seed than the one whose hash was published';
  expect(view(swapped, { promised: [hash], seed })).toEqual({ line: 1, why });
  // The hash alone shows that it is another seed.
  expect(view(swapped, { promised: [hash] })).toEqual({ line: 1, why });
  expect(view(swapped, { promised: [hash, commitmentToSeed(another)] })).toBeNull();
});

test('accepts any seed if no hash was published', () => {
  expect(view([bySeed(0), bySeed(1, another)])).toBeNull();
});

test('reports a line with another seed even if it has no public dice', () => {
  const secret = { ...bySeed(0, another), draws: [{ kind: 'secret', size: 6, result: 2 }] } as RecordedLine;
  expect(view([secret], { promised: [hash] })?.line).toBe(0);
});

test('accepts other seeds before the first roll by a promised one, unless the line is replayed', () => {
  const moved = [bySeed(0, another), bySeed(1), bySeed(2)];
  expect(view(moved, { promised: [hash] }, null)).toBeNull();
  expect(view(moved, { promised: [hash] })?.line).toBe(0);
  expect(view([...moved, bySeed(3, another)], { promised: [hash] }, null)?.line).toBe(3);
});

test('detects altered dice once the seed is known, or at once with the beacon', async () => {
  const changed = lineOf(1, committedSource(seed, purpose(1)), bent);
  expect(view([bySeed(0), changed], { seed })).toMatchObject({
    line: 1,
    why: expect.stringContaining('draw 1 of 6'),
  });
  expect(view([bySeed(0), changed])).toBeNull();
  const round = lineOf(0, await beaconSource(beacon, AT, purpose(0)), bent);
  expect(view([round])).toMatchObject({ line: 0, why: expect.stringContaining('draw 1 of 6') });
  expect(view([await byBeacon(0)])).toBeNull();
});

test('if the game only ever used the beacon, reports dice without a recorded round', () => {
  const why = 'its dice come from the beacon, but no round is recorded';
  expect(view([bySeed(0)], { beaconOnly: true, seed })).toEqual({ line: 0, why });
  const { proof: _, ...bare } = bySeed(0);
  expect(view([bare], { beaconOnly: true })).toEqual({ line: 0, why });
  expect(view([bare])).toBeNull();
  // A line without rolls needs no round.
  expect(view([{ ...bare, draws: [] }], { beaconOnly: true })).toBeNull();
});

test('reports dice rolled for another step, and accepts every name that the game has had', () => {
  const elsewhere = lineOf(0, committedSource(seed, purpose(4)));
  expect(view([elsewhere], { seed })).toEqual({
    line: 0,
    why: 'its dice were rolled for roll#1, but the proof is about Harbour/roll#5',
  });
  expect(view([elsewhere], { seed }, null)).toBeNull();
  expect(view([bySeed(0)], { seed, names: ['Port', 'Harbour'] })).toBeNull();
  expect(view([bySeed(0)], { seed, names: ['Port'] })?.line).toBe(0);
});

test('reports dice in a line that rolls none in a replay', () => {
  expect(view([bySeed(0)], { seed }, new Map())).toEqual({ line: 0, why: 'in a replay it rolls no dice' });
});

test('expects the round of the time when the step was first tried', async () => {
  const late = { ...(await byBeacon(0)), at: LATER };
  expect(view([late])).toBeNull();
  expect(view([late], {}, null)?.why).toContain('was due');
  // The same step was refused before, so its dice are binding.
  const refused = { ...(await byBeacon(0)), refused: 'too early' };
  expect(view([refused, { ...late, n: 1 }], {}, null)).toBeNull();
});

test('the promised hashes are the one that the game names and those its Admins set before', () => {
  const committed = (of: string): GameFile =>
    ({ dice: { source: 'committed', hash: of } }) as unknown as GameFile;
  const set = { n: 0, at: AT, by: 'ana', what: SET_GAME, draws: [], changes: [] };
  expect(
    promisedDiceIn(
      [
        { ...set, with: committed('one') },
        { ...set, what: 'roll', with: committed('none') },
      ],
      committed('two'),
    ),
  ).toEqual(['two', 'one']);
  expect(promisedDiceIn([], { dice: { source: 'drand' } } as GameFile, {} as GameFile)).toEqual([]);
});
