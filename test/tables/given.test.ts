import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { itemsIn, play } from './play.ts';

const items = itemsIn(readFileSync(new URL('given.yml', import.meta.url), 'utf8'));

/** Of the rule changes that players adopted, so many are mechanics or core rules. */
const ALL = 65;
const LEAST = 52;

describe.each(items)('$id', (item) => {
  test.each(item.checks)('$says', async (check) => {
    expect(check.steps.length).toBeGreaterThan(0);
    expect(await play(item, check)).toEqual([]);
  });
});

test(`${items.length} of ${ALL} rule changes of public nomics are written as tables`, () => {
  expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
  expect(items.length).toBeGreaterThanOrEqual(LEAST);
});
