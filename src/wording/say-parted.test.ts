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
const CLAUSE = 'export default rule(() => ({ actions: { light: action({}) } }));';
const files = new Map([
  ['core/lamps.md', TEXT],
  ['core/lamps.ts', CLAUSE],
  ['core/plain.md', TEXT.replace('Lamps', 'Plain')],
]);
const { manifest } = readRuleset(files);
const model = {
  actions: {
    light: {
      rule: 'core/lamps',
      title: 'Light a lamp',
      by: ['player'],
      with: {},
      frequency: null,
      private: false,
    },
    other: { rule: 'core/plain', title: null, by: ['player'], with: {}, frequency: null, private: false },
  },
  views: { 'is-lit': { rule: 'core/lamps', title: null } },
  times: {},
  collections: {},
  fields: { player: { oil: { type: { kind: 'integer', title: 'Oil' }, rule: 'dynastic/oil' } } },
  kinds: {},
  submissions: {},
  hooks: { 'may-act': ['core/lamps', 'core/plain'] },
  events: { 'night-ends': ['core/plain'] },
} as unknown as ModelDescription;

const inForce = { manifest, files, model, terms: { ...PLAIN_TERMS, player: 'Keeper', players: 'Keepers' } };
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

test('reports changed words whose clause stays, with what the clause does and the difference', () => {
  const reported =
    'Only the words of **Lamps** change. The code goes on with “Light a lamp: any Keeper, at any time”. The text now says “magic” instead of “hand”. If that is intended, add the line “On purpose: Lamps” to the proposal.';
  const [sentence, difference] = said(edit('lit by hand', 'lit by magic')).split('\n\n');
  expect(sentence).toBe(reported);
  expect(difference).toContain('<del>hand</del> <ins>magic</ins>');
  expect(said(file('content/ruleset/core/lamps.md', TEXT.replace('by hand', 'by magic')))).toContain(
    reported,
  );
});

test.each([
  ['live words', edit('three hours', 'four hours')],
  ['an item of a named list', file('core/lamps.md', TEXT.replace('- Ana', '- Bo'))],
  ['a rule without a clause', edit('by hand', 'by magic', 'Plain')],
  ['a piece that is not there', edit('by foot', 'by magic')],
])('says nothing about %s', (_, change) => {
  expect(said(change)).toBe('');
});

test('reports a changed clause whose words stay, and nothing if both change', () => {
  const clause = file('core/lamps.ts', 'export default rule(() => ({}));');
  expect(said(clause)).toBe(
    'Only the code of **Lamps** changes. The text still says the same. If that is intended, add the line “On purpose: Lamps” to the proposal.\n',
  );
  expect(said(clause, edit('by hand', 'by magic'))).toBe('');
  expect(said(clause, edit('three hours', 'four hours'))).toContain('The text still says the same');
});

test.each([
  'On purpose: Lamps',
  'Brighter.\r\n\r\non purpose:  lamps.',
  '> …\nOn purpose: core/lamps',
  '  \tOn purpose: Lamps  ',
])('accepts that a proposal saying “%s” means it, and shows no difference', (text) => {
  const said = saidWith(text, edit('lit by hand', 'lit by magic'));
  expect(said).toContain('The proposal says that this is on purpose.');
  expect(said).not.toContain('If that is intended');
  expect(said).not.toContain('<del>');
});

test('ignores an “On purpose” line that names another rule or none', () => {
  for (const text of ['On purpose: Plain', 'On purpose:', 'It is on purpose: Lamps'])
    expect(saidWith(text, edit('lit by hand', 'lit by magic'))).toContain('If that is intended');
});

test('finds words as written in the group’s own terms', () => {
  const text = TEXT.replace('by hand', 'by a Player');
  const themed = new Map([...files, ['core/lamps.md', text]]);
  const rules = { ...inForce, manifest: readRuleset(themed, inForce.terms).manifest, files: themed };
  const found = (...changes: MatterChange[]): readonly string[] =>
    findParted({ changes, text: '' }, rules).map(({ title }) => title);
  expect(found(edit('lit by a Keeper', 'lit by magic'))).toEqual(['Lamps']);
  expect(found(file('core/lamps.md', text.replace('Ana', 'Bo')))).toEqual([]);
});

