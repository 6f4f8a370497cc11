// Words and clauses of each ruleset in the library say the same, and once.
import { expect, test } from 'vitest';

import { exceptionsIn, findEveryDrift } from '../../src/rehearse/lint/find-drift.ts';
import { findMissingText } from '../../src/rehearse/lint/find-missing-text.ts';
import { composeRuleset, listPacks, readPackFile } from '../../src/ruleset/compose.ts';
import { readRuleset } from '../../src/ruleset/read.ts';
import { readLibrary } from '../../src/store/library.ts';
import { slowTest, some } from '../slowly.ts';

const library = readLibrary();
const { core, dynasties } = listPacks(library);
const rulesets = [
  ...core.map((era) => ({ core: era })),
  ...dynasties.map((dynasty) => {
    const path = `${dynasty}/pack.yml`;
    return { core: readPackFile(path, library.get(path) ?? '').pack?.core ?? '', dynasty };
  }),
];

const exceptions = exceptionsIn(library);
/** The first test that needs a reading fills this for all others. */
const seen = new Map<object, readonly string[]>();
function driftsOf(choice: (typeof rulesets)[number]): readonly string[] {
  const { files, terms } = composeRuleset(library, choice);
  const { rules } = readRuleset(files, terms).manifest;
  const keys = seen.get(choice) ?? findEveryDrift(files, rules).map(({ key }) => key);
  seen.set(choice, keys);
  return keys;
}

test.each(some(rulesets, 2))('words and clauses of $core $dynasty repeat nothing', (choice) => {
  expect(driftsOf(choice).filter((key) => !exceptions.has(key))).toEqual([]);
});

slowTest('no exception has outlived its reason', () => {
  const found = new Set(rulesets.flatMap(driftsOf));
  expect([...exceptions].filter((key) => !found.has(key))).toEqual([]);
});

test.each(rulesets)('everything that the clauses of $core $dynasty use is in the text', (choice) => {
  const { files, terms } = composeRuleset(library, choice);
  expect(findMissingText(files, readRuleset(files, terms).manifest)).toEqual([]);
});
