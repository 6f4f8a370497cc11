import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { itemsIn, play } from './play.ts';
import { some } from '../slowly.ts';

const items = itemsIn(readFileSync(new URL('given.yml', import.meta.url), 'utf8'));

/** Of the rule changes that players adopted, so many are mechanics or core rules. */
const ALL = 65;
const LEAST = 52;

describe.each(some(items, 3))('$id', (item) => {
  test.each(item.checks)('$says', async (check) => {
    expect(check.steps.length).toBeGreaterThan(0);
    expect(await play(item, check)).toEqual([]);
  });
});

/** Tables run in the sandbox like any clause. All of them there in `test:long`, a few always. */
const ONE_OF = process.env['GITNOMIC_SCENARIOS'] === 'all' ? 1 : 24;

test.each(items.filter((_, at) => at % ONE_OF === 0))('$id plays alike in the sandbox', async (item) => {
  for (const check of item.checks) expect(await play(item, check, true)).toEqual([]);
});

test(`${items.length} of ${ALL} rule changes of public nomics are written as tables`, () => {
  expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
  expect(items.length).toBeGreaterThanOrEqual(LEAST);
});
