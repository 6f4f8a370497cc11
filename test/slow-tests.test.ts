import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { PARTLY_SLOW, SLOW_TESTS } from './slow-tests.ts';

const root = join(import.meta.dirname, '..');

test('every listed slow test exists, once and in alphabetical order', () => {
  for (const list of [SLOW_TESTS, PARTLY_SLOW]) {
    expect(list.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    expect(list).toEqual([...new Set(list)].sort());
  }
  expect(PARTLY_SLOW.filter((path) => SLOW_TESTS.includes(path))).toEqual([]);
});

/** Modules that leave some of their tests to the slow ones, with the test files that import them. */
const SHARED: Readonly<Record<string, string>> = {
  'test/simulation/whole/play-games.ts': 'test/simulation/whole/games-1.test.ts',
  'test/site/check-in-browser.ts': 'test/site/site.test.ts',
};

test('the slow tests run everything that `npm test` leaves out', () => {
  const sampling = globSync('{src,test,scripts,content}/**/*.ts', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path !== 'test/quick-caches.ts')
    .filter((path) =>
      /from '[^']*\/(?:slowly|quick-caches)\.ts'/u.test(readFileSync(join(root, path), 'utf8')),
    )
    .map((path) => SHARED[path] ?? path);
  expect(sampling.toSorted()).toEqual(PARTLY_SLOW);
});
