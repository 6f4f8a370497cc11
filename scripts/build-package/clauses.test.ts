import { expect, test } from 'vitest';

import { makeReady, readyAt } from '../../src/sandbox/ready-clauses.ts';
import { SourceCache } from '../../src/sandbox/sources.ts';
import { readLibrary } from '../../src/store/library.ts';
import { allClauses } from './clauses.ts';

test('prepares each clause of the library as a game would make it, at whatever path it is there', () => {
  const clauses = allClauses(readLibrary());
  expect(clauses.length).toBeGreaterThan(250);
  const ready = makeReady(clauses);
  const afresh = new SourceCache();
  for (const [at, clause] of clauses.entries()) {
    const path = `core/"odd" $& ${at}.ts`;
    expect(readyAt(path, clause, ready)).toBe(afresh.clause(clause, path));
  }
});
