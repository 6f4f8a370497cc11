// A limit on time in a test says when it hangs, and not how fast a machine is: where another program runs, all takes five times as long.
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { SLOW_TESTS } from './slow-tests.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Less than this no test waits for anything that is to come, such as a page or a line of output. */
const LEAST_WAIT_MS = 60_000;
/** What names no limit has that of `vitest.config.ts`; whoever names one needs much more. */
const LEAST_TEST_MS = 240_000;

/** The tests of `npm test` that may take longer than others, since they play much or search much. */
const SLOWER: readonly string[] = [
  'src/sandbox/keeping/left-out.test.ts',
  'src/seat/lacking-rules.test.ts',
  'test/faults/hostile-steps.test.ts',
  'test/faults/odd-journal.test.ts',
  'test/faults/taken-out.test.ts',
  'test/first-game.test.ts',
  'test/fuzz/readers.test.ts',
  'test/home/changes-everywhere.test.ts',
  'test/home/looking.test.ts',
  'test/package/nodes.test.ts',
  'test/promises/false-alarms.test.ts',
  'test/promises/others.test.ts',
  'test/promises/search.test.ts',
  'test/rulesets/real-texts.test.ts',
  'test/site/sample-words.test.ts',
];

const WAITS = /\btimeout: ([\d_]+)|\bsetDefaultTimeout\(([\d_]+)\)|\bAbortSignal\.timeout\(([\d_]+)\)/gu;
const OF_TESTS =
  /^ *\}, ([\d_]+)\);|^ +([\d_]+_000),\n *\);|\{ timeout: ([\d_]+) \}, async|(?:test|hook)Timeout: ([\d_]+)/gmu;

/** Each limit of a text that is less. */
function hasty(text: string, pattern: RegExp, least: number): readonly number[] {
  return [...text.matchAll(pattern)]
    .map(([, ...found]) => Number(found.find((one) => one !== undefined)?.replaceAll('_', '')))
    .filter((ms) => ms < least);
}

const files = globSync('{src,test,scripts,content}/**/*.test.ts', {
  cwd: root,
  exclude: ['test/patience.test.ts', '**/node_modules/**'],
}).toSorted();

test.each([
  ['what a test waits for', WAITS, LEAST_WAIT_MS],
  ['a whole test', OF_TESTS, LEAST_TEST_MS],
])('%s gets enough time on a busy machine', (_, pattern, least) => {
  const found = files.flatMap((file) =>
    hasty(readFileSync(`${root}/${file}`, 'utf8'), pattern, least).map((ms) => `${file}: ${ms}`),
  );
  expect(found).toEqual([]);
});

test('all slower tests are listed', () => {
  const slower = files.filter((file) =>
    [
      ...readFileSync(`${root}/${file}`, 'utf8').matchAll(
        /^ *\}, ([\d_]+)\);|^ +([\d_]+_000),\n *\);|\btimeout: ([\d_]+)/gmu,
      ),
    ].some(
      ([, ...found]) => Number(found.find((one) => one !== undefined)?.replaceAll('_', '')) >= LEAST_TEST_MS,
    ),
  );
  expect(slower.filter((file) => !SLOW_TESTS.includes(file))).toEqual(SLOWER);
});

test('every page in a browser gets enough time, because `newReader` opens it', () => {
  const hurried = globSync('test/**/*.ts', { cwd: root, exclude: ['test/patience.test.ts'] }).filter(
    (file) =>
      !file.endsWith('find-browser.ts') &&
      /\bbrowser\.new(?:Context|Page)\(/u.test(readFileSync(`${root}/${file}`, 'utf8')),
  );
  expect(hurried).toEqual([]);
});

test('the check finds limits that are too short', () => {
  expect(hasty('await expect.poll(kept, { timeout: 15_000 }).toBe(1);', WAITS, LEAST_WAIT_MS)).toEqual([
    15_000,
  ]);
  expect(hasty('page.setDefaultTimeout(90_000);', WAITS, LEAST_WAIT_MS)).toEqual([]);
  expect(hasty('  }, 20_000);\n', OF_TESTS, LEAST_TEST_MS)).toEqual([20_000]);
  expect(hasty("test('x', { timeout: 60_000 }, async () => {", OF_TESTS, LEAST_TEST_MS)).toEqual([60_000]);
});
