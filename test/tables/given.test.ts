import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { doubtsIn, itemsIn, play } from './play.ts';
import { some } from '../slowly.ts';

const itemsOf = (file: string): ReturnType<typeof itemsIn> =>
  itemsIn(readFileSync(new URL(file, import.meta.url), 'utf8'));
const given = itemsOf('given.yml');
const found = itemsOf('found.yml');
const items = [...given, ...found].filter(({ cannot }) => cannot === undefined);

/** Of the rule changes that players adopted, so many are mechanics or core rules. */
const ALL = 65;
const LEAST = 52;

describe.each(some(items, 5))('$id', (item) => {
  test.each(item.checks)('$says', async (check) => {
    expect(check.steps.length).toBeGreaterThan(0);
    expect(doubtsIn(item)).toEqual([]);
    expect(await play(item, check)).toEqual([]);
  });
});

/** Tables run in the sandbox like any clause. All of them there in `test:long`, a few always. */
const ONE_OF = process.env['GITNOMIC_SCENARIOS'] === 'all' ? 1 : 24;

test.each(items.filter((_, at) => at % ONE_OF === 0))('$id plays the same in the sandbox', async (item) => {
  for (const check of item.checks) expect(await play(item, check, true)).toEqual([]);
});

test.each(found.filter(({ cannot }) => cannot !== undefined))(
  '$id can’t be expressed, and is reported so',
  (item) => {
    const said = item.cannot ?? '';
    expect(doubtsIn(item).map((doubt) => doubt.slice(0, said.length))).toContain(said);
  },
);

test(`${given.length} of ${ALL} rule changes of public nomics are written as tables, and ${found.length} found later`, () => {
  expect(new Set([...given, ...found].map(({ id }) => id)).size).toBe(given.length + found.length);
  expect(given.length).toBeGreaterThanOrEqual(LEAST);
});
