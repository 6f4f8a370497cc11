// The short rules of an evening are their own examples: what they count is all in tables, and the form can read each line.
import { expect, test } from 'vitest';

import { composeRuleset } from '../../src/ruleset/compose.ts';
import { mechanicRowsIn, namesBeside, compileRow } from '../../src/ruleset/read-rows.ts';
import { readRuleset } from '../../src/ruleset/read.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';

test('the starter set’s dynastic part has no TypeScript, and each of its rules has a counting table', () => {
  const { files, terms } = composeRuleset(shippedLibrary, { core: 'fireside', dynasty: 'dice-and-dares' });
  const dynastic = [...files.keys()].filter((path) => path.startsWith('dynastic/'));
  expect(dynastic.filter((path) => !path.endsWith('.md'))).toEqual([]);
  expect(dynastic.length).toBeGreaterThan(4);
  const { tables, problems, doubts } = readRuleset(files, terms);
  expect({ problems, doubts }).toEqual({ problems: [], doubts: [] });
  for (const path of dynastic) {
    const body = files.get(path)?.replace(/^---[\s\S]*?---\n/u, '') ?? '';
    const names = namesBeside(body, files, terms, { path: path.replace('.md', ''), memo: undefined });
    const rows = mechanicRowsIn(body, terms);
    expect([path, tables.has(path), rows.length > 0]).toEqual([path, true, true]);
    for (const { header, cells } of rows)
      expect(compileRow(header, [...cells.values()], names, terms).doubts).toEqual([]);
  }
});
