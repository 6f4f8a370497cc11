import { expect, test } from 'vitest';
import type { RulesetChange } from '../kernel/manifest.ts';
import { PLAIN_TERMS } from '../kernel/manifest.ts';
import { applyChange } from './amend.ts';
import { readRuleset } from './read.ts';
import { toShownText } from './shown.ts';

const LORDS = { player: 'Vampire Lord', players: 'Vampire Lords', emperor: 'Elder', emperors: 'Elders' };
const HEAD = '---\ntitle: Votes # of all\norder: 10\n---\n';

function change(body: string, replace: string, words: string, terms = PLAIN_TERMS): string {
  const files = new Map([['core/votes.md', HEAD + body]]);
  const { files: after, problem } = applyChange(
    files,
    { type: 'edit-rule', path: 'core/votes', replace, with: words },
    terms,
  );
  if (problem) return `${problem.code}: ${problem.message}`;
  const text = after.get('core/votes.md') ?? '';
  expect(text.startsWith(HEAD)).toBe(true);
  return text.slice(HEAD.length);
}

function apply(files: Record<string, string>, edit: RulesetChange, terms = PLAIN_TERMS) {
  const { files: after, problem, path } = applyChange(new Map(Object.entries(files)), edit, terms);
  return { files: Object.fromEntries(after), code: problem?.code, path };
}

const OPEN = 'It is open for [48](#value:window) hours. A Player waits.\n';

test.each([
  [
    'the number of a live value',
    OPEN,
    '48 hours',
    '36 hours',
    'It is open for [36](#value:window) hours. A Player waits.\n',
  ],
  [
    'a number and words around it',
    OPEN,
    'open for 48 hours',
    'closed after 12 days',
    'It is closed after [12](#value:window) days. A Player waits.\n',
  ],
  [
    'a number at the end of other words',
    OPEN,
    'for 48',
    'until 7',
    'It is open until [7](#value:window) hours. A Player waits.\n',
  ],
  [
    'the source as the file has it',
    OPEN,
    '[48](#value:window) hours',
    'ever',
    'It is open for ever. A Player waits.\n',
  ],
  [
    'a live value that is given anew',
    OPEN,
    '48 hours',
    '[2](#value:days) days',
    'It is open for [2](#value:days) days. A Player waits.\n',
  ],
  [
    'a live value that goes with its words',
    OPEN,
    'for 48 hours',
    'always',
    'It is open always. A Player waits.\n',
  ],
  [
    'words beside a live value',
    OPEN,
    '48 hours',
    '48 long hours',
    'It is open for [48](#value:window) long hours. A Player waits.\n',
  ],
  [
    'a word put before a live value',
    OPEN,
    'for 48',
    'for about 48',
    'It is open for about [48](#value:window) hours. A Player waits.\n',
  ],
  [
    'a live value and the comma behind it',
    'It costs [3](#value:cost), or more.\n',
    'It costs 3, or more.',
    'It costs four or more.',
    'It costs [four](#value:cost) or more.\n',
  ],
  [
    'a share',
    'It takes [one more than half](#value:quorum) of them, rounded down.\n',
    'It takes one more than half of them, rounded down.',
    'It takes two thirds of them, rounded down.',
    'It takes [two thirds](#value:quorum) of them, rounded down.\n',
  ],
  [
    'a share, and what follows it',
    'Quorum is [one more than half](#value:quorum) their number.\n',
    'Quorum is one more than half their number.',
    'Quorum is two thirds of their number.',
    'Quorum is [two thirds](#value:quorum) of their number.\n',
  ],
  [
    'a share alone by more than one',
    'Quorum is [one more than half](#value:quorum) their number.\n',
    'one more than half',
    'two thirds of',
    'Quorum is [two thirds](#value:quorum) of their number.\n',
  ],
  [
    'a number of which a word is no part',
    'It grows by [5](#value:growth) percent.\n',
    'grows by 5 percent',
    'shrinks by 10 percent',
    'It shrinks by [10](#value:growth) percent.\n',
  ],
  [
    'a number in words among others',
    'It costs [two](#value:cost) coins and [three](#value:wax) candles.\n',
    'two coins and three candles',
    '12 ducats or twenty-one lamps',
    'It costs [12](#value:cost) ducats or [twenty-one](#value:wax) lamps.\n',
  ],
  [
    'a number in words by a longer one',
    'It takes [two](#value:days) days.\n',
    'two days',
    'a hundred and five days',
    'It takes [a hundred and five](#value:days) days.\n',
  ],
  ['a sentence that is removed', OPEN, ' A Player waits.', '', 'It is open for [48](#value:window) hours.\n'],
])('replaces %s', (_, body, replace, words, after) => {
  expect(change(body, replace, words)).toBe(after);
});

