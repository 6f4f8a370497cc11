import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { describe, expect, test } from 'vitest';

import type { MatterChange } from '../kernel/state.ts';
import { wordDiff } from '../ruleset/word-diff.ts';
import type { NamesInDiff } from './program-changes.ts';
import { marked, sayDiff } from './say-diff.ts';
import { Naming } from './naming.ts';
import { PLAIN_TERMS } from '../kernel/manifest.ts';

const NAMES: NamesInDiff = {
  naming: new Naming({
    model: {
      fields: { player: { gold: { type: { kind: 'integer', title: 'Gold' }, rule: 'core/gold' } } },
      collections: {},
    },
    state: { players: { bo: { name: 'Bo' } }, things: {}, posts: {} },
  }),
  terms: { ...PLAIN_TERMS, player: 'Sailor', players: 'Sailors' },
  files: new Map(),
  titleOf: (rule) => (rule === '1.4' ? 'Votes' : rule),
  pathOf: () => null,
};
const said = (...changes: readonly MatterChange[]): string => sayDiff(changes, NAMES);
const difference = (before: string, after: string): string => marked(wordDiff(before, after));
/** The folded part of the comment, which shows the changes word by word. */
const folded = (text: string): string =>
  `<details><summary>Changes, word by word</summary>\n\n${text}\n</details>\n`;
const table = '| What changes | Now | Then |\n|---|---|---|\n';
/** Renders like GitHub's Markdown, which keeps HTML with these tags. */
async function rendered(markdown: string): Promise<string> {
  const made = await unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use(remarkRehype, { allowDangerousHtml: true })
    .use(rehypeStringify, { allowDangerousHtml: true })
    .process(markdown);
  return String(made);
}

const VOTES = 'content/ruleset/core/votes.md';

test('the rows of a new rule are sentences above its words', () => {
  const text = '| When | who | gets |\n|---|---|---|\n| each day at 23:00 | each Sailor | Fish = 0 |';
  expect(said({ verb: 'add-rule', title: 'Night', text })).toBe(
    `${table}| **Night** | – | Each day at 23:00, each Sailor’s Fish becomes 0. |\n\n${folded('**Night** (new)\n\n<p><ins>When | who | gets<br>each day at 23:00 | each Sailor | Fish = 0</ins></p>\n')}`,
  );
});

