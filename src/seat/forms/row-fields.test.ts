import { expect, test } from 'vitest';

import { PLAIN_TERMS } from '../../kernel/manifest.ts';
import { IN_ENGLISH } from '../../language/wording.ts';
import { namesBeside, usesIn } from '../../ruleset/read-rows.ts';
import type { TableNames } from '../../ruleset/compile-tables.ts';
import type { OfferScene } from '../../tables/offers.ts';
import { shippedLibrary } from '../../store/fixtures/shipped-library.ts';
import type { FilledField } from './form.ts';
import { fieldsOfRow } from './row-fields.ts';

const FILES: ReadonlyMap<string, string> = new Map([['core/score.ts', 'player: { points: integer() }']]);
function sceneOf({ words, moves, provided }: TableNames): OfferScene {
  return { words, moves: [...moves.keys()], kinds: ['proposal'], chosen: ['the chosen player'], provided };
}

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
