// Files with quick and slow tests; `test/slow-tests.ts` lists them, and says when which of them run.
import { test } from 'vitest';

/** True among the slow tests. */
export const HAS_TIME = process.env['GITNOMIC_SLOW'] !== undefined;

/** A test that takes some seconds, where quicker ones of its file see the same code. */
// oxlint-disable-next-line vitest/no-disabled-tests, vitest/expect-expect -- it makes tests, and is none itself
export const slowTest = test.runIf(HAS_TIME);

/** All cases among the slow tests; otherwise the first of each `oneOf`, so that a sample remains in `npm test`. */
export function some<T>(cases: readonly T[], oneOf: number): readonly T[] {
  return HAS_TIME ? cases : cases.filter((_, at) => at % oneOf === 0);
}

/** A number of games or of random cases: more of them among the slow tests. */
export function moreIfSlow(few: number, many: number): number {
  return HAS_TIME ? many : few;
}
