import { expect, test } from 'vitest';
import { PLAIN_TERMS } from '../kernel/manifest.ts';
import { describeProblem } from './problem.ts';
import { readRuleset } from './read.ts';
import { RecentMemo, type Memo } from './memo.ts';

const ELVES = { player: 'Elf', players: 'Elves', emperor: 'Queen of Elfland', emperors: 'Queens of Elfland' };

function rule(title: string, order: number, body = 'Some text.', more = ''): string {
  return `---\ntitle: ${title}\norder: ${order}\n${more}---\n${body}\n`;
}

function read(files: Record<string, string>, terms = PLAIN_TERMS) {
  return readRuleset(new Map(Object.entries(files)), terms);
}

test('lists rules in document order, numbered by section and place', () => {
  const { manifest, problems } = read({
    'appendix/keywords.md': rule('Keywords', 10),
    'core/votable-matters/tags.md': rule('Tags', 20),
    'core/votable-matters/votes.md': rule('Votes', 10),
    'core/votable-matters.md': rule('Votable Matters', 20),
    'core/players.md': rule('Players', 10),
    'dynastic/b.md': rule('B', 10),
    'dynastic/a.md': rule('A', 10),
    'special-case/dormancy.md': rule('Dormancy', 10),
    'core/votable-matters/votes.ts': 'export default 1',
    'core/helpers/count.ts': 'export const one = 1',
  });
  expect(problems).toEqual([]);
  expect(manifest.rules.map((entry) => `${entry.number} ${entry.path}`)).toEqual([
    '1.1 core/players',
    '1.2 core/votable-matters',
    '1.2.1 core/votable-matters/votes',
    '1.2.2 core/votable-matters/tags',
    '2.1 dynastic/a',
    '2.2 dynastic/b',
    '3.1 special-case/dormancy',
    '4.1 appendix/keywords',
  ]);
  const [, matters, votes] = manifest.rules;
  expect(matters?.children).toEqual(['core/votable-matters/votes', 'core/votable-matters/tags']);
  expect(votes).toMatchObject({
    parent: 'core/votable-matters',
    clause: 'core/votable-matters/votes.ts',
    text: 'Some text.',
  });
  expect(matters?.clause).toBeNull();
});

test('without special cases, the appendix is section three', () => {
  const { manifest } = read({ 'core/a.md': rule('A', 1), 'appendix/b.md': rule('B', 1) });
  expect(manifest.rules.map((entry) => entry.number)).toEqual(['1.1', '3.1']);
});

test('the text of a section itself is a rule with the section’s number', () => {
  const { manifest, problems } = read({
    'special-case.md': rule('Special Case', 1, 'Some rest.'),
    'special-case/a.md': rule('A', 1),
    'appendix/b.md': rule('B', 1),
  });
  expect(problems).toEqual([]);
  expect(manifest.rules.map((entry) => `${entry.number} ${entry.path} ${entry.parent}`)).toEqual([
    '3 special-case null',
    '3.1 special-case/a null',
    '4.1 appendix/b null',
  ]);
});

test('reads live values, tables and lists with their line numbers', () => {
  const body = [
    'Open for [48](#value:window) hours.',
    '',
    'The [Features](#table:features) are:',
    '',
    '| Feature | Darkness Score |',
    '|---|---|',
    '| Each Player gains `player` | 3 |',
    '| Cold |',
    '',
    '[These](#list:lords) are lords:',
    '',
    '- Ana',
    '- Bo',
  ].join('\n');
  const { manifest, problems } = read({ 'core/a.md': rule('A', 1, body) }, ELVES);
  expect(problems).toEqual([]);
  expect(manifest.rules[0]).toMatchObject({
    values: { window: { text: '48', line: 5 } },
    tables: {
      features: {
        line: 9,
        columns: ['feature', 'darkness-score'],
        rows: [
          [
            { text: 'Each Elf gains player', line: 11 },
            { text: '3', line: 11 },
          ],
          [
            { text: 'Cold', line: 12 },
            { text: '', line: 12 },
          ],
        ],
      },
    },
    lists: {
      lords: {
        line: 16,
        items: [
          { text: 'Ana', line: 16 },
          { text: 'Bo', line: 17 },
        ],
      },
    },
  });
});

