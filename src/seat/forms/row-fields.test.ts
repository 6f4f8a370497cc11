import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';
import { parse } from 'yaml';

import { PLAIN_TERMS } from '../../kernel/manifest.ts';
import { IN_ENGLISH } from '../../language/wording.ts';
import { namesBeside, mechanicRowsIn, usesIn, type MechanicRowText } from '../../ruleset/read-rows.ts';
import type { TableNames } from '../../ruleset/compile-tables.ts';
import { OFFERS, readOffer, type OfferKind, type OfferScene } from '../../tables/offers.ts';
import { shippedLibrary } from '../../store/fixtures/shipped-library.ts';
import type { FilledField } from './form.ts';
import { Given } from './given.ts';
import { fieldsOfRow, rowGiven } from './row-fields.ts';

interface Item {
  readonly rule: string;
  readonly base?: Readonly<Record<string, string | null>>;
}
const FILES: ReadonlyMap<string, string> = new Map([['core/score.ts', 'player: { points: integer() }']]);
const items = parse(readFileSync(new URL('../../../test/tables/given.yml', import.meta.url), 'utf8'), {
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

test('every row that was written by hand is read by the form, and comes back as it was', () => {
  expect(rows.length).toBeGreaterThan(150);
  for (const { row, scene } of rows)
    for (const [column, text] of untouched(row, scene)) expect(text).toBe(row.cells.get(column) ?? '');
});

test('most cells of theirs are picked and not typed', () => {
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

const VARIABLES = `| Each player has | starts at | can be |
| --------------- | --------- | ------ |
| Asleep          | no        |        |
| Mood            | happy     | happy, sad or angry |
`;
const fieldsIn = (body: string, is: string, files = FILES): readonly FilledField[] => {
  const scene = {
    ...sceneOf(namesBeside(body, files, PLAIN_TERMS, { path: null, memo: undefined })),
    uses: usesIn(body, files),
  };
  return fieldsOfRow({ is, lead: '', cells: new Map() }, scene, IN_ENGLISH.say);
};
const fieldIn = (fields: readonly FilledField[], name: string): FilledField | undefined =>
  fields.find((field) => field.name === name);
const valuesOf = (field: FilledField | undefined): readonly string[] =>
  (field?.options ?? []).map(({ value }) => value);

test('a variable that is yes or no becomes yes or no, and is no number', () => {
  const fields = fieldsIn(VARIABLES, 'events');
  expect(valuesOf(fieldIn(fields, 'c-2-0'))).toContain('{switch} = {truth}');
  expect(valuesOf(fieldIn(fields, 'c-2-0-switch'))).toEqual(['Asleep']);
  expect(valuesOf(fieldIn(fields, 'c-2-0-truth'))).toEqual(['yes', 'no']);
  expect(valuesOf(fieldIn(fields, 'c-2-0-variable'))).toEqual(['Mood', 'Points']);
  expect(valuesOf(fieldIn(fields, 'c-2-0-value'))).toContain('angry');
  expect(valuesOf(fieldIn(fields, 'c-3-0-fact'))).toEqual(['Asleep']);
  expect(valuesOf(fieldIn(fieldsIn('', 'events'), 'c-2-0'))).not.toContain('{switch} = {truth}');
});

test('what everybody asks about a vote can be picked', () => {
  const labels = fieldIn(fieldsIn('', 'events'), 'c-3-0')?.options.map(({ label }) => label);
  expect(labels).toEqual(
    expect.arrayContaining(['everybody voted for it', 'nobody voted against it', 'everybody voted on it']),
  );
});

test('fields whose label says too little have a hint', () => {
  const hints = fieldsIn('', 'events')
    .filter(({ about }) => about !== null)
    .map(({ label }) => label);
  expect(hints).toEqual(
    expect.arrayContaining(['How often, at most', 'How many times (optional)', 'Measured']),
  );
});

test('the form begins with the variable that the rule at hand uses, or else with the one that most rules use', () => {
  const suber = new Map(
    [...shippedLibrary].flatMap(([path, text]) =>
      path.startsWith('core/suber/') ? [[path.slice('core/suber/'.length), text]] : [],
    ),
  );
  const first = (body: string): string | undefined =>
    fieldIn(fieldsIn(body, 'events', suber), 'c-2-0-count')?.given[0];
  expect(first('')).toBe('Points');
  expect(first('| Each player has | starts at |\n| - | - |\n| Gulls | 0 |\n')).toBe('Gulls');
});
