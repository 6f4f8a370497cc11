import { expect, test } from 'vitest';

import { BY_THE_CLOCK } from './protocol.ts';
import { readReport } from './read-report.ts';
import type { Mutant, Report } from './run-stryker.ts';

const SOURCE = `export function most(a: number): number {
  return a > 3 ? 3 : a;
}
`;

function mutant(status: string, [from, to]: readonly [number, number], replacement: string): Mutant {
  return {
    mutatorName: 'ConditionalExpression',
    replacement,
    status,
    location: { start: { line: 2, column: from }, end: { line: 2, column: to } },
  };
}

function reportOf(...mutants: readonly Mutant[]): Report {
  return { files: { 'src/most.ts': { source: SOURCE, mutants } } };
}

const KILLED = mutant('Killed', [10, 15], 'false');
const LIVES = mutant('Survived', [10, 15], 'true');

test('what no test notices is named by its place, and counts', () => {
  const { died, all, survivors } = readReport(reportOf(KILLED, LIVES), {});
  expect([died, all]).toEqual([1, 2]);
  expect(survivors).toEqual([
    { file: 'src/most.ts', line: 2, text: '  return a > 3 ? 3 : a;', was: 'a > 3', is: 'true' },
  ]);
});

test('one that no test runs through lives; one that never ends is dead; one left out is neither', () => {
  const all = ['NoCoverage', 'Timeout', 'Ignored'].map((status) => ({ ...LIVES, status }));
  expect(readReport(reportOf(...all), {})).toMatchObject({ died: 1, all: 2, survivors: [{ is: 'true' }] });
});

test('one that only the clock ended is not dead, and where one could not be tried the report is not read', () => {
  const late = { ...LIVES, status: 'Timeout', statusReason: BY_THE_CLOCK };
  expect(readReport(reportOf(KILLED, late), {})).toMatchObject({ died: 1, all: 2, undecided: [{ line: 2 }] });
  const untried = { ...LIVES, status: 'RuntimeError', statusReason: 'no process' };
  expect(() => readReport(reportOf(KILLED, untried), {})).toThrow('no process');
});

test('one that lives for a reason does not count, and a reason without one that lives is named', () => {
  const why = 'the caller has looked';
  const living = (was: string, part?: string) => ({
    'src/most.ts': [{ was, is: 'true', why, ...(part === undefined ? {} : { in: part }) }],
  });
  expect(readReport(reportOf(KILLED, LIVES), living('a > 3', 'return a'))).toMatchObject({
    died: 1,
    all: 1,
    survivors: [],
    idle: [],
  });
  for (const unfit of [living('a > 4'), living('a > 3', 'throw')]) {
    const { all, idle } = readReport(reportOf(KILLED, LIVES), unfit);
    expect([all, idle.length]).toEqual([2, 1]);
  }
});
