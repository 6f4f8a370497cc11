import { expect, test } from 'vitest';
import { IN_ENGLISH } from '../../language/wording.ts';
import { linksIn, placeSentences, quietLink } from './sentence-places.ts';

const placed = (html: string, changed: readonly [string, number][] = []) =>
  placeSentences(
    html,
    changed.map(([text, change]) => ({ text, change })),
    linksIn(IN_ENGLISH),
  );
const link = (id: string): string =>
  `<a class="here" href="#${id}" aria-label="Link to ${id.slice(2)}">${id.slice(2)}</a>`;

test('gives each sentence of a paragraph an anchor and a link, and a single one its paragraph’s', () => {
  expect(placed('<p id="v:1">It is open. It waits (e.g. a day).</p>\n<p id="v:2">Alone.</p>').pieces).toEqual(
    [
      `<p id="v:1"><span id="v:1.1">${link('v:1.1')}It is open.</span> <span id="v:1.2">${link('v:1.2')}It waits (e.g. a day).</span></p>\n<p id="v:2">${link('v:2')}Alone.</p>`,
    ],
  );
});

test('never ends a sentence inside bold text or a link, so that the markup stays whole', () => {
  const html = '<p id="v:1"><strong>One. Two.</strong> Three &#x26; Four. <em>Five</em> six.</p>';
  const [whole = ''] = placed(html).pieces;
  expect(whole).toContain(
    `<span id="v:1.1">${link('v:1.1')}<strong>One. Two.</strong></span> <span id="v:1.2">${link('v:1.2')}Three &#x26; Four.</span> <span id="v:1.3">`,
  );
  expect((whole as string).replaceAll(/<a class="here".*?<\/a>|<\/?span[^>]*>/g, '')).toBe(html);
});

test('gives anchors to items of nested lists and rows of tables', () => {
  const list = '<ul id="v:1">\n<li>A\n<ul>\n<li>Bo sat. Cy left.</li>\n</ul></li>\n<li>D</li>\n</ul>';
  const [items = ''] = placed(list).pieces;
  expect([...(items as string).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)).toEqual([
    'v:1',
    'v:1.1',
    'v:1.2',
    'v:1.2.1',
    'v:1.2.2',
    'v:1.3',
  ]);
  const table =
    '<div id="v:1"><table><thead><tr><th>N</th></tr></thead><tbody><tr><td>x</td><td>longer words</td></tr></tbody></table></div>';
  expect(placed(table, [['x · longer words', 7]]).pieces).toEqual([
    { changes: [7], from: '1.1', to: '1.1' },
    expect.stringMatching(
      new RegExp(
        `^<div id="v:1"><table>.*<tr id="v:1.1"><td>${link('v:1.1')}x</td><td>longer words</td></tr>`,
        'u',
      ),
    ),
  ]);
});

test('puts a change after the sentence that it made, and returns one whose sentence isn’t found', () => {
  const { pieces, left } = placed(
    '<p id="v:1">It is open for <a class="live">36</a> hours. Then it ends.</p>',
    [
      ['It is open for 36 hours.', 2],
      ['Gone with a heading', 4],
      // The number of a list item.
      ['1.', 4],
    ],
  );
  expect(pieces[0]).toMatch(/36<\/a> hours\.<\/span>$/);
  expect(pieces[1]).toEqual({ changes: [2], from: '1.1', to: '1.1' });
  expect(left.map(({ text, change }) => [text, change])).toEqual([['Gone with a heading', 4]]);
});

test('mentions a change once for consecutive sentences, and ignores short words within a sentence', () => {
  const html =
    '<ul id="v:1">\n<li>DEFERENTIAL</li>\n<li>FOR</li>\n</ul>\n<p id="v:2">A vote is DEFERENTIAL or not. It counts.</p>';
  const { pieces } = placed(html, [
    ['DEFERENTIAL', 1],
    ['FOR', 1],
    ['It counts.', 1],
  ]);
  expect(pieces.filter((piece) => typeof piece !== 'string')).toEqual([
    { changes: [1], from: '1.1', to: '1.2' },
    { changes: [1], from: '2.2', to: '2.2' },
  ]);
});

test('leaves headings and preformatted text alone', () => {
  const html = '<h4 id="v:1">On it. Off.</h4>\n<pre id="v:2">A. B.</pre><p><em>No place.</em></p>';
  expect(placed('<p>No place. At all.</p>').pieces).toEqual(['<p>No place. At all.</p>']);
  expect(
    (placed(html).pieces[0] as string).startsWith('<h4 id="v:1">On it. Off.</h4>\n<pre id="v:2">A. B.</pre>'),
  ).toBe(true);
});

