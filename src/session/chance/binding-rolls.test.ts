// Rolls of a refused step bind whoever tries it again.
import { expect, test } from 'vitest';

import { resolving, type LedgerLine } from '../../store/ledger-line.ts';
import { bindingRolls, firstTryAt } from './binding-rolls.ts';

type Line = Pick<LedgerLine, 'by' | 'what'> & {
  readonly refused?: string;
  readonly draws?: readonly object[];
};
const ledger = (...lines: readonly Line[]): readonly LedgerLine[] =>
  lines.map((line, n) => ({ n, at: `at ${n}`, draws: [], changes: [], ...line })) as never;
const die = (size: number, result: number) => ({ kind: 'dice', size, result });
const tried = (by: string, ...draws: readonly object[]): Line => ({
  by,
  what: 'shoot',
  refused: 'no',
  draws,
});
const done = (by: string): Line => ({ by, what: 'shoot' });

test('a step never tried, or done since, has no binding rolls', () => {
  expect(bindingRolls(ledger(), 'bo', 'shoot')).toBeNull();
  expect(bindingRolls(ledger(done('bo')), 'bo', 'shoot')).toBeNull();
  expect(bindingRolls(ledger(tried('bo', die(6, 1)), done('bo')), 'bo', 'shoot')).toBeNull();
  expect(bindingRolls(ledger(tried('dee', die(6, 1))), 'bo', 'shoot')).toBeNull();
  expect(bindingRolls(ledger({ ...tried('bo', die(6, 1)), what: 'run' }), 'bo', 'shoot')).toBeNull();
});

test('each die repeats its first result if it has the same size', () => {
  const rolls = bindingRolls(
    ledger(
      done('bo'),
      { by: 'bo', what: 'run' },
      tried('bo', die(6, 1)),
      done('dee'),
      tried('bo', die(6, 2), die(8, 3)),
      tried('bo', die(4, 4), die(8, 5), die(8, 6)),
    ),
    'bo',
    'shoot',
  );
  expect([rolls?.at, rolls?.before]).toEqual(['at 2', 1]);
  const fall = (place: number, size: number) => rolls?.resultOf(place, size);
  expect([fall(0, 6), fall(0, 4), fall(0, 8), fall(1, 8), fall(2, 8), fall(3, 8)]).toEqual([
    1,
    4,
    null,
    3,
    6,
    null,
  ]);
});

test('a matter’s rolls stay binding regardless of who resolves it', () => {
  const lines = ledger(
    { ...tried('engine', die(6, 1)), what: 'enact 1' },
    { ...tried('ana', die(6, 2)), what: 'enact 1' },
  );
  expect(bindingRolls(lines, null, 'enact 1')).toMatchObject({ at: 'at 0', before: 0 });
});

test('the rolls of a line date from the first try of its step', () => {
  const lines = ledger(
    tried('bo', die(6, 1)),
    tried('dee', die(6, 1)),
    done('bo'),
    done('bo'),
    {
      ...tried('ana', die(6, 1)),
      what: resolving('1'),
    },
    { by: 'engine', what: 'enact 1' },
  );
  expect([0, 1, 2, 3, 5, 9].map((place) => firstTryAt(lines, place))).toEqual([
    'at 0',
    'at 1',
    'at 0',
    'at 3',
    'at 4',
    '',
  ]);
});