test.each([
  [
    'as people read it',
    'A Vampire Lord waits',
    'An Elder waits',
    'It is open for [48](#value:window) hours. An Emperor waits.\n',
  ],
  [
    'with one word of a term',
    'Vampire Lord waits',
    'Vampire Lord sleeps',
    'It is open for [48](#value:window) hours. A Player sleeps.\n',
  ],
  [
    'with the plain word',
    'A Player waits',
    'Each Player waits',
    'It is open for [48](#value:window) hours. Each Player waits.\n',
  ],
  [
    'with a term and a live value',
    '48 hours. A Vampire Lord',
    '36 hours. No Vampire Lord',
    'It is open for [36](#value:window) hours. No Player waits.\n',
  ],
])('with terms set, replaces a piece %s', (_, replace, words, after) => {
  expect(change(OPEN, replace, words, LORDS)).toBe(after);
});

test('changes nothing if the piece is missing or occurs twice', () => {
  expect(change(OPEN, 'seven days', 'x')).toBe('piece-missing: The rule doesn’t say "seven days".');
  expect(change('One and one.\n', 'n', 'x')).toContain('piece-twice');
  expect(change('One.\n', '', 'x')).toContain('piece-missing');
});

test('keeps the CRLF line endings of a file', () => {
  expect(change('One.\r\n\r\nTwo.\r\n', 'One.\n\nTwo', 'Two.\n\nThree')).toBe('Two.\r\n\r\nThree.\r\n');
});

test('the text to replace may leave out emphasis', () => {
  expect(change('A **bold** word.\n', 'A bold word', 'A bold step')).toBe('A **bold** step.\n');
});

test('adds a rule after its siblings, under a free name and with plain terms', () => {
  const files = { 'dynastic/night.md': HEAD, 'dynastic/day.md': '---\ntitle: Day\n---\n' };
  const edit: RulesetChange = {
    type: 'add-rule',
    section: 'dynastic',
    title: 'Night',
    text: 'A Vampire Lord sleeps.',
    clause: 'export default 1',
  };
  const { files: after, path } = apply(files, edit, LORDS);
  expect(path).toBe('dynastic/night-2');
  expect(after).toMatchObject(files);
  expect(after['dynastic/night-2.md']).toBe('---\ntitle: Night\norder: 1000010\n---\nA Player sleeps.\n');
  expect(after['dynastic/night-2.ts']).toBe('export default 1\n');
  const { manifest, problems } = readRuleset(new Map(Object.entries(after)), LORDS);
  expect(problems).toEqual([]);
  expect(manifest.rules.map((rule) => `${rule.number} ${rule.title}: ${rule.text}`).at(-1)).toBe(
    '2.3 Night: A Vampire Lord sleeps.',
  );
});

test('adds a sub-rule in the folder of its parent', () => {
  const add = {
    type: 'add-rule',
    section: 'core',
    title: 'Ties',
    text: 'None.',
    parent: 'core/votes',
  } as const;
  expect(Object.keys(apply({ 'core/votes.md': HEAD }, add).files)).toContain('core/votes/ties.md');
  expect(apply({ 'core/votes.md': HEAD }, { ...add, parent: 'core/nothing' }).code).toBe('no-such-rule');
});

test('turns marks in the title of a new special case into its status', () => {
  const edit: RulesetChange = {
    type: 'add-rule',
    section: 'special-case',
    title: 'Solitude [Rare][Active]',
    text: 'Alone.',
  };
  const { files } = apply({}, edit);
  expect(files['special-case/solitude.md']).toBe(
    '---\ntitle: Solitude\norder: 10\nstatus: active\nrare: true\n---\nAlone.\n',
  );
});

test('repeals a rule together with its clause, its sub-rules and their helpers', () => {
  const files = {
    'core/a.md': HEAD,
    'core/a.ts': '',
    'core/a/b.md': HEAD,
    'core/a/helpers/c.ts': '',
    'core/ab.md': HEAD,
  };
  expect(apply(files, { type: 'repeal-rule', path: 'core/a' }).files).toEqual({ 'core/ab.md': HEAD });
  expect(apply(files, { type: 'repeal-rule', path: 'core/z' }).code).toBe('no-such-rule');
});

