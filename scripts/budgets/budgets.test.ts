import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { expect, test } from 'vitest';

import { countLines } from './count-lines.ts';
import { countWords } from './count-words.ts';
import { findOverruns, findWordiness, lowerBudgets } from './find-overruns.ts';

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'budgets-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

test('counts lines by room, without tests, fixtures and generated files', () => {
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

const budgets = { rooms: { kernel: 3, site: 5 }, src: 8, 'add-ons': 0, words: 9 };

test('doesn’t mention a room within its budget', () => {
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

test('names each room over its budget, without a budget, or gone', () => {
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

test('budgets can move between rooms, but their sum can’t grow', () => {
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
  expect(lowerBudgets(lines, new Map(), budgets).rooms).toEqual({ kernel: 3, site: 2 });
});

test('counts words by page, without generated pages and the output of commands', () => {
  const root = folderWith({
    'README.md': '# A game\n\n| a | b |\n| --- | --- |\n- one\n',
    'docs/how-to/play.md': 'Type it.\n\n```console\n$ gitnomic status\nNothing is pending.\n```\n\nAnd on.\n',
    'docs/reference/lint.md': '# Lint\n\nWritten by `scripts/write-reference.ts`, in many words.\n',
    'docs/notes.txt': 'no page\n',
    'CHANGELOG.md': 'not counted\n',
  });
  expect(Object.fromEntries(countWords(root))).toEqual({
    'README.md': 5,
    'docs/how-to/play.md': 4,
    'docs/reference/lint.md': 0,
  });
});

test('reports more words than the budget allows, and lowers the budget with them', () => {
  const words = new Map([
    ['README.md', 5],
    ['docs/play.md', 4],
  ]);
  expect(findWordiness(words, 9)).toEqual([]);
  expect(findWordiness(words, 7)).toEqual([
    'The documentation has 9 words written by hand and a budget of 7. Take 2 words away.',
  ]);
  expect(lowerBudgets(new Map(), words, { ...budgets, words: 12 }).words).toBe(9);
  expect(lowerBudgets(new Map(), words, { ...budgets, words: 7 }).words).toBe(7);
});
