import { expect, test } from 'vitest';

import { readRuleset } from '../ruleset/read.ts';
import { sayMissed } from './say-missed.ts';

const files = new Map([
  ['dynastic/duels.md', '---\ntitle: Duels\n---\nPeople fight.'],
  ['dynastic/duels.ts', "import { fight } from './helpers/fight.ts';"],
  ['dynastic/helpers/fight.ts', ''],
  ['dynastic/health.md', '---\ntitle: Health\n---\nPeople are well.'],
  ['dynastic/health.ts', ''],
]);
const { manifest } = readRuleset(files);
const said = (...problems: readonly (readonly [file: string, message: string])[]): readonly string[] =>
  sayMissed(
    problems.map(([file, message]) => ({ file, line: 1, message })),
    new Set(['crushing-next', 'weapons']),
    { files, manifest },
  );

test('what a clause misses is told by the rule that it is of, once for all', () => {
  expect(
    said(
      ['dynastic/helpers/fight.ts', "Property 'crushingNext' does not exist on type 'Person'."],
      ['dynastic/duels.ts', 'there is nothing called "weapons" here; did you mean "weapon"?'],
      ['dynastic/duels.ts', 'there is nothing called "weapons" here; did you mean "weapon"?'],
    ),
  ).toEqual([
    'from then on “Duels” has to do without “crushing next”, “weapons”, of which no rule says anything',
  ]);
});

test('of another disagreement only the rule is told, and no line of the compiler', () => {
  expect(said(['dynastic/health.ts', "Type 'string' is not assignable to type 'number'."])).toEqual([
    'from then on the clause of “Health” may no longer fit the rules around it',
  ]);
  expect(said(['dynastic/health.ts', "Property 'reduce' does not exist on type 'Set<Person>'."])).toEqual([
    'from then on the clause of “Health” may no longer fit the rules around it',
  ]);
  expect(said()).toEqual([]);
});
