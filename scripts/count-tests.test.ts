import { expect, test } from 'vitest';

import { closingLine, countTests, passedAgain } from './count-tests.ts';
import type { Report } from './count-tests.ts';

const file = (status: string, ...tests: string[]): Report['testResults'][number] => ({
  name: 'a.test.ts',
  status,
  assertionResults: tests.map((outcome) => ({ status: outcome })),
});

test('counts what vitest counted', () => {
  const report = {
    numPassedTests: 2,
    numFailedTests: 1,
    numPendingTests: 0,
    testResults: [file('passed', 'passed'), file('failed', 'failed', 'passed')],
  };
  expect(closingLine(countTests(report))).toBe('2 passed, 1 failed');
});

test('counts a file that couldn’t be loaded as a failure, though none of its tests ran', () => {
  const report = { numPassedTests: 1, numFailedTests: 0, numPendingTests: 0, testResults: [file('failed')] };
  expect(closingLine(countTests(report))).toBe('1 passed, 1 failed');
});

test('names skipped tests only if there are any', () => {
  expect(closingLine({ passed: 3, failed: 0, skipped: 2 })).toBe('3 passed, 0 failed, 2 skipped');
});

test('names a test that passed only when it was run again, with what it said the first time', () => {
  const assertionResults = [
    { status: 'passed', fullName: 'opens at once', failureMessages: ['it took a minute', 'a stack'] },
    { status: 'passed', fullName: 'opens', failureMessages: [] },
    { status: 'failed', fullName: 'closes', failureMessages: ['it stays open'] },
  ];
  const testResults = [{ name: 'a.test.ts', status: 'failed', assertionResults }];
  const report = { numPassedTests: 2, numFailedTests: 1, numPendingTests: 0, testResults };
  expect(passedAgain(report)).toEqual([
    'Passed only when it was run again: opens at once (a.test.ts). The first time: it took a minute',
  ]);
});
