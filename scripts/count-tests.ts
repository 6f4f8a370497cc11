// Reads the JSON report that vitest wrote and prints one closing line, `N passed, N failed`. Exits with 1 if
// a test failed, if a test file could not be loaded, or if no test ran at all. A test that passed only on a
// retry is listed above that line with its first failure: somebody should look into it, though nothing fails.
import { readFileSync } from 'node:fs';

export type Report = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: { name: string; status: string; assertionResults: TestResult[] }[];
};

type TestResult = { status: string; fullName?: string; failureMessages?: string[] };

export type Count = { passed: number; failed: number; skipped: number };

/** A file that fails before its first test has no failed tests, but must count. */
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

/** Returns a sentence for each test that failed and then passed on a retry. */
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
