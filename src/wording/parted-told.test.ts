// Which words and which code a matter parts, and how that is told.
import { expect, test } from 'vitest';

import type { MatterChange } from '../kernel/state.ts';
import { IN_ENGLISH } from '../language/wording.ts';
import { sessionWith } from '../session/fixtures/session.ts';
import {
  apartIn,
  describeParted,
  findParted,
  sayApart,
  titleIn,
  withMeant,
  type Parted,
} from './say-parted.ts';

const inFile = (title: string, body: string): string => `---\ntitle: ${title}\norder: 10\n---\n${body}\n`;
const GOAL =
  'The first with 25 Points wins. Nobody has two Crowns.\n\n| When | who | gets |\n| --- | --- | --- |\n| Points reach 25 | that player | wins |';
const FILES = new Map([
  ['dynastic/points.md', inFile('Points', 'Players have Points.')],
  [
    'dynastic/points.ts',
    "import { integer, rule } from 'gitnomic/rules';\nexport default rule(() => ({ player: { points: integer() } }));",
  ],
  ['dynastic/goal.md', inFile('The Goal', GOAL)],
  ['dynastic/lamps.md', inFile('Lamps', 'A Player may light a lamp. It burns for an hour.')],
  [
    'dynastic/lamps.ts',
    "import { burn } from './helpers/burn.ts';\nimport { action, rule } from 'gitnomic/rules';\nconst act = (title) => action({ title, effect() {} });\nexport default rule(() => ({ actions: { light: act('Light a lamp'), blow: act('Blow out'), heat: act(burn), trim: act('Trim a lamp hour') } }));",
  ],
  ['dynastic/helpers/burn.ts', "export const burn = 'Burn an hour';\n"],
  ['dynastic/plain.md', inFile('Plain', 'Plain words.')],
]);
const { manifest, model, terms, files } = (
  await sessionWith({ core: 'fireside', rules: Object.fromEntries(FILES) })
).session.position.rules.play;

const told = (...changes: MatterChange[]): readonly string[] =>
  findParted({ changes, text: '' }, { manifest, files, model, terms }).map((one) =>
    describeParted(one, { ask: '' }),
  );
const edit = (rule: string, replace: string, words: string): MatterChange => ({
  verb: 'edit-rule',
  rule,
  replace,
  with: words,
});
const file = (path: string, content: string | null, base?: string | null): MatterChange => ({
  verb: 'file',
  path: `content/ruleset/${path}`,
  content,
  ...(base === undefined ? {} : { base }),
});
const add = (text: string, clause?: string): MatterChange => ({
  verb: 'add-rule',
  title: 'Gifts',
  text,
  ...(clause === undefined ? {} : { clause }),
});
const burn = 'dynastic/helpers/burn.ts';
const HOTTER = file(burn, "export const burn = 'Burn for ever';\n");
const gain = (points: string): string => `Each Player gains ${points} Points.`;
const gains = (most: number): string => Array.from({ length: most }, (_, n) => gain(String(n + 2))).join(' ');
const LAMPS = FILES.get('dynastic/lamps.md') ?? '';
const OF_GOAL =
  'Only the words of The Goal change. Its table still says “When Points reach 25, that player wins.”';
const BY_NOTHING = 'No table or code carries out these words of';
const lampsGoOn = (lines: string, more: string): string =>
  `Only the words of Lamps change. The code goes on with ${lines}: any Player, at any time” and “Trim a lamp hour: any Player, at any time”. ${more}`;

