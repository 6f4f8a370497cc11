import { expect, test } from 'vitest';

import { readRuleset } from '../../ruleset/read.ts';
import { findMissingText, readingsOf } from './find-missing-text.ts';
import { readModule } from './read-module.ts';

const read = (modules: Record<string, string>) =>
  readingsOf('a.ts', (path) => (modules[path] === undefined ? null : readModule(modules[path])))
    .map(({ file, line, kind, name }) => `${file}:${line} ${kind} ${name}`)
    .sort();

test('counts a reading for the rules whose clauses reach it, also through helpers, and for no others', () => {
  const modules = {
    'a.ts': [
      "import { rule } from 'gitnomic/rules';",
      "import { lamp as light } from './helpers/lamps.ts';",
      "export { kept } from './helpers/lamps.ts';",
      'const own = (g: { value(name: string): number }) => g.value(`oil` as never) + g.value("wick");',
      'export default rule((g) => ({ views: { a: light(g, own) } }));',
    ].join('\n'),
    'helpers/lamps.ts': [
      'interface Game { value(name: string): number }',
      'export function lamp({ value }: Game, also: unknown) { return value("flame") && also && shade({ value }); }',
      'function shade({ value }: Game) { return value("shade"); }',
      'export function unused({ value }: Game) { return value("never"); }',
      'export const kept = 1;',
    ].join('\n'),
  };
  expect(read(modules)).toEqual([
    'a.ts:4 value wick',
    'helpers/lamps.ts:2 value flame',
    'helpers/lamps.ts:3 value shade',
  ]);
});

test('the type `list` and what only looks like a reading aren’t readings', () => {
  const clause = [
    "import { list, rule, text } from 'gitnomic/rules';",
    'export default rule((g) => ({ player: { names: list(text()) }, views: { v: { list: g.names.value } } }));',
  ].join('\n');
  expect(read({ 'a.ts': clause })).toEqual([]);
});

const TEXT = `---
title: Lamps
order: 1
---
There are [3](#value:oil) lamps, for [some](#value:window) hours or [2 days](#value:long), as [these](#list:keepers) say:

- Ana

[Features](#table:features):

| id | light |
| -- | ----- |
| a  | 1     |
`;
const found = (files: Readonly<Record<string, string>>) => {
  const all = new Map(Object.entries({ 'core/lamps.md': TEXT, ...files }));
  return findMissingText(all, readRuleset(all).manifest).map(({ code, where, what, next }) => [
    code,
    where,
    what,
    next,
  ]);
};
const clause = (body: string, imports = ''): Record<string, string> => ({
  'core/lamps.ts': `${imports}\nexport default rule((g) => ${body});`,
});

test.each<[body: string, told: readonly string[] | null]>([
  ["g.value('oil')", null],
  ["g.hours('long')", null],
  ["g.endOf('long', now)", null],
  ["g.share('oil', 3)", null],
  ["g.words('window')", null],
  ["g.list('keepers')", null],
  ["g.table('features', { id: text() })", null],
  ['g.value(name)', null],
  [
    "g.value('oli')",
    [
      'no-value',
      'core/lamps.ts:2',
      'core/lamps.md: there is no live value "oli" in the text; did you mean "oil"?',
      'Did you mean "oil"? Else give the text a link such as [48](#value:oli).',
    ],
  ],
  [
    "g.hours('evenings')",
    [
      'no-value',
      'core/lamps.ts:2',
      'core/lamps.md: there is no live value "evenings" in the text; the text needs a link such as [48](#value:evenings)',
      'Give the text a link such as [48 hours](#value:evenings).',
    ],
  ],
  [
    "g.endOf('evenings', now)",
    [
      'no-value',
      'core/lamps.ts:2',
      'core/lamps.md: there is no live value "evenings" in the text; the text needs a link such as [48](#value:evenings)',
      'Give the text a link such as [48 hours](#value:evenings).',
    ],
  ],
  [
    "g.list('keeper')",
    [
      'no-list',
      'core/lamps.ts:2',
      'core/lamps.md: there is no live list "keeper" in the text; did you mean "keepers"?',
      'Did you mean "keepers"? Else give the text a link such as [keeper](#list:keeper).',
    ],
  ],
  [
    "g.table('tallShips', { id: text() })",
    [
      'no-table',
      'core/lamps.ts:2',
      'core/lamps.md: there is no live table "tallShips" in the text; the text needs a link such as [tallShips](#table:tallShips)',
      'Give the text a link such as [tall-ships](#table:tallShips).',
    ],
  ],
  [
    "g.value('window')",
    [
      'not-a-number',
      'core/lamps.md:5',
      'the live value "window" must be a number, such as 48, three or two thirds, but is "some"',
      'Correct the value "window" in core/lamps.md.',
    ],
  ],
  [
    "g.endOf('window', now)",
    [
      'not-a-duration',
      'core/lamps.md:5',
      expect.stringContaining('the live value "window" must be') as string,
      'Correct the value "window" in core/lamps.md.',
    ],
  ],
  [
    "g.share('window', 2)",
    [
      'not-a-share',
      'core/lamps.md:5',
      expect.stringContaining('the live value "window" must be a share') as string,
      'Correct the value "window" in core/lamps.md.',
    ],
  ],
  [
    "g.table('features', { id: text(), dark: text() })",
    [
      'no-column',
      expect.stringMatching(/^core\/lamps\.md:\d+$/u) as string,
      'the table "features" must have a column "dark"; it has id, light',
      'Correct the table "features" in core/lamps.md.',
    ],
  ],
])('reports what a clause asks for and the text lacks: %s', (body, told) => {
  expect(found(clause(body))).toEqual(told === null ? [] : [told]);
});

