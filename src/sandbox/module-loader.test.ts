import { expect, test } from 'vitest';

import { ModuleLoader } from './module-loader.ts';
import { SourceCache } from './sources.ts';

const CLAUSE = 'ruleset:core/votes.ts?1';
const sources = { files: new Map([['core/votes.ts', 'export default 1;']]), version: '1' };

test('the files of a ruleset that failed to link can’t be loaded or imported later', () => {
  const loader = new ModuleLoader(new SourceCache());
  const isThere = (): readonly boolean[] => [
    typeof loader.load(CLAUSE) === 'string',
    loader.resolve('ruleset:core/other.ts?1', './votes.ts') === CLAUSE,
  ];
  expect(loader.from(sources, isThere)).toEqual([true, true]);
  expect(isThere()).toEqual([false, false]);
  expect(() =>
    loader.from(sources, () => {
      throw new Error('it does not link');
    }),
  ).toThrow('it does not link');
  expect(isThere()).toEqual([false, false]);
});