describe('describes each change of a matter', () => {
  test.each<[string, MatterChange, string]>([
    ['a value', { verb: 'set', path: 'players.bo.gold', value: 3 }, '- Bo: Gold 3\n'],
    [
      'words of a rule',
      { verb: 'edit-rule', rule: '1.4', replace: 'for 48 hours', with: 'for 6 hours' },
      '**Votes**\n\n<p>for <del>48</del> <ins>6</ins> hours</p>\n',
    ],
    [
      'a new rule',
      { verb: 'add-rule', title: 'Night', text: 'It is night.' },
      '**Night** (new)\n\n<p><ins>It is night.</ins></p>\n',
    ],
    ['a rule that goes', { verb: 'repeal-rule', rule: '1.4' }, '**Votes** (removed)\n'],
    [
      'a new file',
      { verb: 'file', path: VOTES, content: 'New.', base: null },
      '**Votes** (new)\n\n<p><ins>New.</ins></p>\n',
    ],
    [
      'a file that goes',
      { verb: 'file', path: VOTES, content: null, base: 'Old.' },
      '**Votes** (removed)\n\n<p><del>Old.</del></p>\n',
    ],
    [
      'a file of which nobody knows what it was',
      { verb: 'file', path: VOTES, content: 'New.' },
      '**Votes** (new)\n\n<p><ins>New.</ins></p>\n',
    ],
  ])('%s', (_, change, expected) => {
    expect(said(change)).toBe(expected.startsWith('- ') ? expected : folded(expected));
  });

  test.each<[string, MatterChange, string]>([
    [
      'a new clause, by its rule',
      { verb: 'file', path: VOTES.replace('.md', '.ts'), content: 'a', base: null },
      'The code of **Votes** (new)\n\n<p><ins>a</ins></p>\n',
    ],
    [
      'a clause that goes, by the title that the game knows',
      { verb: 'file', path: 'content/ruleset/core/idle.ts', content: null, base: 'a' },
      'The code of **Sleeping Sailors** (removed)\n\n<p><del>a</del></p>\n',
    ],
    [
      'a clause that changes, deep in a section',
      { verb: 'file', path: 'content/ruleset/core/players/idle-players.ts', content: 'b', base: 'a' },
      'The code of **Idle players**\n\n<p><del>a</del> <ins>b</ins></p>\n',
    ],
    [
      'code that is no clause, by its path',
      { verb: 'file', path: 'src/votes.ts', content: 'b', base: 'a' },
      '**src/votes.ts**\n\n<p><del>a</del> <ins>b</ins></p>\n',
    ],
    [
      'a file beside a rule, by its path',
      { verb: 'file', path: 'content/ruleset/core/votes.scenario.yml', content: 'b', base: null },
      '**content/ruleset/core/votes.scenario.yml** (new)\n\n<p><ins>b</ins></p>\n',
    ],
    [
      'a text that is no rule, by its path',
      { verb: 'file', path: 'docs/votes.md', content: null, base: 'a' },
      '**docs/votes.md** (removed)\n\n<p><del>a</del></p>\n',
    ],
    [
      'a new rule’s text, and not what is about it',
      { verb: 'file', path: VOTES, content: '---\ntitle: Counts\norder: 10\n---\nNew.\n', base: null },
      '**Counts** (new)\n\n<p><ins>New.</ins></p>\n',
    ],
    [
      'a rule that goes, by the title that it had, with its text and not what is about it',
      { verb: 'file', path: VOTES, content: null, base: '---\ntitle: Counts\norder: 10\n---\nOld.\n' },
      '**Counts** (removed)\n\n<p><del>Old.</del></p>\n',
    ],
    [
      'a rule whose title is blank, by its file',
      { verb: 'file', path: VOTES, content: '---\ntitle: "  "\n---\nNew.\n', base: null },
      '**Votes** (new)\n\n<p><ins>New.</ins></p>\n',
    ],
  ])('%s', (_, change, expected) => {
    const titleOf = (rule: string): string => (rule === 'core/idle' ? 'Sleeping Sailors' : rule);
    const said = sayDiff([change], { ...NAMES, titleOf });
    expect(said.slice(said.indexOf('<details>'))).toBe(folded(expected));
  });

  test('with live values in their sentences, and code as it is', () => {
    const text = (hours: number): string => `Open for [${hours}](#value:window) hours.`;
    expect(said({ verb: 'file', path: VOTES, content: text(6), base: text(48) })).toContain(
      'Open for <del>48</del> <ins>6</ins> hours.',
    );
    const clause = VOTES.replace('.md', '.ts');
    expect(said({ verb: 'file', path: clause, content: text(6), base: null })).toContain('#value:window');
  });

  test('with a rule’s title, its keys by name, and its text without markup in the game’s terms', () => {
    const rule = (title: string, order: number, body: string): string =>
      `---\ntitle: ${title}\norder: ${order}\n---\n\n${body}\n`;
    const base = rule(
      'Votes',
      10,
      '## When\n\n- A player **may** vote, see [Quorum](quorum.md).\n\n| a | b |\n|---|---|\n| 1 | 2 |',
    );
    const content = rule(
      'All Votes',
      20,
      '## When\n\n- A player **must** vote, see [Quorum](quorum.md).\n\n| a | b |\n|---|---|\n| 1 | 3 |',
    );
    expect(said({ verb: 'file', path: VOTES, base, content })).toBe(
      `${table}| **All Votes**: Title | Votes | All Votes |\n| **All Votes**: Order | 10 | 20 |\n\n${folded(
        '**All Votes**\n\n<p>When<br><br>• A sailor <del>may</del> <ins>must</ins> vote, see Quorum.<br><br>a | b<br>1 | <del>2</del> <ins>3</ins></p>\n',
      )}`,
    );
  });

  test('so that GitHub strikes out removals and marks additions, and nothing in it is Markdown', async () => {
    const html = await rendered(
      said(
        {
          verb: 'file',
          path: VOTES,
          base: '---\ntitle: Votes\n---\nIt is *open* for [48](#value:window) hours.\n',
          content: '---\ntitle: Votes\n---\nIt is *open* for [6](#value:window) hours.\n',
        },
        { verb: 'set', path: 'players.bo.gold', value: 3 },
      ),
    );
    expect(html).toBe(
      `<table>\n<thead>\n<tr>\n<th>What changes</th>\n<th>Now</th>\n<th>Then</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><strong>Votes</strong>: window</td>\n<td>48 hours</td>\n<td>6 hours</td>\n</tr>\n</tbody>\n</table>
<ul>\n<li>Bo: Gold 3</li>\n</ul>
<details><summary>Changes, word by word</summary>\n<p><strong>Votes</strong></p>\n<p>It is open for <del>48</del> <ins>6</ins> hours.</p>\n</details>`,
    );
  });
});