test('sets, changes and removes a status, and touches only its line', () => {
  const file = (status: string): Record<string, string> => ({
    'special-case/a.md': `---\ntitle: A # x\n${status}---\nText\n`,
  });
  const set = (status: 'active' | 'inactive' | null): RulesetChange => ({
    type: 'set-status',
    path: 'special-case/a',
    status,
  });
  expect(apply(file(''), set('inactive')).files).toEqual(file('status: inactive\n'));
  expect(apply(file('status: inactive # c\n'), set('active')).files).toEqual(file('status: active # c\n'));
  expect(apply(file('status: active\n'), set(null)).files).toEqual(file(''));
  expect(apply({ 'core/a.md': HEAD }, { type: 'set-status', path: 'core/a', status: 'active' }).code).toBe(
    'mark-outside-special-case',
  );
});

test('writes files only inside the ruleset', () => {
  const write = (path: string, content: string | null = 'x') =>
    apply({ 'core/a.md': HEAD }, { type: 'write-file', path, content });
  expect(write('dynastic/b.ts').files).toHaveProperty(['dynastic/b.ts'], 'x');
  expect(write('core/a.md', null).files).toEqual({});
  for (const path of ['../game.yml', 'core/../x.md', '/core/x.md', 'core//x.md', 'game.yml', 'core\\x.md']) {
    expect(write(path).code).toBe('bad-path');
  }
  expect(write('core/b.md', null).code).toBe('no-such-rule');
});

test.each([
  'dynastic/con.md',
  'dynastic/NUL/x.md',
  'dynastic/a:b.md',
  'dynastic/e\u0301.md',
  `dynastic/${'x'.repeat(201)}.md`,
  `dynastic/${'漢'.repeat(100)}.md`,
  `dynastic/${'a/'.repeat(250)}x.md`,
  'core',
  'dynastic',
  'core/a.md/b.md',
  'core/A.md',
  'Core/b.md',
])('refuses to write %s, which some system can’t hold beside the others', (path) => {
  const files = { 'core/a.md': HEAD, 'core/a/b.md': HEAD };
  expect(apply(files, { type: 'write-file', path, content: 'x' })).toMatchObject({ code: 'bad-path', files });
});

test('gives a rule a file that every system can hold, whatever its title', () => {
  const added = (title: string) =>
    apply({ 'core/Night.md': HEAD }, { type: 'add-rule', section: 'core', title, text: 'x' }).path;
  expect(['Con', 'Aux', 'Night', 'Day'].map(added)).toEqual([
    'core/con-2',
    'core/aux-2',
    'core/night-2',
    'core/day',
  ]);
});

test('when terms change, words written with the old ones become plain', () => {
  const files = {
    'dynastic/a.md':
      '---\ntitle: Vampire Lord Ranks\norder: 1 # first\n---\nA Vampire Lord bows to an Elder. `Elder`\n',
  };
  const { files: after } = apply(files, { type: 'set-terms', terms: PLAIN_TERMS }, LORDS);
  expect(after['dynastic/a.md']).toBe(
    '---\ntitle: Player Ranks\norder: 1 # first\n---\nA Player bows to an Emperor. `Elder`\n',
  );
});

test('rewrites a named list, and keeps the bytes of items that stay', () => {
  const body = (items: string): string => `${HEAD}The [lords](#list:lords) are:\n\n${items}\n\nNo others.\n`;
  const write = (before: string, items: string[]) => {
    return apply({ 'core/a.md': body(before) }, { type: 'write-list', path: 'core/a', list: 'lords', items })
      .files['core/a.md'];
  };
  expect(write('* **Ana**\n* Bo', ['Ana', 'Cy'])).toBe(body('* **Ana**\n* Cy'));
  expect(write('1. Ana\n2. Bo', ['Bo', 'Ana'])).toBe(body('1. Bo\n2. Ana'));
  expect(write('- Ana', [])).toBe(body('- *none*'));
  expect(write('- *none*', ['*Dee*', '1. Eli'])).toBe(body('- \\*Dee\\*\n- 1\\. Eli'));
  const { manifest } = readRuleset(
    new Map([['core/a.md', write('- *none*', ['*Dee*', '1. Eli', 'x_y <z>']) ?? '']]),
  );
  expect(manifest.rules[0]?.lists['lords']?.items.map((item) => item.text)).toEqual([
    '*Dee*',
    '1. Eli',
    'x_y <z>',
  ]);
});

test('leaves link targets out of the shown text', () => {
  expect(toShownText('Wait [48](#value:a) hours, [see](http://example.org/Player) a Player.', LORDS)).toBe(
    'Wait 48 hours, see a Vampire Lord.',
  );
});