test('reports what is missing once per place, and only for rules with both a text and a clause', () => {
  const twice = clause("g.value('tea') + g.value('tea')");
  expect(found(twice)).toHaveLength(1);
  const other = { 'core/other.md': TEXT.replace('Lamps', 'Others') };
  expect(found({ ...twice, ...other })).toHaveLength(1);
  expect(found({ 'core/unused.ts': "export default rule((g) => g.value('tea'));" })).toEqual([]);
});

test.each<[imports: string, next: string | null]>([
  ["import { a } from '#core/votes.ts';", 'Did you mean core/helpers/vote.ts?'],
  ["import { a } from './helpers/vots.ts';", 'Did you mean core/helpers/vote.ts?'],
  ["export * from './lmps.ts';", 'Did you mean core/lamps.ts?'],
  ["import { a } from '../../elsewhere/entirely.ts';", 'Add the file, or remove the import.'],
  ["import { a } from './lamps.md';", null],
  ["import { a } from './../core/./helpers/vote.ts';", null],
  ["import { a } from 'gitnomic/rules';", null],
  ["export { a } from '#core/vote.ts'; export const b = 1;", null],
])('reports a missing imported file with its line: %s', (imports, next) => {
  const files = { ...clause('1', `\n${imports}`), 'core/helpers/vote.ts': 'export const a = 1;' };
  expect(found(files)).toEqual(
    next === null
      ? []
      : [
          [
            'no-file',
            'core/lamps.ts:2',
            expect.stringMatching(
              /^There is no file \S+\.ts in the ruleset, which is imported as "\S+\.ts"\.$/u,
            ),
            next,
          ],
        ],
  );
});

test('doesn’t check imports in texts, or in code that can’t be parsed', () => {
  expect(found({ 'core/notes.md': "import { a } from './gone.ts';", ...clause('1') })).toEqual([]);
  expect(found({ 'core/lamps.ts': "import { a } from './gone.ts'; export default (;" })).toEqual([]);
});

const LAMPS = {
  'lamps.ts': `export const lamp = g.value('lamp'), wick = g.value('wick');
export { lamp as light };
export default g.value('whole');
g.list('always');`,
  'more.ts':
    "export * from './lamps.ts';\nexport { wick as taper } from './lamps.ts';\nexport const own = g.value('own');",
};
test.each<[code: string, reads: readonly string[]]>([
  ["import { lamp } from './lamps.ts';\nexport default lamp;", ['lamp', 'always']],
  ["import { light } from './lamps.ts';\nexport default light;", ['lamp', 'always']],
  ["import whole from './lamps.ts';\nexport default whole;", ['whole', 'always']],
  ["import * as all from './lamps.ts';\nexport default all.lamp;", ['lamp', 'wick', 'whole', 'always']],
  ["import { lamp } from './lamps.ts';\nexport default 1;", []],
  ["import { none } from './lamps.ts';\nexport default none;", ['always']],
  ["import { own } from './more.ts';\nexport default own;", ['own', 'always']],
  ["import { taper } from './more.ts';\nexport default taper;", ['wick', 'always']],
  ["import { lamp } from './more.ts';\nexport default lamp;", ['lamp', 'always']],
  ["import { lamp } from './gone.ts';\nexport default lamp;", []],
  ["import { lamp } from 'gitnomic/rules';\nexport default lamp;", []],
  ["export { default } from './lamps.ts';", ['whole', 'always']],
  ["const mine = g.value('mine');\nexport default mine + mine;", ['mine']],
  ["const mine = g.value('mine');\nexport default 1;", []],
  ["g.value('top');\nexport default 1;", ['top']],
  ["export const a = g.value('a');", []],
])('counts what the clause reaches: %s', (code, reads) => {
  const names = read({ ...LAMPS, 'a.ts': code }).map((one) => one.split(' ').at(-1));
  expect(new Set(names)).toEqual(new Set(reads));
});