test.each<[string, readonly MatterChange[], string | null]>([
  [
    'words beside a table',
    [edit('The Goal', 'with 25', 'with 40')],
    `${OF_GOAL} The text now says “40” instead of “25”.`,
  ],
  [
    'a table beside words',
    [edit('The Goal', 'Points reach 25', 'Points reach 40')],
    'Only the table of The Goal changes. The text still says “The first with 25 Points wins.”',
  ],
  [
    'a table and its words',
    [edit('The Goal', 'reach 25', 'reach 40'), edit('The Goal', 'with 25', 'with 40')],
    null,
  ],
  ['a table whose numbers stay', [edit('The Goal', '| that player |', '| all players |')], null],
  [
    'a table with one more row',
    [file('dynastic/goal.md', inFile('The Goal', `${GOAL}\n| Points reach 90 | that player | wins |`))],
    null,
  ],
  [
    'words that the table carries out',
    [edit('The Goal', 'Nobody has', 'Who reaches 25 Points wins. Nobody has')],
    null,
  ],
  [
    'words that the table doesn’t carry out',
    [edit('The Goal', 'Nobody has', 'Each Player may dance. Nobody has')],
    `${OF_GOAL} The text now also says “Each Player may dance.”`,
  ],
  [
    'words beside the table that concern no row',
    [edit('The Goal', 'Nobody has two', 'Somebody has two')],
    'Only the words of The Goal change. Its table stays as it is. The text now says “Somebody” instead of “Nobody”.',
  ],
  [
    'words beside code',
    [edit('Lamps', 'light a lamp', 'light two lamps')],
    lampsGoOn('“Light a lamp', 'The text now says “two … lamps” instead of “a … lamp”.'),
  ],
  [
    'other words beside code',
    [edit('Lamps', 'for an hour', 'for a day')],
    lampsGoOn('“Burn an hour', 'The text now says “a … day” instead of “an … hour”.'),
  ],
  ['code that several rules share', [HOTTER], null],
  [
    'shared code and words that describe nothing',
    [HOTTER, edit('Lamps', 'for an hour', 'for two hours')],
    null,
  ],
  [
    'shared code and words that it doesn’t carry out',
    [HOTTER, edit('Lamps', 'It burns for an hour.', gain('two'))],
    `${BY_NOTHING} Lamps: “${gain('two')}”`,
  ],
  [
    'comments in shared code and words',
    [
      file(burn, "// Warm.\nexport const burn = 'Burn an hour';\n"),
      edit('Lamps', 'for an hour', 'for a day'),
    ],
    lampsGoOn('“Burn an hour', 'The text now says “a … day” instead of “an … hour”.'),
  ],
  [
    'words and code that carries them out',
    [file('dynastic/lamps.ts', 'x({ points: 2 });\n'), edit('Lamps', 'It burns for an hour.', gain('two'))],
    null,
  ],
  [
    'words of a rule without code',
    [edit('Plain', 'Plain words.', gain('two'))],
    `${BY_NOTHING} Plain: “${gain('two')}”`,
  ],
  [
    'words of a rule that gets code for them',
    [edit('Plain', 'Plain words.', gain('two')), file('dynastic/plain.ts', 'points += 2')],
    null,
  ],
  ['code of a rule without any', [file('dynastic/plain.ts', 'points += 2')], null],
  ['words of a rule that gets a table for them', [file('dynastic/plain.md', inFile('Plain', GOAL))], null],
  [
    'a new file of a rule',
    [file('dynastic/tea.md', inFile('Tea', gain('two')))],
    `${BY_NOTHING} Tea: “${gain('two')}”`,
  ],
  [
    'a new file of a rule, made from nothing',
    [file('dynastic/tea.md', inFile('Tea', gain('two')), null)],
    `${BY_NOTHING} Tea: “${gain('two')}”`,
  ],
  [
    'a new file of a rule, with code elsewhere that carries it out',
    [
      file('dynastic/tea.md', inFile('Tea', gain('two'))),
      file('dynastic/tea.ts', "import { give } from './helpers/give.ts';"),
      file('dynastic/helpers/give.ts', 'export const give = points;'),
    ],
    null,
  ],
  ['a new file that is no rule', [file('dynastic/tea.yml', inFile('Tea', gain('two')))], null],
  ['a new rule', [add(gain('2'))], `${BY_NOTHING} Gifts: “${gain('2')}”`],
  ['a new rule with a table', [add(GOAL)], null],
  [
    'a new rule with other numbers than its table',
    [add(GOAL.replace('with 25', 'with 30'))],
    'The words of Gifts say “The first with 30 Points wins.”, but no line of its table has that number: the computer goes by the table.',
  ],
  [
    'a new rule with other numbers than its table, and code',
    [add(GOAL.replace('with 25', 'with 30'), 'points()')],
    null,
  ],
  [
    'a new rule of five sentences that nothing carries out',
    [add(gains(5))],
    `${BY_NOTHING} Gifts: “${gain('2')}”, “${gain('3')}”, “${gain('4')}”, “${gain('5')}” and “${gain('6')}”`,
  ],
  [
    'a new rule of seven such sentences',
    [add(gains(7))],
    `${BY_NOTHING} Gifts, and 2 more sentences: “${gain('2')}”, “${gain('3')}”, “${gain('4')}”, “${gain('5')}” and “${gain('6')}”`,
  ],
  ['a rule that goes', [file('dynastic/lamps.md', null)], null],
  [
    'a file made from what is in force',
    [file('dynastic/lamps.md', LAMPS.replace('an hour', 'a day'), LAMPS)],
    lampsGoOn('“Burn an hour', 'The text now says “a … day” instead of “an … hour”.'),
  ],
  [
    'a file made from an older text that it leaves as it was',
    [file('dynastic/lamps.md', LAMPS.replace('an hour', 'a day'), LAMPS.replace('an hour', 'a day'))],
    null,
  ],
])('reports text and code that no longer match, if any: %s', (_, changes, said) => {
  expect(told(...changes)).toEqual(said === null ? [] : [said]);
});

