// Which fields a form asks for because the rules refuse to do without them now, and how many rows it shows.
import { expect, test } from 'vitest';

import type { RefusalData } from '../../kernel/refusal.ts';
import { formFieldsOf } from '../../wording/form-field.ts';
import { fieldsWith, neededNow, startOfFields } from './form-fields.ts';

const optional = (of: object) => ({ kind: 'optional', of, none: null });
const FIELDS = formFieldsOf(
  {
    plain: optional({ kind: 'text' }),
    way: optional({ kind: 'choice', of: ['left', 'right'] }),
    howFar: optional({ kind: 'integer' }),
    why: { kind: 'text', filled: true },
  } as never,
  null,
);
type Words = Readonly<Record<string, string>>;
/** Refuses what lacks one of these, or has another value for it. */
const refusing =
  (needs: Words) =>
  (words: Words): RefusalData | null => {
    const [param] = Object.keys(needs).filter(
      (id) => !(needs[id] ?? '').split(' or ').includes(words[id] ?? ''),
    );
    return param === undefined ? null : { code: 'refused', reason: 'no', rule: null, param };
  };

test.each<[refuses: string, Words, readonly string[]]>([
  ['nothing', {}, ['plain', 'way', 'how-far']],
  ['all without a text', { plain: 'x' }, ['way', 'how-far']],
  ['all without a choice, whichever', { way: 'left' }, ['plain', 'how-far']],
  ['all without two of them', { way: 'left', 'how-far': 'x' }, ['plain']],
  ['a choice whatever it is, so that no more is known', { way: 'none', plain: 'x' }, ['plain', 'how-far']],
  ['for a field that has to be filled in in any case', { why: 'x' }, ['plain', 'way', 'how-far']],
  ['for nothing in the form', { other: 'x' }, ['plain', 'way', 'how-far']],
])('if the rules refuse %s, the other fields stay optional', (_, needs, left) => {
  const fields = neededNow(FIELDS, refusing(needs));
  expect(fields.filter((one) => one.optional).map(({ id }) => id)).toEqual(left);
  expect(fields.map(({ id }) => id)).toEqual(FIELDS.map(({ id }) => id));
});

test.each<[limits: object, given: readonly string[], rows: number]>([
  [{}, [], 2],
  [{}, ['a'], 3],
  [{}, ['a', '', 'c'], 5],
  // Rows that are blank at the end are not counted.
  [{}, ['a', '', ''], 3],
  [{ min: 4 }, ['a'], 4],
  [{ max: 2 }, ['a'], 2],
  [{ max: 500 }, Array.from({ length: 120 }, () => 'a'), 100],
])('a list with the limits %j and the rows %j shows %i rows', (limits, given, rows) => {
  const fields = formFieldsOf(
    { stops: { kind: 'list', of: { kind: 'choice', of: ['a', 'c'] }, ...limits } } as never,
    null,
  );
  const texts = new Map([
    ['stops.rows', [String(given.length)]],
    ...given.map((one, at) => [`stops.${at}`, [one]] as const),
  ]);
  const [list] = fieldsWith(fields, (name) => texts.get(name) ?? [], [{ field: 'stops.0', reason: 'no' }]);
  expect(list?.parts.map(({ label }) => label)).toEqual(
    Array.from({ length: rows }, (_, at) => `Stops ${at + 1}`),
  );
  expect(list?.parts.every(({ required }) => !required)).toBe(true);
  expect(list?.parts[0]).toMatchObject({ name: 'p-stops.0', given: given.slice(0, 1), wrong: 'no' });
  expect(list?.wrong).toBeNull();
});

test('a form starts with the initial values of its fields', () => {
  const start = startOfFields(
    formFieldsOf({ much: { kind: 'integer', start: 3 }, words: { kind: 'text' } } as never, null),
  );
  expect([start('much'), start('words'), start('none')]).toEqual([['3'], [], []]);
});
