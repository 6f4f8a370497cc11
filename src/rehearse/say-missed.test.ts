import { expect, test } from 'vitest';

import { readRuleset } from '../ruleset/read.ts';
import { sayMissed } from './say-missed.ts';
import { nameMissedIn } from './types/check-types.ts';

const files = new Map([
  ['dynastic/duels.md', '---\ntitle: Duels\n---\nPeople fight.'],
  ['dynastic/duels.ts', "import { fight } from './helpers/fight.ts';"],
  ['dynastic/helpers/fight.ts', ''],
  ['dynastic/health.md', '---\ntitle: Health\n---\nPeople are well.'],
  ['dynastic/health.ts', ''],
]);
const { manifest } = readRuleset(files);
const GONE = new Set(['crushing-next', 'weapons']);

/** The sentences about these problems. A clause handles the ones with the mark. */
const said = (
  ...all: readonly (readonly [file: string, message: string, handled?: 'handled'])[]
): readonly string[] => {
  const problems = all.map(([file, message]) => ({
    file,
    line: 1,
    column: 1,
    message,
    name: nameMissedIn(message),
  }));
  const refused = problems.filter((_, at) => all[at]?.[2] === undefined);
  return sayMissed(problems, new Set(refused), GONE, { files, manifest });
};

test('reports what a clause misses under the rule it belongs to, once for all', () => {
  expect(
    said(
      ['dynastic/helpers/fight.ts', "Property 'crushingNext' does not exist on type 'Person'."],
      ['dynastic/duels.ts', 'there is nothing called "weapons" here; did you mean "weapon"?'],
      ['dynastic/duels.ts', 'there is nothing called "weapons" here; did you mean "weapon"?'],
    ),
  ).toEqual([
    'nothing under “Duels” works any more that needs “crushing next”, “weapons”, which no rule defines',
  ]);
});

test('reports separately what a clause can do without', () => {
  expect(
    said(
      ['dynastic/duels.ts', 'there is nothing called "weapons" here; did you mean "weapon"?', 'handled'],
      ['dynastic/helpers/fight.ts', "Property 'crushingNext' does not exist on type 'Person'."],
    ),
  ).toEqual([
    'nothing under “Duels” works any more that needs “crushing next”, which no rule defines',
    '“Duels” does without “weapons”, which no rule defines',
  ]);
});

test('doesn’t report something as dispensable if something else needs it', () => {
  const missed = 'there is nothing called "weapons" here; did you mean "weapon"?';
  expect(said(['dynastic/duels.ts', missed, 'handled'], ['dynastic/duels.ts', missed])).toEqual([
    'nothing under “Duels” works any more that needs “weapons”, which no rule defines',
  ]);
});

test('reports only the rule for any other type error, and no line of the compiler', () => {
  expect(said(['dynastic/health.ts', "Type 'string' is not assignable to type 'number'."])).toEqual([
    'the clause of “Health” may not fit the rules around it',
  ]);
  expect(said(['dynastic/health.ts', "Property 'reduce' does not exist on type 'Set<Person>'."])).toEqual([
    'the clause of “Health” may not fit the rules around it',
  ]);
  expect(said()).toEqual([]);
});
