import { expect, test } from 'vitest';

import { closingLine, countTests } from './count-tests.ts';
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

test('a file that could not be loaded is a failure, though none of its tests ran', () => {
  const report = { numPassedTests: 1, numFailedTests: 0, numPendingTests: 0, testResults: [file('failed')] };
  expect(closingLine(countTests(report))).toBe('1 passed, 1 failed');
});

test('skipped tests are named only where there are any', () => {
  expect(closingLine({ passed: 3, failed: 0, skipped: 2 })).toBe('3 passed, 0 failed, 2 skipped');
});
