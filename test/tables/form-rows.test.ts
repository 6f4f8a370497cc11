// The form that writes tables reads every row that was written by hand for the given rule changes.
import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';
import { parse } from 'yaml';

import { PLAIN_TERMS } from '../../src/kernel/manifest.ts';
import { IN_ENGLISH } from '../../src/language/wording.ts';
import type { TableNames } from '../../src/ruleset/compile-tables.ts';
import { mechanicRowsIn, namesBeside, type MechanicRowText } from '../../src/ruleset/read-rows.ts';
import { Given } from '../../src/seat/forms/given.ts';
import { fieldsOfRow, rowGiven } from '../../src/seat/forms/row-fields.ts';
import { OFFERS, readOffer, type OfferKind, type OfferScene } from '../../src/tables/offers.ts';

interface Item {
  readonly rule: string;
  readonly base?: Readonly<Record<string, string | null>>;
}
const FILES: ReadonlyMap<string, string> = new Map([['core/score.ts', 'player: { points: integer() }']]);
const items = parse(readFileSync(new URL('./given.yml', import.meta.url), 'utf8'), {
  merge: true,
}) as readonly Item[];
/** All tables that were written by hand for the given rule changes. */
const bodies = [...new Set(items.flatMap(({ rule, base = {} }) => [rule, ...Object.values(base)]))].flatMap(
  (one) => (one === null ? [] : [one.replace(/^---[\s\S]*?---\n/u, '')]),
);

function sceneOf({ words, moves, provided }: TableNames): OfferScene {
  return { words, moves: [...moves.keys()], kinds: ['proposal'], chosen: ['the chosen player'], provided };
}

/** The fields that a browser sends if nobody touches the form. */
function untouched(row: MechanicRowText, scene: OfferScene): ReadonlyMap<string, string> {
  const { found, header, cells } = row;
  const fields = fieldsOfRow({ is: found.form.is, lead: header[0] ?? '', cells }, scene, IN_ENGLISH.say);
  const given = new URLSearchParams(fields.map(({ name, given: [value = ''] }) => [name, value]));
  return rowGiven(found.form.is, new Given(given), cells, scene).cells;
}

const rows = bodies.flatMap((body) => {
  const names = namesBeside(body, FILES, PLAIN_TERMS, { path: null, memo: undefined });
  return mechanicRowsIn(body, PLAIN_TERMS).map((row) => ({ row, scene: sceneOf(names) }));
});

test('the form reads every row written by hand, and gives it back unchanged', () => {
  expect(rows.length).toBeGreaterThan(150);
  for (const { row, scene } of rows)
    for (const [column, text] of untouched(row, scene)) expect(text).toBe(row.cells.get(column) ?? '');
});

test('most cells of rows written by hand are picked, not typed', () => {
  const COLUMNS: readonly (readonly [column: string, is: string, pick: OfferKind])[] = [
    ['', 'events', 'event'],
    ['who', 'events', 'person'],
    ['gets', 'events', 'effect'],
    ['to get', 'moves', 'effect'],
    ['how often', 'moves', 'limit'],
  ];
  for (const [column, is, pick] of COLUMNS) {
    const cells = rows.flatMap(({ row, scene }) => {
      const text = row.found.form.is === is ? row.cells.get(column) : undefined;
      return text === undefined || text === ''
        ? []
        : text.split(/\s*;\s*/u).map((part) => readOffer(part, pick, scene) !== null);
    });
    expect(cells.length).toBeGreaterThan(0);
    expect([column, cells.filter(Boolean).length / cells.length >= 0.8]).toEqual([column, true]);
  }
  expect(Object.keys(OFFERS).length).toBeGreaterThan(5);
});