test('on a page of many rules, keeps the links out of keyboard navigation', () => {
  const { pieces } = placeSentences('<p id="v:1">It is open. It waits.</p>', [], quietLink);
  expect(pieces.join('')).toContain(
    '<span id="v:1.2"><a class="here" href="#v:1.2" tabindex="-1" aria-hidden="true">1.2</a>It waits.</span>',
  );
});

/** The text without links, and the ids of what has a place. */
const shape = (html: string): string =>
  placed(html)
    .pieces.join('')
    .replaceAll(/<a class="here".*?<\/a>/g, '');

test.each([
  ['words outside paragraphs', 'Words. More.', 'Words. More.'],
  ['what follows the last paragraph', '<p id="v:1">A.</p>\nB. C.', '<p id="v:1">A.</p>\nB. C.'],
  ['a box without paragraphs', '<div id="v:1">Words. More.</div>', '<div id="v:1">Words. More.</div>'],
  [
    'paragraphs inside items',
    '<ul id="v:1">\n<li>\n<p>One. Two.</p>\n<p>Three.</p>\n</li>\n<li>Four.</li>\n</ul>',
    '<ul id="v:1">\n<li id="v:1.1">\n<p><span id="v:1.1.1">One.</span> <span id="v:1.1.2">Two.</span></p>\n<p><span id="v:1.1.3">Three.</span></p>\n</li>\n<li id="v:1.2">Four.</li>\n</ul>',
  ],
  [
    'a quotation with words, items and rows',
    '<blockquote id="v:1">\n<p>One. Two.</p>\n<ul>\n<li>Three.</li>\n</ul>\n<table><tr><td>x</td></tr></table>\n<p>Four.</p>\n</blockquote>',
    '<blockquote id="v:1">\n<p><span id="v:1.1">One.</span> <span id="v:1.2">Two.</span></p>\n<ul>\n<li id="v:1.3">Three.</li>\n</ul>\n<table><tr id="v:1.4"><td>x</td></tr></table>\n<p><span id="v:1.5">Four.</span></p>\n</blockquote>',
  ],
  [
    'items before any place',
    '<ul><li>One. Two.</li></ul><table><tr><td>x</td></tr></table>',
    '<ul><li>One. Two.</li></ul><table><tr><td>x</td></tr></table>',
  ],
  [
    'a break and a nested tag',
    '<p id="v:1">One<br>two. <strong>Three <em>four. Five.</em> Six.</strong> Seven.</p>',
    '<p id="v:1"><span id="v:1.1">One<br>two.</span> <span id="v:1.2"><strong>Three <em>four. Five.</em> Six.</strong></span> <span id="v:1.3">Seven.</span></p>',
  ],
  [
    'rows with a heading of their own',
    '<table id="v:1"><tr><th>A</th></tr><tr><td class="n">b</td></tr></table>',
    '<table id="v:1"><tr><th>A</th></tr><tr id="v:1.1"><td class="n">b</td></tr></table>',
  ],
])('%s: only sentences, items and rows get anchors', (_, html, given) => {
  expect(shape(html)).toBe(given);
});

test('mentions a change once for consecutive rows, and an unchanged row ends the run', () => {
  const row = (text: string): string => `<tr><td>${text}</td></tr>`;
  const changes = (texts: readonly string[], changed: readonly [string, number][]) =>
    placed(`<table id="v:1">${texts.map(row).join('')}</table>`, changed).pieces.filter(
      (piece) => typeof piece !== 'string',
    );
  const all: [string, number][] = [
    ['ant', 1],
    ['bee', 1],
    ['cow', 2],
    ['eel', 2],
    ['eel', 1],
  ];
  expect(changes(['ant', 'bee', 'cow', 'dog', 'cow', 'eel'], all)).toEqual([
    { changes: [1], from: '1.1', to: '1.2' },
    { changes: [2], from: '1.3', to: '1.3' },
    { changes: [2], from: '1.5', to: '1.5' },
    { changes: [2, 1], from: '1.6', to: '1.6' },
  ]);
});

test.each([
  ['Twenty letters and no more', 'Twenty letters and no more, then others.', true],
  ['Twenty letters and no more, then others.', 'Twenty letters and no more', true],
  [
    'Twenty letters and no more',
    'Twenty letters and no more, then others that go on, and on, and on, and on, and on, and on, and on.',
    false,
  ],
  ['Twelve words', 'Twelve words of a longer sentence.', false],
  ['Twenty letters and no more', 'Other words of about this length.', false],
  ['A sentence in [28](#value:window) letters &amp; signs.', 'A sentence in 28 letters signs.', true],
])('finds %j in %j: %s', (was, now, isFound) => {
  const { pieces, left } = placed(`<p id="v:1">${now}</p>`, [[was, 3]]);
  expect([pieces.length > 1, left.length]).toEqual(isFound ? [true, 0] : [false, 1]);
});
