import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { readRuleset } from '../../../ruleset/read.ts';
import { WRITTEN, type WrittenRule } from './fixtures/written-layouts.ts';
import { importRuleset, importText } from './import-ruleset.ts';
import { groupUnsure } from './say-unsure.ts';
import { moreIfSlow, some } from '../../../../test/slowly.ts';

const WORDS =
  'lantern sails when nobody rows by night and Rule 104 counts (a) twice, e.g. at 3.5 knots; a "harbour" says'.split(
    ' ',
  );
const NAMES = ['Lanterns', 'The Tide', 'Keepers of Ships', 'Debts and Dues', 'Night Watch'];

/** Sentences that no two rules share, because each has a unique word. */
const said: fc.Arbitrary<readonly WrittenRule[]> = fc
  .array(
    fc.record({
      paragraphs: fc.array(
        fc.array(fc.array(fc.constantFrom(...WORDS), { minLength: 3, maxLength: 25 }), {
          minLength: 1,
          maxLength: 4,
        }),
        { minLength: 1, maxLength: 3 },
      ),
      items: fc.array(fc.array(fc.constantFrom(...WORDS), { minLength: 2, maxLength: 20 }), { maxLength: 4 }),
    }),
    { minLength: 3, maxLength: 3 },
  )
  .map((rules) =>
    rules.map(({ paragraphs, items }, at) => ({
      title: NAMES[at] ?? '',
      paragraphs: paragraphs.map((all, p) =>
        all.map((words, s) => `Every q${at}p${p}s${s} ${words.join(' ')}.`),
      ),
      items: items.map((words, i) => `One q${at}i${i} ${words.join(' ')}.`),
    })),
  );

const plain = (text: string): string => text.replace(/\\(?=[^\w\s])/g, '').replace(/\s+/g, ' ');

describe.each(Object.entries(WRITTEN))('%s', (name, write) => {
  test.each([0, 66])(
    'puts each sentence into exactly one rule, and keeps paragraphs whole (width %i)',
    (width) => {
      fc.assert(
        fc.property(said, (rules) => {
          const { files } = importRuleset(write(rules, width));
          const { manifest, problems } = readRuleset(files);
          expect(problems).toEqual([]);
          const found = manifest.rules.filter(({ text }) => /q\d/.test(text));
          if (name !== '101. Text')
            expect(found.map(({ title }) => title)).toEqual(rules.map(({ title }) => title));
          else expect(found.map(({ number }) => number)).toEqual(['101', '102', '103']);
          const blocks = manifest.rules.map(({ text }) => text.split(/\n\n|\n(?=\s*- )/).map(plain));
          for (const [at, { paragraphs, items }] of rules.entries())
            for (const block of [...paragraphs.map((all) => all.join(' ')), ...items]) {
              const holders = blocks.flatMap((all, rule) =>
                all.filter((one) => one.includes(block)).map(() => rule),
              );
              expect([block, holders.map((rule) => manifest.rules[rule]?.title)]).toEqual([
                block,
                [found[at]?.title],
              ]);
            }
        }),
        { numRuns: moreIfSlow(8, 25), seed: 31 },
      );
    },
  );
});

const [FIRST] = fc.sample(said, { numRuns: 1, seed: 7 });

test.each([
  ['Rule 101: Title', ['101', '102', '103']],
  ['101. Title', ['101', '102', '103']],
  ['§ 1 Title', ['§ 1', '§ 2', '§ 3']],
  ['1.1 Title', ['1.1', '1.2', '1.3']],
  ['Article II. Title', ['Article I', 'Article II', 'Article III']],
  ['bold numbers in Markdown', ['101', '102', '103']],
  ['Agora’s short report', ['101', '102', '103']],
  ['Agora’s YAML', ['101', '102', '103']],
  ['a folder of Markdown', ['101', '102', '103']],
])('keeps the numbers of %s', (name, numbers) => {
  const { files } = importRuleset(WRITTEN[name]?.(FIRST ?? [], 66) ?? []);
  const { rules } = readRuleset(files).manifest;
  expect(rules.filter(({ text }) => /q\d/.test(text)).map(({ number }) => number)).toEqual(numbers);
});

test('reads a report of one rule alone as such if strokes part it', () => {
  const stroke = '-'.repeat(70);
  const report = `${stroke}\n\nRule 101/0 (Power=3)\nThe Rights of Players\n\n  Everybody plays.\n\nHistory:\nInitial rule 101, 1 Jan 2010\n\n${stroke}\n`;
  const { layout, files } = importRuleset([{ path: 'report.txt', text: report }]);
  expect(layout).toBe('Agora’s published ruleset');
  expect([...files.keys()]).toEqual(['dynastic/the-rights-of-players.md']);
  expect(importRuleset([{ path: 'report.txt', text: 'Rule 101/0\nEverybody plays.\n' }]).layout).not.toBe(
    layout,
  );
});

