import { IN_ENGLISH } from '../language/wording.ts';
import { expect, test } from 'vitest';
import type { ModelDescription } from '../kernel/describe-model.ts';
import { PLAIN_TERMS } from '../kernel/manifest.ts';
import { readRuleset } from '../ruleset/read.ts';
import type { MatterChange } from '../kernel/state.ts';
import { describeParted, findParted, sayParted, type Parted } from './say-parted.ts';

const TEXT = `---
title: Lamps
order: 10
---
A lamp burns for [three](#value:hours) hours, and is lit by hand. The [keepers](#list:keepers) are:

- Ana
`;
const { manifest } = readRuleset(
  new Map([
    ['core/lamps.md', TEXT],
    ['core/lamps.ts', ''],
    ['core/plain.md', TEXT.replace('Lamps', 'Plain')],
  ]),
);
const model = {
  actions: {
    light: { rule: 'core/lamps', title: 'Light a lamp' },
    other: { rule: 'core/plain', title: null },
  },
  views: { 'is-lit': { rule: 'core/lamps', title: null } },
  kinds: {},
  submissions: {},
  hooks: { 'may-act': ['core/lamps', 'core/plain'] },
  events: { 'night-ends': ['core/plain'] },
} as unknown as ModelDescription;

const inForce = { manifest, model, terms: { ...PLAIN_TERMS, player: 'Keeper', players: 'Keepers' } };
const saidWith = (text: string, ...changes: MatterChange[]): string =>
  sayParted(findParted({ changes, text }, inForce), IN_ENGLISH);
const said = (...changes: MatterChange[]): string => saidWith('', ...changes);
const edit = (replace: string, words: string, rule = 'Lamps'): MatterChange => ({
  verb: 'edit-rule',
  rule,
  replace,
  with: words,
});
const file = (path: string, content: string): MatterChange => ({ verb: 'file', path, content });

test('words whose clause stays are named with what the clause decides, and with the difference', () => {
  const told =
    'You changed only the words of **Lamps**. The computer goes on doing what it did for Light a lamp, is lit, may act. If that’s what you want, add the line “On purpose: Lamps” to the proposal.';
  const [sentence, difference] = said(edit('lit by hand', 'lit by magic')).split('\n\n');
  expect(sentence).toBe(told);
  expect(difference).toContain('<del>hand</del> <ins>magic</ins>');
  expect(said(file('content/ruleset/core/lamps.md', TEXT.replace('by hand', 'by magic')))).toContain(told);
});

test.each([
  ['live words', edit('three hours', 'four hours')],
  ['an item of a named list', file('core/lamps.md', TEXT.replace('- Ana', '- Bo'))],
  ['a rule without a clause', edit('by hand', 'by magic', 'Plain')],
  ['a piece that is not there', edit('by foot', 'by magic')],
])('nothing is said of %s', (_, change) => {
  expect(said(change)).toBe('');
});

test('a clause whose words stay is named too, and nothing where both change', () => {
  const clause = file('core/lamps.ts', 'export default 1;');
  expect(said(clause)).toBe(
    'You changed only the code of **Lamps**, which decides Light a lamp, is lit, may act. The text still says the same. If that’s what you want, add the line “On purpose: Lamps” to the proposal.\n',
  );
  expect(said(clause, edit('by hand', 'by magic'))).toBe('');
  expect(said(clause, edit('three hours', 'four hours'))).toContain('The text still says the same');
});

test.each([
  'On purpose: Lamps',
  'Brighter.\r\n\r\non purpose:  lamps.',
  '> …\nOn purpose: core/lamps',
  '  \tOn purpose: Lamps  ',
])('a proposal that says “%s” is told to mean it, without the difference', (text) => {
  const told = saidWith(text, edit('lit by hand', 'lit by magic'));
  expect(told).toContain('The proposal says that this is on purpose.');
  expect(told).not.toContain('If that’s what you want');
  expect(told).not.toContain('<del>');
});

test('a line that names another rule, or none, means nothing', () => {
  for (const text of ['On purpose: Plain', 'On purpose:', 'It is on purpose: Lamps'])
    expect(saidWith(text, edit('lit by hand', 'lit by magic'))).toContain('If that’s what you want');
});

test('words are found as the group’s own terms say them', () => {
  const { manifest: themed } = readRuleset(
    new Map([
      ['core/lamps.md', TEXT.replace('by hand', 'by a Player')],
      ['core/lamps.ts', ''],
    ]),
  );
  const changes = [edit('lit by a Keeper', 'lit by magic')];
  const found = findParted({ changes, text: '' }, { ...inForce, manifest: themed });
  expect(found.map(({ title }) => title)).toEqual(['Lamps']);
});

test('changes that are of no rule’s words or clause part nothing', () => {
  const changes: readonly MatterChange[] = [
    { verb: 'set', path: 'players.ana.name', value: 'Ana' },
    { verb: 'repeal-rule', rule: 'Lamps' },
    { verb: 'transmute', rule: 'Lamps' },
    { verb: 'add-rule', title: 'Wicks', text: 'Wicks.' },
    { verb: 'file', path: 'core/lamps.md', content: null },
    { verb: 'file', path: 'core/lamps.ts', content: null },
    { verb: 'edit-rule', rule: 'Wicks', replace: 'a', with: 'b' },
  ];
  expect(said(...changes)).toBe('');
});

test('of several edits those count that can be made, one upon the other', () => {
  const twice = [edit('by hand', 'by magic'), edit('by magic', 'by night')];
  expect(said(...twice)).toContain('<del>hand</del> <ins>night</ins>');
  expect(said(...twice, edit('by foot', 'by sea'))).toBe(said(...twice));
});

test('a list that is named is its clause’s, and any other is words', () => {
  const { manifest: plain } = readRuleset(
    new Map([
      ['core/lamps.md', TEXT.replace(' The [keepers](#list:keepers) are:', ' Some are:')],
      ['core/lamps.ts', ''],
    ]),
  );
  const changes = [
    file('core/lamps.md', TEXT.replace(/ The \[keepers.*/u, ' Some are:').replace('- Ana', '- Bo')),
  ];
  expect(
    findParted({ changes, text: '' }, { ...inForce, manifest: plain }).map(({ stays }) => stays),
  ).toEqual(['clause']);
});

test('without marks, and of a clause that decides nothing by name, the same is told in plain words', () => {
  const parted = (more: Partial<Parted>): string =>
    describeParted({
      title: 'Lamps',
      stays: 'clause',
      decides: [],
      before: '',
      after: '',
      onPurpose: true,
      ...more,
    });
  const meant = 'The proposal says that this is on purpose.';
  expect([
    parted({}),
    parted({ decides: ['quorum', 'votes in'] }),
    parted({ stays: 'words' }),
    parted({ stays: 'words', decides: ['quorum'] }),
  ]).toEqual([
    `You changed only the words of Lamps. The computer goes on doing what it did. ${meant}`,
    `You changed only the words of Lamps. The computer goes on doing what it did for quorum, votes in. ${meant}`,
    `You changed only the code of Lamps. The text still says the same. ${meant}`,
    `You changed only the code of Lamps, which decides quorum. The text still says the same. ${meant}`,
  ]);
  expect(parted({ onPurpose: false })).toBe(
    'You changed only the words of Lamps. The computer goes on doing what it did. If that’s what you want, add the line “On purpose: Lamps” to the proposal.',
  );
});