test('compares the numbers of a text with the rows below it, but not its live values', () => {
  expect(apartIn('Gulls: 3.')).toEqual([]);
  expect(apartIn('Gulls: 3. Terns: 2 and 9.\nAuks.\n\n| a |\n| - |\n| 2 | 3 |')).toEqual(['2 and 9.']);
  expect(apartIn('There are [3](#value:x) gulls of 4.\n\n> | a |\n> | - |\n> | 5 |')).toEqual([
    'There are … gulls of 4.',
  ]);
  expect(sayApart('Gulls', ['A.', 'B.'], { wording: IN_ENGLISH })).toBe(
    'The words of Gulls say “A.” and “B.”, but no line of its table has that number: the computer goes by the table.',
  );
});

test('the title of a new rule comes from its file, or else is its path', () => {
  expect(
    [inFile('Tea', 'x'), 'x', '---\norder: 1\n---\ntitle: No\n'].map((text) => titleIn('a/b.md', text)),
  ).toEqual(['Tea', 'a/b.md', 'a/b.md']);
});

test('adds a line to a proposal for each rule that it doesn’t name yet', () => {
  expect(withMeant('', ['A'])).toBe('On purpose: A');
  expect(withMeant('Please.\n', ['A', 'B'])).toBe('Please.\nOn purpose: A\nOn purpose: B');
  expect(withMeant(' Please.\nOn purpose: A. \n\n', ['A', 'B'])).toBe(
    'Please.\nOn purpose: A.\nOn purpose: B',
  );
  expect(withMeant(' Please. ', [])).toBe(' Please. ');
  expect(withMeant('on purpose: A', ['A'])).toBe('on purpose: A');
});

test.each<[Partial<Parted>, string]>([
  [{ stays: 'words' }, 'Only the code of T changes. The text still says the same.'],
  [
    { stays: 'words', byTable: true, sentences: ['S.'] },
    'Only the table of T changes. The text still says “S.”',
  ],
  [{ byTable: true }, 'Only the words of T change. Its table stays as it is.'],
  [{}, 'Only the words of T change. The code goes on as before.'],
])('mentions two sentences at most for %j', (parted, said) => {
  const shown = (does: readonly string[]): string =>
    describeParted(
      {
        title: 'T',
        stays: 'clause',
        byTable: false,
        sentences: [],
        onPurpose: false,
        reworded: [1, 2, 3].map((n) => ({
          before: `It has ${n} a.`,
          after: `It has ${n} b and c ${n}.`,
          does,
        })),
        ...parted,
      },
      { ask: 'Why?' },
    );
  const reworded =
    parted.stays === 'words'
      ? ''
      : ' The text now says “b and c 1” instead of “a”. The text now says “b and c 2” instead of “a”.';
  expect(shown([])).toBe(`${said}${reworded} Why?`);
  const goesOn = said
    .replace('stays as it is.', 'still says “One” and “Two”')
    .replace('as before.', 'with “One” and “Two”.');
  expect(shown(['One', 'Two', 'Three'])).toBe(`${goesOn}${reworded} Why?`);
});