describe('what doesn’t fit in a comment', () => {
  const night = (sentences: number): string =>
    Array.from({ length: sentences }, (_, at) => `Night ${at} is long.`).join(' ');

  test('is cut after whole words, with the number of words left and where to find them all', () => {
    const all = said({ verb: 'add-rule', title: 'Night', text: night(2_000) });
    expect(all.length).toBeLessThan(30_500);
    const [, words = '', left] =
      /<p><ins>([^<]*)<\/ins> …<\/p>\n\n…and (\d+) more changed words, too long to show here: its page, or `gitnomic diff` with its number, shows everything\.\n/u.exec(
        all,
      ) ?? [];
    expect(words.split(' ').length + Number(left)).toBe(8_000);
    expect(Number(left)).toBeGreaterThan(1_000);
  });

  test('is only counted if not even one word fits', () => {
    const all = said({ verb: 'add-rule', title: 'Night', text: 'x'.repeat(40_000) });
    expect(all.length).toBeLessThan(1_000);
    expect(all).toContain('…and 1 more changed words, too long to show here');
  });

  test('comes last, rule by rule', () => {
    const long = (title: string): MatterChange => ({ verb: 'add-rule', title, text: night(350) });
    const all = said(
      ...['One', 'Two', 'Three', 'Four', 'Five', 'Six'].map(long),
      ...Array(9).fill(long('Last')),
    );
    expect(all).toContain('**Two** (new)');
    expect(all).toMatch(/…and \d+ more, too long to show here/u);
    expect(all.length).toBeLessThan(31_000);
  });

  test('is never a value: all of them are in the table, however long the text', () => {
    const values = Array.from({ length: 150 }, (_, at) => `It takes [${at}](#value:v-${at}) nights.`).join(
      ' ',
    );
    const all = said({ verb: 'add-rule', title: 'Night', text: `${night(1_800)} ${values}` });
    for (let at = 0; at < 150; at += 1) expect(all).toContain(`| **Night**: v ${at} | – | ${at} |`);
    expect(all.length).toBeLessThan(45_000);
  });

  test('is reported if too many values change for the forge to accept the comment', () => {
    const values = Array.from({ length: 400 }, (_, at) => `[${at}](#value:${'v'.repeat(90)}-${at})`).join(
      ' ',
    );
    const all = said({ verb: 'add-rule', title: 'Night', text: values });
    expect(all).toMatch(/…and \d+ more, which don’t fit here\. See all of it before you vote/u);
    expect(all.length).toBeLessThan(60_000);
  });
});

describe('differences', () => {
  const far = 'far away '.repeat(30).trim();

  test('show what stays only near to what changes', () => {
    const text = difference(`${far} one ${far} two ${far}`, `${far} 1 ${far} 2 ${far}`);
    expect(text).toMatch(/^… .*<del>one<\/del> <ins>1<\/ins> .* … .*<del>two<\/del> <ins>2<\/ins> .* …$/u);
    expect(text.length).toBeLessThan(400);
  });

  test('keep a short text whole, and keep its lines', () => {
    expect(difference('One.\n\nTwo.\nThree', 'One.\n\nTwo.\nFour')).toBe(
      'One.<br><br>Two.<br><del>Three</del> <ins>Four</ins>',
    );
  });

  test.each([
    ['It is open for a day.', 'It is open.', 'It is open <del>for a day</del>.'],
    ['It is open.', 'It is open for a day.', 'It is open <ins>for a day</ins>.'],
    [
      'for 48 hours, or 2.',
      'for 72 hours, or 3.',
      'for <del>48</del> <ins>72</ins> hours, or <del>2</del> <ins>3</ins>.',
    ],
    ['one two three', 'one three', 'one <del>two</del> three'],
  ])('contain no blank that the text doesn’t have: %s → %s', (before, after, shown) => {
    expect(difference(before, after)).toBe(shown);
  });

  const sentence = (letter: string, letters: number): string =>
    `${`${letter} `.repeat(letters).slice(0, letters - 2)}q.`;
  const several = (letter: string, times: number): string => Array(times).fill(letter).join(' ');

  // Blanks next to a change belong to the unchanged text.
  test.each<[string, readonly number[], string | null]>([
    ['a text of a hundred and twenty letters whole', [40, 40, 36], null],
    ['two sentences whole, since there is nothing between them', [71, 71], null],
    [
      'a longer text by the sentences beside the changes',
      [40, 40, 37],
      `${sentence('a', 40)} … ${sentence('c', 37)}`,
    ],
  ])('show %s', (_, letters, shown) => {
    const text = letters.map((many, at) => sentence('abc'.charAt(at), many)).join(' ');
    expect(difference(`one ${text} two`, `1 ${text} 2`)).toBe(
      `<del>one</del> <ins>1</ins> ${shown ?? text} <del>two</del> <ins>2</ins>`,
    );
  });

  test('show short sentences beside the changes whole, and only some words of longer ones', () => {
    const between = (first: number, last: number): string => {
      const text = [sentence('a', first), sentence('b', 30), sentence('c', last)].join(' ');
      return difference(`one ${text} two`, `1 ${text} 2`);
    };
    const around = (text: string): string =>
      `<del>one</del> <ins>1</ins> ${text} <del>two</del> <ins>2</ins>`;
    const cut = [several('a', 29), `${several('c', 28)} q.`] as const;
    expect(between(119, 119)).toBe(around(`${sentence('a', 119)} … ${sentence('c', 119)}`));
    expect(between(119, 120)).toBe(around(`${sentence('a', 119)} … ${cut[1]}`));
    expect(between(120, 119)).toBe(around(`${cut[0]} … ${sentence('c', 119)}`));
    expect(between(120, 120)).toBe(around(`${cut[0]} … ${cut[1]}`));
  });

  test('mark no blank if nothing else changed', () => {
    expect(difference('one two', 'one  two')).not.toMatch(/<(?:del|ins)>/u);
  });

  test('escape hostile words', () => {
    expect(difference('', '<b>@bo</b>')).not.toMatch(/<b>|@bo/u);
  });
});
