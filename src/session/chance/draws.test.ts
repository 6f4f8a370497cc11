// Where the dice and the secret choices of each step come from.
import { expect, test } from 'vitest';

import type { Count } from '../../kernel/chance.ts';
import type { DrawQuestion } from '../../sandbox/host.ts';
import { commitmentToSeed, verifyCommitted } from './committed-seed.ts';
import { GameDraws, NoDrawError, type DrawFrom, type Seeds } from './draws.ts';

const AT = '2024-03-01T09:00:00Z';
const [one, two] = [1, 2].map((n) => new Uint8Array(32).fill(n)) as [Uint8Array, Uint8Array];
type About = Parameters<GameDraws['begin']>[0];
const about = (more: Partial<About> = {}): About => ({
  game: 'Harbour',
  what: 'roll',
  at: AT,
  number: () => 1,
  binding: () => null,
  rolled: () => 0,
  ...more,
});
const die = (size: Count = 6): DrawQuestion => ({ kind: 'dice', size, options: null, labels: [] });
const secret = (size = 6): DrawQuestion => ({ kind: 'secret', size, options: null, labels: [] });

function drawing(
  seeds: Seeds,
  more: Partial<About> = {},
  own: DrawFrom | null = null,
  promised: string | null = null,
) {
  const draws = new GameDraws(seeds, own, promised);
  draws.begin(about(more), 0);
  return draws;
}

test('dice from a seed are valid faces, the same for the same step, and can be verified', () => {
  const roll = (more: Partial<About> = {}): readonly Count[] => {
    const draws = drawing({ dice: one }, more);
    return [draws.draw(die()), draws.draw(die(20)), draws.draw(die())];
  };
  const first = roll();
  expect(first.map(Number).every((value, at) => value >= 1 && value <= (at === 1 ? 20 : 6))).toBe(true);
  expect(roll()).toEqual(first);
  const others = [roll({ number: () => 2 }), roll({ what: 'toss' }), roll({ game: 'Port' })];
  for (const other of others) expect(other).not.toEqual(first);
  const draws = drawing({ dice: one });
  const rolled = [6, 20, 6].map((size) => ({ size, place: Number(draws.draw(die(size))) - 1 }));
  const proof = draws.proof() as Parameters<typeof verifyCommitted>[0];
  expect(proof).toMatchObject({ purpose: 'Harbour/roll#1', commitment: commitmentToSeed(one), draws: 3 });
  expect(verifyCommitted(proof, rolled, one)).toEqual({ ok: true });
});

test('each ledger line has the proof of its own step', () => {
  const draws = drawing({ dice: one });
  draws.draw(die());
  draws.begin(about({ number: () => 2 }), 1);
  draws.draw(die());
  // A refused step leaves no line.
  draws.begin(about({ number: () => 3 }), 1);
  draws.begin(about(), 2);
  draws.end(3);
  expect([...draws.proofs].map(([line, proof]) => [line, (proof as { purpose: string }).purpose])).toEqual([
    [0, 'Harbour/roll#1'],
  ]);
});

test('repeats the rolls of a refused try, die by die, with its number and time', () => {
  const noted: unknown[] = [];
  const binding = () => ({
    at: '2024-02-01T00:00:00Z',
    before: 0,
    number: 7,
    resultOf: (place: number, size: Count) => (place === 0 && size === 6 ? 5 : null),
  });
  const draws = drawing({ fixed: [1, 2], noteRoll: (rolled) => noted.push(rolled) }, { binding });
  expect([draws.draw(die()), draws.draw(die())]).toEqual([5, 2]);
  expect(noted).toEqual([{ line: 0, purpose: 'roll#7', at: '2024-02-01T00:00:00Z' }]);
  const bySeed = drawing({ dice: one }, { binding });
  bySeed.draw(die());
  expect(bySeed.proof()).toMatchObject({ purpose: 'Harbour/roll#7' });
  const asked: unknown[] = [];
  const own = drawing({}, { binding }, (question, bound) => (asked.push([question.kind, bound]), 3));
  own.draw(die());
  own.draw(secret());
  expect(asked).toEqual([
    ['dice', 5],
    ['secret', null],
  ]);
});

test('reads a fixed list from where the game has got to, and accepts only valid faces', () => {
  expect(drawing({ fixed: [1, 2, 3] }, { rolled: () => 2 }).draw(die())).toBe(3);
  for (const [fixed, size] of [
    [[], 6],
    [[7], 6],
    [[0], 6],
  ] as const)
    expect(() => drawing({ fixed }).draw(die(size))).toThrow(
      'the fixed list of dice has no result left for a die of 6',
    );
  expect(drawing({ fixed: [6] }).draw(die())).toBe(6);
});

test('draws dice only from the promised seed', () => {
  const hash = commitmentToSeed(one);
  expect(() => drawing({ dice: one }, {}, null, hash).draw(die())).not.toThrow();
  const other = 'the seed of the dice here is not the one whose hash game.yml publishes';
  const draws = drawing({ dice: two }, {}, null, hash);
  expect(() => draws.draw(die())).toThrow(other);
  expect(draws.fault).toBeInstanceOf(NoDrawError);
  draws.begin(about(), 0);
  expect(draws.fault).toBeNull();
  // A list of results needs no seed.
  expect(drawing({ dice: two, fixed: [4] }, {}, null, hash).draw(die())).toBe(4);
  const beacon = { sourceFor: () => null, isMissing: false, fetchMissing: () => Promise.resolve() };
  expect(() => drawing({ beacon }, {}, null, hash).draw(die())).toThrow(other);
});

test('draws secret choices from the promised seed of the emperor’s side, current or older', () => {
  const hash = commitmentToSeed(two);
  expect(Number(drawing({ secret: one }).draw(secret()))).toBeLessThan(6);
  const older = drawing({ secret: one, older: [two] }, { promised: hash });
  const now = drawing({ secret: two }, { promised: hash });
  expect([1, 2, 3].map(() => older.draw(secret(1000)))).toEqual([1, 2, 3].map(() => now.draw(secret(1000))));
  expect(() => drawing({ secret: one }, { promised: hash }).draw(secret())).toThrow(
    'the seed that was promised for secret choices is not on this machine',
  );
  expect(() => drawing({}, { promised: hash }).draw(secret())).toThrow(
    'secret choices are made only on the emperor’s side',
  );
  expect([
    new GameDraws({ secret: one, older: [two] }).hasSecret(hash),
    new GameDraws({}).hasSecret(hash),
  ]).toEqual([true, false]);
  // They prove nothing, since that would tell them.
  expect(now.proof()).toBeNull();
});

test('draws nothing while a game is only read, or without a seed', () => {
  expect(() => new GameDraws({ dice: one }).draw(die())).toThrow(
    'nothing can be drawn while the game is only read',
  );
  expect(() => drawing({}).draw(die())).toThrow('the seed of the dice is missing here');
});

test('a step played differently asks for each draw by its place among its kind', () => {
  const asked: unknown[] = [];
  const draws = drawing({ fell: (...all) => (asked.push(all), 2) });
  const drawn = [die(), secret(), die(), secret()].map((question) => draws.draw(question));
  expect(drawn).toEqual([2, 2, 2, 2]);
  expect(asked).toEqual([
    [{ what: 'roll', at: AT }, 0, die()],
    [{ what: 'roll', at: AT }, 0, secret()],
    [{ what: 'roll', at: AT }, 1, die()],
    [{ what: 'roll', at: AT }, 1, secret()],
  ]);
});
