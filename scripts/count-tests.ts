// Reads the JSON report that vitest wrote and prints one closing line, `N passed, N failed`. Exits 1 where a test
// failed, where a file of tests could not be loaded, or where no test ran at all. A test that passed only when it was run again
// is named above that line, with what it said the first time: it is to be looked into, though it fails nothing.
import { readFileSync } from 'node:fs';

export type Report = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: { name: string; status: string; assertionResults: TestResult[] }[];
};

type TestResult = { status: string; fullName?: string; failureMessages?: string[] };

export type Count = { passed: number; failed: number; skipped: number };

/** A file that fails before its first test has no failed test to its name, and must count all the same. */
export function countTests(report: Report): Count {
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests,
  };
}

/** A sentence for each test that failed, was run again, and passed. */
export function passedAgain({ testResults }: Report): string[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.flatMap(({ status, fullName = '', failureMessages: [first] = [] }) =>
      status === 'passed' && first !== undefined
        ? [`Passed only when it was run again: ${fullName} (${name}). The first time: ${first}`]
        : [],
    ),
  );
}

export function closingLine({ passed, failed, skipped }: Count): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

function readReport(path: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Report;
  } catch (cause) {
    console.error(`vitest left no report that can be read in ${path} (${String(cause)}).`);
    return undefined;
  }
}

if (import.meta.main) {
  const report = readReport(process.argv[2] ?? 'test-results/report.json');
  const count = report ? countTests(report) : { passed: 0, failed: 0, skipped: 0 };
  for (const sentence of report ? passedAgain(report) : []) console.error(sentence);
  if (count.passed + count.failed === 0) console.error('No test ran, and that is a failure.');
  console.log(closingLine(count));
  process.exitCode = count.failed === 0 && count.passed > 0 ? 0 : 1;
}
