// The dice and secret choices that a scenario fixes.
import { expect, test } from 'vitest';

import type { DrawQuestion } from '../../sandbox/host.ts';
import { FixedDraws } from './draws.ts';

const die = (size = 6, options: readonly unknown[] | null = null): DrawQuestion => ({
  kind: 'dice',
  size,
  options,
  labels: [],
});
const choice = (options: readonly unknown[], labels: readonly (string | null)[] = []): DrawQuestion => ({
  kind: 'secret',
  size: options.length,
  options,
  labels,
});
function fixed(dice: readonly unknown[], secret: readonly unknown[] = []): FixedDraws {
  const draws = new FixedDraws();
  draws.begin(dice, secret);
  return draws;
}

test('dice fall as the step says, by number or by the name of a side', () => {
  const draws = fixed([3, 'Pear', 6]);
  expect([
    draws.draw(die(), null),
    draws.draw(die(3, ['apple', 'pear', 'plum']), null),
    draws.draw(die(), null),
  ]).toEqual([3, 2, 6]);
  expect([draws.rolled, draws.end()]).toEqual([3, null]);
});

test('secret choices are what the step says, by value or by name', () => {
  const draws = fixed([], [{ a: 1 }, 'The Hall', 'b']);
  expect([
    draws.draw(choice([{ a: 2 }, { a: 1 }]), null),
    draws.draw(choice(['r1', 'r2'], [null, 'the hall']), null),
    draws.draw(choice(['a', 'b'], ['x', 'y']), null),
  ]).toEqual([1, 1, 1]);
  expect(draws.end()).toBeNull();
});

test('a die that the step leaves open repeats the result of the earlier try', () => {
  const draws = fixed([]);
  expect(draws.draw(die(), 5)).toBe(5);
  expect(fixed([2]).draw(die(), 5)).toBe(2);
});

test.each<[FixedDraws, DrawQuestion, string]>([
  [fixed([]), die(), 'the step rolls a die of 6, but dice has no result left'],
  [fixed([7]), die(), "the step rolls a die of 6, which can't give 7"],
  [fixed([0]), die(), "the step rolls a die of 6, which can't give 0"],
  [fixed(['fig']), die(2, ['apple', 'pear']), 'the step rolls a die of 2, which can\'t give "fig"'],
  [fixed([]), choice(['a', 'b']), 'the step chooses secretly among "a", "b", but secret has no choice left'],
  [
    fixed([], ['c']),
    choice(['a', 'b']),
    'the step chooses secretly among "a", "b", and "c" isn’t one of them',
  ],
  [
    fixed([]),
    choice(Array.from({ length: 22 }, (_, at) => at)),
    'the step chooses secretly among 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19 and 2 more, but secret has no choice left',
  ],
])('blames the step for a draw that can’t be made', (draws, question, why) => {
  expect(() => draws.draw(question, null)).toThrow(why);
  expect(draws.end()).toBe(why);
});

test('reports unused draws as a fault, and the next step begins without them', () => {
  const draws = fixed([1, 2], ['a']);
  draws.draw(die(), null);
  expect(draws.end()).toBe('left over: dice 2, secret "a"');
  draws.begin([], []);
  expect([draws.end(), draws.rolled]).toEqual([null, 0]);
});
