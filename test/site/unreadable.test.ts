import { expect, test } from 'vitest';
import { splitFrontMatter } from '../../src/ruleset/front-matter.ts';
import { plainWords } from '../../src/site/prepare/history.ts';
import { differ } from '../../src/site/prepare/matter-diffs.ts';
import { differenceRead } from '../../src/site/scripts/marked-text.ts';
import { piecesHtml } from '../../src/site/scripts/pieces-html.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';
import { peopleById, rawMarkdown, unreadable } from './unreadable.ts';

test.each([
  'so **bold** it',
  'an *apt* word',
  'see [the rule](#rule:votes)',
  'see [it](https://a.example/b)',
  '![Piece](pictures/a.webp)',
  'as ## Votes says',
  'in | Vote | Icon | Tokens |',
  'then |---|---| comes',
  'call `tick` now',
  'that ~~was~~ is',
])('finds Markdown in text, but not in code: %s', (text) => {
  expect(rawMarkdown(`<main><p>${text}</p></main>`)).not.toEqual([]);
  expect(
    rawMarkdown(`<main><p>So</p><pre><code>${text}</code></pre><textarea>${text}</textarea></main>`),
  ).toEqual([]);
});

test.each(['- one', '* one', '&gt; said', '<ins>- one</ins>', '<del>| a | b</del>'])(
  'finds the beginning of a block that wasn’t rendered: %s',
  (text) => {
    expect(rawMarkdown(`<div class="diff"><p>${text}</p></div>`)).not.toEqual([]);
  },
);

test.each([
  '2 * 3 * 4 is 24',
  'a – b',
  '5 → 7',
  'snake_case and a_b_c',
  '[sic] (so)',
  '# 179',
  '1. e4',
  'A | B',
])('ignores what only looks like Markdown: %s', (text) => {
  expect(rawMarkdown(`<p>${text}</p>`)).toEqual([]);
});

test('finds a sentence in a row of values, but no abbreviation', () => {
  expect(unreadable('<p>Description: It is kind., Features: glyph, etc., and so on</p>', new Set())).toEqual([
    'kind.,',
  ]);
});

test('finds words of code in text, but not in code', () => {
  const html = '<p>Emeka: praise Ada, heal true; needs trackingPage</p><p>iPhone, a truer word</p>';
  expect(unreadable(html, new Set())).toEqual(['true', 'trackingPage']);
  expect(unreadable(`<code>${html}</code>`, new Set())).toEqual([]);
});

test('finds people’s ids in place of their names', () => {
  const people = new Map([
    ['ana', 'Ana'],
    ['bo', 'bo'],
    ['cy-2', 'Cy'],
  ]);
  expect(peopleById('<p>Duel of ana and bo</p><p>cy-2: won</p>', people)).toEqual([
    'Duel of ana',
    ' and bo cy-2',
  ]);
  expect(
    peopleById(
      '<p>Ana, bo, Аna (ana), /players/ana/, banana</p><code>--as ana</code><p class="law">ana</p>',
      people,
    ),
  ).toEqual([]);
});

test('the difference between two packs, tables included, has no Markdown marks', () => {
  const bodies = (pack: string) =>
    new Map(
      [...shippedLibrary].flatMap(([path, text]) =>
        path.startsWith(`${pack}/dynastic/`) && path.endsWith('.md')
          ? [[path.slice(pack.length), plainWords(splitFrontMatter(text).body)] as const]
          : [],
      ),
    );
  const [before, after] = [bodies('crypt'), bodies('crypt-cleanup')];
  let tables = 0;
  for (const [path, text] of before) {
    const read = differenceRead(differ(text, after.get(path) ?? ''));
    if (read === null) continue;
    const html = piecesHtml(read);
    tables += html.split('<table>').length - 1;
    expect([path, rawMarkdown(`<div>${html}</div>`)]).toEqual([path, []]);
  }
  expect(tables).toBeGreaterThan(5);
});
