import { describe, expect, test } from 'vitest';
import { IN_ENGLISH } from '../language/wording.ts';
import { PLAIN_TERMS } from '../kernel/manifest.ts';
import type { HiddenKind } from '../ruleset/hidden-text.ts';
import { Naming } from './naming.ts';
import {
  keyOfChanges,
  programChanges,
  type NamesInDiff,
  type ProgramChange,
  sayHidden,
} from './program-changes.ts';
import { sayFact } from './say-fact.ts';

const inFile = (body: string, title = 'Votes'): string => `---\ntitle: ${title}\norder: 10\n---\n${body}\n`;
const VOTES = inFile('It is open for [36](#value:window) hours and needs [2](#value:fewest-votes) votes.');
const SWAPPED = inFile('It is open for [36](#value:fewest-votes) hours and needs [2](#value:window) votes.');

const names: NamesInDiff = {
  naming: new Naming({
    model: { fields: {}, collections: {} },
    state: { players: {}, things: {}, posts: {} },
  }),
  terms: PLAIN_TERMS,
  files: new Map([['core/votes.md', VOTES]]),
  titleOf: (rule) => (rule === 'core/votes' ? 'Votes' : rule),
  pathOf: (rule) => (rule === 'core/votes' ? rule : null),
};
const ofFile = (base: string | null, content: string | null, path = 'core/votes.md'): ProgramChange[] => [
  ...programChanges([{ verb: 'file', path: `content/ruleset/${path}`, base, content }], names),
];
const facts = (changes: readonly ProgramChange[]): readonly string[] =>
  changes.flatMap(({ shown }) => shown.facts.map(sayFact));
const notes = (changes: readonly ProgramChange[]): readonly string[] =>
  changes.flatMap(({ shown }) => shown.notes);

test('swapping the names of two values changes both values, and their links are shown', () => {
  const changes = ofFile(VOTES, SWAPPED);
  expect(facts(changes)).toEqual(['window: 36 hours → 2', 'fewest votes: 2 → 36 hours']);
  const words = changes.flatMap(({ shown }) => shown.words).filter(({ kind }) => kind !== 'same');
  expect(words.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    'removed  (#value:window)',
    'added  (#value:fewest-votes)',
    'removed  (#value:fewest-votes)',
    'added  (#value:window)',
  ]);
});

test('calls a rule by its title in the game’s terms', () => {
  const terms = { ...PLAIN_TERMS, player: 'Vampire Lord', players: 'Vampire Lords' };
  const idle = inFile('A Player may be idle.', 'Idle Players');
  const change = { verb: 'file', path: 'content/ruleset/core/idle.md', base: idle, content: null } as const;
  expect(programChanges([change], { ...names, terms }).map(({ title }) => title)).toEqual([
    'Idle Vampire Lords',
  ]);
});

test.each([
  ['a value that comes', 'x', '[3](#value:oil)', ['oil: – → 3']],
  ['a value that is renamed', '[3](#value:oil)', '[3](#value:tar)', ['oil: 3 → –', 'tar: – → 3']],
  ['a list that goes', '[Lords](#list:lords):\n\n- Bo\n- Cy', 'x', ['lords: Bo; Cy → –']],
  ['an item', '[L](#list:lords):\n\n- Bo\n- Cy', '[L](#list:lords):\n\n- Bo\n- Di', ['lords: Cy → Di']],
  [
    'a cell',
    '[P](#table:prices):\n\n| A | B |\n|---|---|\n| Bow | 3 |',
    '[P](#table:prices):\n\n| A | B |\n|---|---|\n| Bow | 4 |',
    ['prices: Bow | 3 → Bow | 4'],
  ],
])('shows %s by its name, as the engine reads it', (_, before, after, expected) => {
  expect(facts(ofFile(inFile(before), inFile(after)))).toEqual(expected);
});

test('shows front matter keys as facts, and one that is only written differently as a note', () => {
  expect(facts(ofFile(VOTES, VOTES.replace('Votes', 'Ballots')))).toEqual(['Title: Votes → Ballots']);
  const lasting = (much: string): string => VOTES.replace('order: 10', `lasts: ${much}`);
  expect(facts(ofFile(lasting('half-a-day'), lasting('two-days')))).toEqual(['Lasts: half a day → two days']);
  const other = ofFile(VOTES, VOTES.replace('order: 10', 'order: 10 # as before'));
  expect(facts(other)).toEqual([]);
  expect(notes(other)).toHaveLength(1);
});