test('applies terms to titles and texts, and keeps the plain title', () => {
  const { manifest } = read(
    {
      'core/a.md': rule('Idle Players', 1, "A Player's vote, or the Emperor's."),
      'core/b.md': rule('B', 2, 'B', 'over: [Idle Players]\n'),
    },
    ELVES,
  );
  expect(manifest.rules[0]).toMatchObject({
    title: 'Idle Elves',
    plainTitle: 'Idle Players',
    text: "An Elf's vote, or the Queen of Elfland's.",
  });
  expect(manifest.rules[1]?.over).toEqual(['Idle Elves']);
});

test('a special case is active unless it is rare or says otherwise', () => {
  const { manifest } = read({
    'special-case/a.md': rule('A', 1),
    'special-case/b.md': rule('B', 2, 'x', 'rare: true\n'),
    'special-case/c.md': rule('C', 3, 'x', 'rare: true\nstatus: active\n'),
  });
  const states = manifest.rules.map(({ status, rare, marked }) => ({ status, rare, marked }));
  expect(states).toEqual([
    { status: 'active', rare: false, marked: false },
    { status: 'inactive', rare: true, marked: false },
    { status: 'active', rare: true, marked: true },
  ]);
});

test('reports every problem at once, with its place and an example', () => {
  const body = [
    '[1](#value:a) and [2](#value:a), [](#value:b), [x](#tabel:c), [t](#table:none), [l](#list:none), [48](#value:d "36 from 2030-07-01")',
  ].join('\n');
  const { manifest, problems } = read({
    'core/a.md': `---\ntitel: A\norder: first\n---\n${body}\n`,
    'core/b.md': '---js\nprocess.exit()\n---\nB',
    'core/c/d.md': rule('D', 1, 'D', 'rare: true\n'),
    'dinastic/e.md': rule('E', 1),
    'core/f.md': rule('Dormancy [Active]', 1),
  });
  expect(problems.map(describeProblem)).toMatchInlineSnapshot(`
    [
      "core/a.md:1: title: It is missing. Expected the name of the rule in one line, without marks such as [Active], for example title: Idle Players",
      "core/a.md:3: order: It is "first". Expected a number that gives the rule's place among its siblings, for example order: 20",
      "core/a.md:2: titel: There is no such key; did you mean "title"? Expected one of title, order, entrenched, status, rare, over, number, power, mutable, clause, for example title: Idle Players",
      "core/a.md:5: b: The link has no text. Expected the value as the text of the link, for example [48](#value:window)",
      "core/a.md:5: c: The link doesn’t say which tabel it is. Expected #value:, #table: or #list:, for example [48](#value:window)",
      "core/a.md:5: d: Readers don’t see “36 from 2030-07-01”, and nothing uses it. Expected everything in the words of the link, without a title after the address, for example [48, and 36 from 2030-07-01](#value:window)",
      "core/a.md:5: a: There are two of #value:a. Expected a name that occurs once in the rule, for example [48](#value:window) and [7](#value:limit)",
      "core/a.md:5: none: No table comes after the link to #table:none. Expected a table below the link, for example The [Features](#table:features) are: / | Feature | Darkness |",
      "core/a.md:5: none: No list comes after the link to #list:none. Expected a list below the link, for example The [lords](#list:lords) are: / - Ana",
      "core/b.md:1: The front matter is marked as "js", but only YAML is read. Nothing in it was run. Expected YAML between two lines of three hyphens, for example --- / title: Votes / ---",
      "core/c/d.md: rare: Only special-case rules have marks. Expected no such key, or the rule in the special-case folder, for example special-case/d.md",
      "core/f.md:2: title: The title contains a mark such as [Active]. Expected the name of the rule in one line, without marks such as [Active], for example title: Idle Players",
      "dinastic/e.md: There is no section "dinastic"; did you mean "dynastic"? Expected a path below core/, dynastic/, for example dynastic/e.md",
      "core/c/d.md: The folder "core/c" has no rule of its name, so this is nobody's sub-rule. Expected a rule core/c.md, for example core/c.md",
    ]
  `);
  expect(manifest.rules.map((entry) => entry.title)).toEqual(['D', 'A', 'B', 'Dormancy']);
});