test('puts power, mutability, revision, history and annotations into front matter', () => {
  const factsOf = (name: string) =>
    readRuleset(importRuleset(WRITTEN[name]?.(FIRST ?? [], 66) ?? []).files).manifest.rules.find(
      ({ number }) => number === '102',
    )?.facts;
  expect(factsOf('Agora’s full report')).toEqual({
    power: 3,
    'x-revision': 7,
    'x-history': ['Enacted by P100, 16 Aug 1993', 'Amended(1) by P200 "A Longer Name", 17 Aug 1993'],
    'x-annotations': ['CFJ 24 (called 01 Jan 1994): This was found to be so.'],
  });
  expect(factsOf('Agora’s YAML')).toEqual({ power: 3, 'x-history': ['enactment, 1993-08-16'] });
  expect(factsOf('a folder of Markdown')).toEqual({ mutable: false });
});

test('reads a single rule file as one rule with its own title', () => {
  const text = '---\ntitle: Tea\npower: 2\n---\nEverybody makes tea.\n\n## Milk\n\nMilk comes last.\n';
  const { files } = importRuleset([{ path: '/home/ana/our rules/tea.md', text }]);
  expect([...files.keys()]).toEqual(['dynastic/tea.md']);
  expect(readRuleset(files).manifest.rules).toMatchObject([{ title: 'Tea', facts: { power: 2 } }]);
  expect(files.get('dynastic/tea.md')).toContain('## Milk\n\nMilk comes last.');
});

test('headings can make the rules below them mutable or immutable', () => {
  const { files } = importText(
    'Immutable Rules\n\n101. Obey.\n\n102. Play.\n\nMutable Rules\n\n201. Take turns.\n\n202 (Immutable). Be kind.\n',
  );
  const { rules } = readRuleset(files).manifest;
  expect(rules.map(({ number, facts }) => [number, facts['mutable']])).toEqual(
    expect.arrayContaining([
      ['101', false],
      ['102', false],
      ['201', true],
    ]),
  );
});

test('puts parts in letters below the rule that they belong to', () => {
  const { files } = importText(
    '1. Ships\n\nShips sail.\n\n(a) Sails\n\nSails are white.\n\n(b) Oars\n\nOars are long.\n\n2. Docks\n\nDocks are wet.\n',
  );
  const { rules } = readRuleset(files).manifest;
  expect(rules.map(({ number, title, parent }) => [number, title, parent === null])).toEqual([
    ['1', 'Ships', true],
    ['1(a)', 'Sails', false],
    ['1(b)', 'Oars', false],
    ['2', 'Docks', true],
  ]);
});

test('removes inline HTML from Markdown, and keeps the words between tags', () => {
  const { files } = importText(
    '# One\n\n<a name="x"></a>The <b>bold</b> keeper\nrows.<br>\n\n<div>A block.</div>\n\nIt names <number of parent>.\n\n# Two\n\nThe end.\n',
  );
  const [one] = readRuleset(files).manifest.rules;
  expect(one?.text).toBe('The bold keeper rows.\n\nA block.\n\nIt names \\<number of parent>.');
});

test('capitalizes no word of a text', () => {
  const { files } = importText('# Play\n\nA player may ask an emperor.\n\n# Stop\n\nPlayers stop.\n');
  expect(files.get('dynastic/play.md')).toContain('A player may ask an emperor.');
});

test('reports what is unclear once by kind, with counts and three examples', () => {
  const unsure = Array.from({ length: 7 }, (_, at) => ({
    line: at + 1,
    text: `{{t${at}}}`,
    code: 'template' as const,
  }));
  expect(groupUnsure([...unsure, { line: 9, text: 'x', code: 'list' }])).toMatchObject([
    { code: 'template', count: 7, examples: [{ line: 1 }, { line: 2 }, { line: 3 }] },
    { code: 'list', count: 1 },
  ]);
});

test.each(
  some(['[', '*a', '<!--', '<a ', '{{', '1. x\n', '# x\n', '== x ==\n', '**1** ', '(a) ', '`', '- '], 4),
)('reads a long text of nothing but “%s” in time that grows with its length', (piece) => {
  // Measured for this thread only, since others may keep the machine busy.
  const time = (count: number): number => {
    const begin = process.threadCpuUsage();
    importText(`# A\n\n${piece.repeat(count)}\n\n# B\n\nb.\n`);
    const { user, system } = process.threadCpuUsage(begin);
    return (user + system) / 1_000;
  };
  time(100);
  const [short, long] = [time(250), time(2_000)];
  expect(long).toBeLessThan(Math.max(40 * short, 1_000));
});