test.each<[before: string | null, after: string | null, told: boolean]>([
  ['It counts.', '', true],
  ['It counts.', '\n\n', true],
  ['It counts.\n\n| a |\n| - |\n| 1 |', '', true],
  ['', '', false],
  ['It counts.', 'It.', false],
  [null, '', false],
  ['It counts.', null, false],
])('notes if the text of a rule becomes empty, and only then: %j → %j', (before, after, told) => {
  const [was, is] = [before, after].map((body) => (body === null ? null : inFile(body))) as [
    string | null,
    string | null,
  ];
  const said = notes(ofFile(was, is));
  expect(said.includes('The rule’s text becomes empty.')).toBe(told);
  if (told) expect(said).toHaveLength(1);
});

test('shows a rule that moves as one change, together with its other differences', () => {
  const changes = programChanges(
    [
      { verb: 'file', path: 'content/ruleset/core/votes.md', base: VOTES, content: null },
      { verb: 'file', path: 'content/ruleset/special-case/votes.md', base: null, content: SWAPPED },
    ],
    names,
  );
  expect(changes).toHaveLength(1);
  expect(facts(changes)).toEqual([
    'Place: core/votes.md → special-case/votes.md',
    'window: 36 hours → 2',
    'fewest votes: 2 → 36 hours',
  ]);
});

test('compares worded changes with the rules they would change, one after another', () => {
  const replace = { verb: 'edit-rule', rule: 'core/votes' } as const;
  const changes = programChanges(
    [
      { ...replace, replace: '36', with: '30' },
      { ...replace, replace: '30', with: '24' },
    ],
    names,
  );
  expect(facts(changes)).toEqual(['window: 36 hours → 30 hours', 'window: 30 hours → 24 hours']);
});

test('shows spaces in quoted code, and invisible characters by their code points', () => {
  const code = (text: string): string => `export const say = '${text}';\n`;
  const spaced = ofFile(code('a b'), code('a  b'), 'core/votes.ts');
  expect(spaced.flatMap(({ shown }) => shown.words).some(({ text }) => text.includes('␣'))).toBe(true);
  expect(notes(spaced)).toEqual(['Only its spaces or line breaks differ.']);
  expect(notes(ofFile(code('ab'), code('a\u200bb'), 'core/votes.ts')).join('')).toContain('a⟨U+200B⟩b');
  const table = inFile('Tea is hot.\n\n| a | b |\n| - | - |\n| 1 | 2 |');
  for (const [was, is] of [
    [table, null],
    [null, table],
  ] as const)
    expect(notes(ofFile(was, is))).toEqual([]);
});

test('shows rewritten code before and after, and only the number if only that changes in a line', () => {
  const code = (...body: readonly string[]): string =>
    ['export default rule(() => ({', '  start() {', ...body, '  },', '}));', ''].join('\n');
  const old = ['    for (const one of players) {', '      one.oil += 5;', '    }'];
  const anew = ['    if (game.over) return;', '    const winner = pick(lords);', '    game.prize = winner;'];
  const told = (was: string, is: string): readonly string[] =>
    ofFile(was, is, 'core/votes.ts').flatMap(({ shown }) =>
      shown.words.flatMap(({ kind, text }) => (kind === 'same' ? [] : [`${kind}: ${text}`])),
    );
  expect(told(code(...old), code(...anew))).toEqual([
    `removed: ${old.join('\n')}\n`,
    `added: ${anew.join('\n')}\n`,
  ]);
  expect(told(code(...old), code(...old).replace('5', '7'))).toEqual(['removed: 5', 'added: 7']);
  expect(told(code(...old), code(...old, ...anew))).toEqual([`added: ${anew.join('\n')}\n`]);
});