test('runs no code in front matter, whatever its language is called', () => {
  for (const language of ['js', 'javascript', 'json', 'coffee', 'toml', ' js']) {
    const { problems } = read({ 'core/a.md': `---${language}\nglobalThis.ran = true\n---\nText` });
    expect(problems.map((problem) => problem.code)).toContain('front-matter-language');
  }
  expect('ran' in globalThis).toBe(false);
});

test('reports an alias bomb, a huge file or deep nesting as a problem instead of crashing', () => {
  const bomb = ['a: &a [1,1,1,1]', 'b: &b [*a,*a,*a,*a]', 'c: &c [*b,*b,*b,*b]', 'd: [*c,*c,*c,*c]'].join(
    '\n',
  );
  const { problems } = read({
    'core/a.md': `---\ntitle: A\n${bomb}\n---\n`,
    'core/b.md': rule('B', 1, 'x'.repeat(500_000)),
    'core/c.md': rule('C', 1, '> '.repeat(3_000) + 'x'),
    'core/d.md': rule('D', 1, '*a_b['.repeat(3_000)),
  });
  expect(problems.map((problem) => `${problem.file} ${problem.code}`)).toEqual([
    'core/a.md yaml-unreadable',
    'core/b.md file-too-long',
    'core/c.md too-much-markup',
    'core/d.md too-much-markup',
  ]);
});

test('after one file changes, reads only that file again', () => {
  const saved = new RecentMemo();
  const sets: string[] = [];
  const memo: Memo = {
    get: (...named) => saved.get(...named),
    set(kind, path, ...made) {
      sets.push(path);
      saved.set(kind, path, ...made);
    },
  };
  const files = new Map([
    ['core/a.md', rule('A', 1)],
    ['core/b.md', rule('B', 2)],
  ]);
  readRuleset(files, PLAIN_TERMS, memo);
  readRuleset(new Map([...files, ['core/b.md', rule('B', 2, 'Other.')]]), ELVES, memo);
  expect(sets).toEqual(['core/a.md', 'core/b.md', 'core/b.md']);
});

test.each([
  ['a key called __proto__, at its line', '---\ntitle: X\n__proto__: 3\n---\n', 3, /__proto__.*no such key/],
  ['a tag of another language', '---\ntitle: !!js/function "function(){}"\n---\n', 2, /Unresolved tag/],
  ['a control sign', '---\ntitle: "a\\u0000b"\n---\n', 2, /invisible characters/],
  ['writing turned round', '---\ntitle: "a\\u202eb"\n---\n', 2, /invisible characters/],
])('rejects front matter with %s', (_, text, line, words) => {
  const { problems } = readRuleset(new Map([['dynastic/mine.md', text]]));
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatchObject({ file: 'dynastic/mine.md', line });
  expect(problems.map(describeProblem).join()).toMatch(words);
});

test.each([
  ['Egg', 'Eggs'],
  ['coins', 'Coins'],
  ['Café', 'Cafe'],
  ['Blood Mana', 'Blood-mana'],
  ['Fish', 'Fish', 'The game has'],
  ['Egg', 'Ego'],
])('names of tables that readers take for one are told: %s, %s', (one, other, lead = 'Each player has') => {
  const ruleset = new Map(
    [[one, 'Each player has'] as const, [other, lead] as const].map(([name, head], at) => [
      `dynastic/rule-${at}.md`,
      `---\ntitle: Rule ${at}\norder: ${at}\n---\n| ${head} | starts at |\n| --- | --- |\n| ${name} | 3 |\n`,
    ]),
  );
  const told = readRuleset(ruleset).doubts.map(({ file, line, message }) => `${file}:${line} ${message}`);
  const isAlike = one !== other && other !== 'Ego';
  expect(told).toEqual(
    isAlike ? [`dynastic/rule-1.md:5 “${one}” and “${other}” are two things that readers take for one.`] : [],
  );
});
