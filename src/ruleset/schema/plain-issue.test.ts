import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { plainIssue } from './plain-issue.ts';

function faults(schema: z.ZodType, given: unknown): readonly string[] {
  const { error } = schema.safeParse(given, { error: plainIssue });
  return (error?.issues ?? []).map(({ path, message }) => [...path, message].join(': '));
}

const FORMS = z.discriminatedUnion('do', [
  z.object({ do: z.literal('act') }),
  z.object({ do: z.literal('vote') }),
]);

test.each([
  [z.object({ start: z.string() }), {}, 'start: it is missing; a text belongs here'],
  [z.string(), 4, 'it is 4; a text belongs here'],
  [z.number(), ['x'], 'it is a list; a number belongs here'],
  [z.number(), null, 'it is null; a number belongs here'],
  [z.boolean(), 'yes', 'it is "yes"; true or false belongs here'],
  [z.array(z.string()), { a: 1 }, 'it is keys with values; a list belongs here'],
  [z.object({}), 'x', 'it is "x"; keys with values belong here'],
  [z.array(z.string()).min(1), [], 'it is an empty list; at least 1 entry belongs here'],
  [z.string().max(3), 'four', 'it is "four"; at most 3 characters belong here'],
  [z.int().min(1), 0, 'it is 0; at least 1 belongs here'],
  [z.number().gt(1), 1, 'it is 1; more than 1 belongs here'],
  [z.enum(['a', 'b']), 'c', 'it is "c"; one of a, b belongs here'],
  [z.literal('pass'), 'c', 'it is "c"; pass belongs here'],
  [z.strictObject({}), { a: 1, b: 2 }, 'there is no key "a", "b"'],
  [z.union([z.string(), z.number()]), true, 'it is true, which has the wrong form'],
  [FORMS, {}, 'do: it is missing; one of act, vote belongs here'],
  [FORMS, { do: 'fly' }, 'do: it is "fly"; one of act, vote belongs here'],
  [z.string(), 'x'.repeat(100), null],
  [z.literal('y'), 'x'.repeat(100), `it is "${'x'.repeat(56)}…; y belongs here`],
])('explains invalid data in plain words (case %#)', (schema, given, expected) => {
  expect(faults(schema, given)).toEqual(expected === null ? [] : [expected]);
});

test('keeps a schema’s own error message', () => {
  expect(faults(z.string().min(1, 'nobody is named'), '')).toEqual(['nobody is named']);
  expect(
    faults(
      z.string().refine((text) => text === 'x', 'only x will do'),
      'y',
    ),
  ).toEqual(['only x will do']);
});

describe('none of the library’s own English appears in a schema error', () => {
  const kinds: readonly z.ZodType[] = [
    z.string(),
    z.int().positive(),
    z.boolean(),
    z.null(),
    z.url(),
    z.iso.datetime(),
    z.string().regex(/^a$/u),
    z.tuple([z.string()]),
    z.record(z.string().max(1), z.number()),
    z.discriminatedUnion('do', [z.object({ do: z.literal('act') })]),
    z.number().multipleOf(5),
  ];
  const odd = [undefined, null, 0, 1.5, -1, '', 'word', [], [1, 2], {}, { key: 1 }, { do: 'x' }];
  test.each(kinds.map((kind) => [kind.type, kind] as const))('%s', (_, kind) => {
    const said = odd.flatMap((given) => faults(z.object({ place: kind }), { place: given }));
    expect(said).not.toEqual([]);
    for (const fault of said)
      expect(fault).not.toMatch(/invalid|expected|received|undefined|too (?:small|big)/iu);
  });
});
