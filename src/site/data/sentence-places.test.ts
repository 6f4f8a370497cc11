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

test('each sentence of a paragraph has a place and a link to it, one alone that of its paragraph', () => {
  expect(placed('<p id="v:1">It is open. It waits (e.g. a day).</p>\n<p id="v:2">Alone.</p>').pieces).toEqual(
    [
      `<p id="v:1"><span id="v:1.1">${link('v:1.1')}It is open.</span> <span id="v:1.2">${link('v:1.2')}It waits (e.g. a day).</span></p>\n<p id="v:2">${link('v:2')}Alone.</p>`,
    ],
  );
});

test('no sentence ends inside bold or a link, so that what is wrapped is whole', () => {
  const html = '<p id="v:1"><strong>One. Two.</strong> Three &#x26; Four. <em>Five</em> six.</p>';
  const [whole = ''] = placed(html).pieces;
  expect(whole).toContain(
    `<span id="v:1.1">${link('v:1.1')}<strong>One. Two.</strong></span> <span id="v:1.2">${link('v:1.2')}Three &#x26; Four.</span> <span id="v:1.3">`,
  );
  expect((whole as string).replaceAll(/<a class="here".*?<\/a>|<\/?span[^>]*>/g, '')).toBe(html);
});

test('items have places too, in lists inside lists, and rows of tables', () => {
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
    expect.stringContaining(`<tr id="v:1.1"><td>${link('v:1.1')}x</td><td>longer words`),
    { changes: [7], from: '1.1', to: '1.1' },
    '</td></tr></tbody></table></div>',
  ]);
});

test('a change stands after the sentence that it brought, and one whose sentence is nowhere is left', () => {
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

test('sentences after one another that come from one change are told of once, and short words are taken for no sentence', () => {
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

test('headings and what is shown as it was written stay as they are', () => {
  const html = '<h4 id="v:1">On it. Off.</h4>\n<pre id="v:2">A. B.</pre><p><em>No place.</em></p>';
  expect(placed('<p>No place. At all.</p>').pieces).toEqual(['<p>No place. At all.</p>']);
  expect(
    (placed(html).pieces[0] as string).startsWith('<h4 id="v:1">On it. Off.</h4>\n<pre id="v:2">A. B.</pre>'),
  ).toBe(true);
});

test('on a page of many rules the links are left out of the way of keyboards', () => {
  const { pieces } = placeSentences('<p id="v:1">It is open. It waits.</p>', [], quietLink);
  expect(pieces.join('')).toContain(
    '<span id="v:1.2"><a class="here" href="#v:1.2" tabindex="-1" aria-hidden="true">1.2</a>It waits.</span>',
  );
});