test('changes outside a rule’s words and clause are never reported', () => {
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

test('of several edits, counts those that can be made, each upon the last', () => {
  const twice = [edit('by hand', 'by magic'), edit('by magic', 'by night')];
  expect(said(...twice)).toContain('<del>hand</del> <ins>night</ins>');
  expect(said(...twice, edit('by foot', 'by sea'))).toBe(said(...twice));
});

test('in a named list, names may change, while sentences count as words', () => {
  const LONG = '- Hunt Thrice: the spirit of the woods allows nobody to hunt the same beast thrice.\n- Ana\n';
  const text = TEXT.replace('- Ana\n', LONG);
  const named = new Map([...files, ['core/lamps.md', text]]);
  const found = (after: string): readonly Parted[] =>
    findParted(
      { changes: [file('core/lamps.md', after)], text: '' },
      { ...inForce, manifest: readRuleset(named).manifest, files: named },
    );
  const [negated] = found(text.replace('allows nobody', 'allows everybody'));
  expect(negated?.reworded.map(({ after }) => after)).toEqual([
    'Hunt Thrice: the spirit of the woods allows everybody to hunt the same beast thrice.',
  ]);
  for (const after of [
    text.replace('- Ana', '- Bo'),
    text.replace(LONG, '- Ana\n'),
    text.replace(' woods ', ' woods, '),
  ])
    expect(found(after)).toEqual([]);
  expect(
    found(text.replace(' The [keepers](#list:keepers) are:', ' Some are:')).map(({ stays }) => stays),
  ).toEqual(['clause']);
});

test('a column that no code mentions counts as words, and so does any table without a name', () => {
  const table = (name: string, cell: string): string =>
    TEXT.replace('- Ana\n', `- Ana\n\n${name}\n\n| id | worth |\n|---|---|\n| a | ${cell} |\n`);
  const found = (name: string, code: string): number => {
    const there = new Map([...files, ['core/lamps.md', table(name, 'lit')], ['core/lamps.ts', code]]);
    const rules = { ...inForce, manifest: readRuleset(there).manifest, files: there };
    return findParted({ changes: [file('core/lamps.md', table(name, 'dark'))], text: '' }, rules).length;
  };
  const reading = "const lamps = g.table('lamps', { id: text(), worth: text() });";
  expect(found('[Lamps](#table:lamps):', reading)).toBe(0);
  expect(found('[Lamps](#table:lamps):', reading.replace('worth', 'other'))).toBe(1);
  expect(found('Lamps:', reading)).toBe(1);
});

test('reports what a new rule in words alone mentions without code for it', () => {
  const add = (text: string): string => said({ verb: 'add-rule', title: 'Wicks', text });
  expect(add('Each Player who trims a wick loses 2 Oil. Wicks are white.')).toBe(
    'No table or code carries out these words of **Wicks**: “Each Keeper who trims a wick loses 2 Oil.” If that is intended, add the line “On purpose: Wicks” to the proposal.\n',
  );
  expect(add('Oil smells.')).toBe('');
  expect(
    said({
      verb: 'add-rule',
      title: 'Wicks',
      text: 'Each loses 2 Oil.',
      clause: `${CLAUSE}// oil\nconst oil = 2;\n`,
    }),
  ).toBe('');
  // Code that deals with something else carries it out as little as no code.
  expect(said({ verb: 'add-rule', title: 'Wicks', text: 'Each loses 2 Oil.', clause: CLAUSE })).toContain(
    'carries out these words',
  );
  expect(said(file('dynastic/wicks.md', '---\ntitle: Wicks\n---\nA Player may spend Oil.\n'))).toContain(
    '**Wicks**',
  );
  expect(said(edit('by hand', 'by hand, and costs its keeper an Oil', 'Plain'))).toContain(
    'carries out these words',
  );
});

test('ignores comments, types and layout of a clause', () => {
  const twin = (code: string): string => said(file('core/lamps.ts', code));
  expect(
    twin(
      `// Brighter.\nexport default rule( () => ({ actions: { 'light': action({}) } }) )\ntype Lamp = string;`,
    ),
  ).toBe(said(file('core/lamps.ts', CLAUSE.replace('light', "'light'"))));
  expect(twin(`// Brighter.\n${CLAUSE}\ntype Lamp = string;`)).toBe('');
  expect(said(file('core/lamps.ts', `// Brighter.\n${CLAUSE}`), edit('by hand', 'by magic'))).toContain(
    'Only the words',
  );
  expect(twin(CLAUSE.replace('light', 'lights'))).toContain('Only the code');
  expect(twin('export default {{')).toContain('Only the code');
});

test('says the same in plain words without markup, if the clause has no named parts', () => {
  const parted = (more: Partial<Parted>): string =>
    describeParted({
      title: 'Lamps',
      stays: 'clause',
      byTable: false,
      reworded: [],
      sentences: [],
      onPurpose: true,
      ...more,
    });
  const meant = 'The proposal says that this is on purpose.';
  const reworded = (before: string | null, after: string | null): string =>
    parted({ reworded: [{ before, after, does: [] }] });
  expect([
    parted({}),
    parted({ stays: 'words' }),
    reworded('A lamp may burn.', 'A lamp may not burn.'),
    reworded('It burns, unless it rains.', 'It burns.'),
    reworded(null, 'It burns.'),
    reworded('It burns.', null),
  ]).toEqual([
    `Only the words of Lamps change. The code goes on as before. ${meant}`,
    `Only the code of Lamps changes. The text still says the same. ${meant}`,
    `Only the words of Lamps change. The code goes on as before. The text now says “not”. ${meant}`,
    `Only the words of Lamps change. The code goes on as before. The text no longer says “, unless it rains”. ${meant}`,
    `Only the words of Lamps change. The code goes on as before. The text now also says “It burns.” ${meant}`,
    `Only the words of Lamps change. The code goes on as before. The text no longer says “It burns.” ${meant}`,
  ]);
});

test('what a rule came to say after the matter was made isn’t the matter’s change', () => {
  const base = TEXT.replace('The [keepers]', 'Few know that. The [keepers]');
  const since = file('content/ruleset/core/lamps.md', base.replace('three](', 'four]('));
  expect(said({ ...since, base } as MatterChange)).toBe('');
  const worded = file('content/ruleset/core/lamps.md', base.replace('by hand', 'by magic'));
  const told = said({ ...worded, base } as MatterChange);
  expect(told).toContain('The text now says “magic” instead of “hand”.');
  expect(told).not.toContain('no longer says');
  // Repealing a rule that was changed meanwhile still repeals it.
  const gone = { verb: 'file', path: 'content/ruleset/core/lamps.md', content: null, base } as const;
  expect(said(gone)).toBe(said({ ...gone, base: TEXT }));
});