describe('rows that the engine carries out are told in sentences', () => {
  const table = (head: string, ...rows: readonly string[]): string =>
    inFile(
      `Tea is hot.\n\n| ${head} |\n|${' - |'.repeat(head.split('|').length)}\n${rows.map((row) => `| ${row} |\n`).join('')}`,
    );
  const oil = (start: number): string => table('Each player has | starts at', `Oil | ${start}`);
  const dark = table('When | who | gets', 'each day at 23:00 | each player | Oil = 0');
  const spilt = 'Each day at 23:00, each player’s Oil becomes 0.';
  test.each<readonly [what: string, before: string | null, after: string | null, told: readonly string[]]>([
    ['of a new rule', null, oil(1), ['– → Each player has Oil, starting at 1.']],
    ['of a rule that goes', oil(1), null, ['Each player has Oil, starting at 1. → –']],
    [
      'that change',
      oil(1),
      oil(2),
      ['Each player has Oil, starting at 1. → Each player has Oil, starting at 2.'],
    ],
    ['that come', inFile('Tea is hot.'), dark, [`– → ${spilt}`]],
    [
      'that come to others',
      dark,
      table('When | who | gets', 'a player wins | it | 1 Oil', 'each day at 23:00 | each player | Oil = 0'),
      ['– → When a player wins, the proposal gets 1 Oil.'],
    ],
    [
      'but not those that only get another column',
      dark,
      table('When | who | gets | if', 'each day at 23:00 | each player | Oil = 0 |'),
      [],
    ],
    [
      'and cell by cell if they read alike',
      dark,
      table('When | who | gets', 'each day at 23:00 | each player | Oil is now 0'),
      [
        'When: each day at 23:00 | who: each player | gets: Oil = 0 → When: each day at 23:00 | who: each player | gets: Oil is now 0',
      ],
    ],
  ])('%s', (_, before, after, told) => {
    expect(facts(ofFile(before, after))).toEqual(told);
  });

  test('in the words of the game', () => {
    const named = { ...names, terms: { ...PLAIN_TERMS, player: 'Sailor', players: 'Sailors' } };
    const content = table('Each Sailor has | starts at', 'Oil | 1');
    const [change] = programChanges(
      [{ verb: 'file', path: 'content/ruleset/core/oil.md', base: null, content }],
      named,
    );
    expect(change?.shown.facts).toEqual([
      { name: '', before: null, after: 'Each Sailor has Oil, starting at 1.' },
    ]);
  });
});

test('quotes a long line around its hidden character', () => {
  const line = (letter: string): string => inFile(`${'So it is. '.repeat(30)}No${letter}body votes.`);
  expect(notes(ofFile(line(''), line('\u200b'))).join('')).toContain('No⟨U+200B⟩body votes');
});

test('doesn’t report something hidden that was there before', () => {
  const struck = (more: string): string => inFile(`~~[5](#value:x)~~ ${more}`);
  expect(notes(ofFile(inFile('[5](#value:x)'), struck('')))).toEqual([
    '“5 (value:x)” is struck through but counts all the same.',
  ]);
  expect(notes(ofFile(struck(''), struck('more')))).toEqual([]);
});

test('the cache key changes whenever the result may change', () => {
  const change = (content: string) =>
    [{ verb: 'file', path: 'content/ruleset/core/votes.md', base: VOTES, content }] as const;
  expect(keyOfChanges(change(SWAPPED), names)).toBe(keyOfChanges(change(SWAPPED), { ...names }));
  expect(keyOfChanges(change(SWAPPED), names)).not.toBe(keyOfChanges(change(VOTES), names));
  expect(keyOfChanges(change(SWAPPED), { ...names, titleOf: () => 'Ballots' })).not.toBe(
    keyOfChanges(change(SWAPPED), names),
  );
});

test('each kind of hidden text has its own sentence, which quotes it', () => {
  const kinds: readonly HiddenKind[] = [
    'turned',
    'unseen',
    'scripts',
    'lookalike',
    'far',
    'struck',
    'footnote',
    'html',
    'picture',
  ];
  const said = kinds.map((kind) => sayHidden({ kind, line: 1, what: 'five' }, IN_ENGLISH));
  expect(new Set(said).size).toBe(kinds.length);
  for (const sentence of said) expect(sentence).toContain('“five”');
  const inside = sayHidden({ kind: 'html', line: 1, what: 'five', inside: '<details>' }, IN_ENGLISH);
  expect(inside).toContain('<details>');
});
