import { expect, test } from 'vitest';
import { Naming } from '../../wording/naming.ts';
import type { NamesInDiff } from '../../wording/program-changes.ts';
import { PLAIN_TERMS } from '../../kernel/manifest.ts';
import type { MatterChange } from '../../kernel/state.ts';
import { differ, diffsOf } from './matter-diffs.ts';
import { plainWords } from './history.ts';
import { RenderedCache } from './rendered-cache.ts';

const file = (body: string): string => `---\ntitle: Oil\norder: 10\n---\n${body}\n`;
const isOil = (rule: string): boolean => ['dynastic/oil', 'oil'].includes(rule.toLowerCase());
const now: NamesInDiff = {
  naming: new Naming({
    model: { fields: {}, collections: {} },
    state: { players: {}, things: {}, posts: {} },
  }),
  files: new Map([['dynastic/oil.md', file('It burns.')]]),
  terms: { ...PLAIN_TERMS, player: 'Sailor', players: 'Sailors' },
  titleOf: (rule) => (isOil(rule) ? 'Oil' : rule),
  pathOf: (rule) => (isOil(rule) ? 'dynastic/oil' : null),
};
const diffs = (...changes: MatterChange[]) =>
  diffsOf({ changes }, now, new RenderedCache()).map(({ rule, title, kind, does, shown }) => ({
    rule,
    title,
    kind,
    does,
    facts: shown.facts.map(({ name, before, after }) => `${name}: ${before ?? '–'} → ${after ?? '–'}`),
    words: shown.words.map(({ kind: what, text }) => `${what} ${text}`),
  }));

test('shows a file change in words, with live values in their sentences and terms applied', () => {
  const path = 'content/ruleset/dynastic/oil.md';
  const [base, content] = [
    file('A Player has [3](#value:oil) Oil.'),
    file('A Player has [4](#value:oil) Oil.'),
  ];
  expect(diffs({ verb: 'file', path, content, base })).toEqual([
    {
      rule: 'dynastic/oil',
      title: 'Oil',
      kind: 'text',
      does: 'changes',
      facts: ['oil: 3 → 4'],
      words: ['same A Sailor has ', 'removed 3', 'added 4', 'same  Oil.'],
    },
  ]);
});

test('shows a new rule, a repealed one, a clause, a set value and another file', () => {
  expect(
    diffs(
      { verb: 'add-rule', title: 'Tar', text: 'It sticks.' },
      { verb: 'repeal-rule', rule: 'OIL' },
      { verb: 'file', path: 'content/ruleset/dynastic/gone.ts', content: 'a', base: 'b' },
      { verb: 'set', path: 'game.oil', value: 3 },
      { verb: 'file', path: 'content/elsewhere.md', content: 'x' },
    ),
  ).toEqual([
    { rule: '', title: 'Tar', kind: 'text', does: 'adds', facts: [], words: ['added It sticks.'] },
    {
      rule: 'dynastic/oil',
      title: 'Oil',
      kind: 'text',
      does: 'repeals',
      facts: [],
      words: ['removed It burns.'],
    },
    { rule: '', title: 'Gone', kind: 'clause', does: 'changes', facts: [], words: ['removed b', 'added a'] },
    { rule: '', title: 'Oil 3', kind: 'value', does: 'changes', facts: [], words: [] },
    { rule: '', title: 'content/elsewhere.md', kind: 'file', does: 'adds', facts: [], words: ['added x'] },
  ]);
});

test('a new file adds a rule, and a removed one repeals it', () => {
  const path = 'content/ruleset/dynastic/tar.md';
  const does = (change: object): unknown => diffs({ verb: 'file', path, ...change } as MatterChange)[0]?.does;
  expect(does({ content: file('It sticks.') })).toBe('adds');
  expect(does({ content: file('It sticks.'), base: null })).toBe('adds');
  expect(does({ content: null, base: file('It sticks.') })).toBe('repeals');
});

test('shows a live value in its own brackets as it reads', () => {
  expect(plainWords('the tag [[Core]](#value:tag), [48](#value:window) h, [a [link]](#value:b)')).toBe(
    'the tag [Core], 48 h, a [link]',
  );
});

test('shortens unchanged text between words, and a table between rows', () => {
  const rows = Array.from({ length: 30 }, (_, at) => `| ${at} | some words of it |\n`).join('');
  const [same] = differ(`x\n\n${rows}end`, `x\n\n${rows}finish`);
  expect(same?.text).toMatch(/^…\n\n\| \d+ \| some/u);
  expect(
    same?.text
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .every((line) => line.endsWith('|')),
  ).toBe(true);
  const [, , after] = differ(`x ${'many words '.repeat(60)}`, `y ${'many words '.repeat(60)}`);
  expect(after?.text).toMatch(/^ many .* … $/u);
});

test('shows a cached comparison in today’s names', () => {
  const cache = new RenderedCache();
  const changes: MatterChange[] = [{ verb: 'add-rule', title: 'Tar', text: 'A Player has tar.' }];
  const wordsIn = (names: NamesInDiff): readonly string[] =>
    diffsOf({ changes }, names, cache).flatMap(({ shown }) => shown.words.map(({ text }) => text));
  expect(wordsIn(now)).toEqual(['A Sailor has tar.']);
  expect(wordsIn({ ...now, terms: { ...PLAIN_TERMS, player: 'Cook', players: 'Cooks' } })).toEqual([
    'A Cook has tar.',
  ]);
});
