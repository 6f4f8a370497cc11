import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { expect, test } from 'vitest';

import { countLines } from './count-lines.ts';
import { findOverruns, lowerBudgets } from './find-overruns.ts';

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'budgets-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

test('lines are counted by room, without tests, fixtures and generated files', () => {
  const src = folderWith({
    'kernel/kernel.ts': 'one\ntwo\n',
    'kernel/kinds/number.ts': 'one\n',
    'kernel/kernel.test.ts': 'one\ntwo\nthree\n',
    'kernel/fixtures/made.ts': 'one\n',
    'site/pages/index.astro': 'one\ntwo\nthree\n',
    'language/catalogue.ts': '// Written by scripts/write-catalogue.ts\none\n',
    'language/index.ts': 'one\n',
    'addons/bridge/index.ts': 'one\ntwo\n',
    'notes.md': 'one\n',
  });
  expect(Object.fromEntries(countLines(src))).toEqual({
    'addons/bridge': 2,
    kernel: 3,
    language: 1,
    site: 3,
  });
});

const budgets = { rooms: { kernel: 3, site: 5 }, src: 8, 'add-ons': 0 };

test('a room within its budget is not mentioned', () => {
  expect(
    findOverruns(
      new Map([
        ['kernel', 3],
        ['site', 4],
      ]),
      budgets,
    ),
  ).toEqual([]);
});

test('a room over its budget, one without a budget and one that is gone are each named', () => {
  const overruns = findOverruns(
    new Map([
      ['kernel', 4],
      ['care', 1],
    ]),
    budgets,
  );
  expect(overruns).toEqual([
    expect.stringMatching(/^src\/kernel has 4 lines and a budget of 3\. Take 1 lines away/u),
    expect.stringMatching(/^src\/care has no budget/u),
    expect.stringMatching(/^src\/site is gone/u),
  ]);
});

test('budgets move between rooms, but their sum may not grow', () => {
  const lines = new Map([
    ['kernel', 4],
    ['site', 4],
  ]);
  expect(findOverruns(lines, { ...budgets, rooms: { kernel: 4, site: 4 } })).toEqual([]);
  expect(findOverruns(lines, { ...budgets, rooms: { kernel: 4, site: 5 } })).toEqual([
    'The budgets of src add up to 9 lines, but may not exceed 8.',
  ]);
});

test('lowering takes what rooms no longer need, and grants nothing', () => {
  const lines = new Map([
    ['kernel', 9],
    ['site', 2],
  ]);
  expect(lowerBudgets(lines, budgets).rooms).toEqual({ kernel: 3, site: 2 });
});
