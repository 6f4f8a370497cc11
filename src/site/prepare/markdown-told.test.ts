// Texts as pages show them, letter by letter.
import { expect, test } from 'vitest';

import { IN_ENGLISH } from '../../language/wording.ts';
import { renderAsMarkdown } from './render-markdown.ts';

const OUT = 'rel="nofollow ugc noopener"';
const PRE = '<pre tabindex="0">';

test.each<[string, string, string]>([
  ['words', 'A *b* __c__ `d` ~~e~~', '<p>A <em>b</em> <strong>c</strong> <code>d</code> <del>e</del></p>'],
  ['signs', '&amp; &lt; <', '<p>&#x26; &#x3C; &#x3C;</p>'],
  ['lists', '1. a\n2. b', '<ol>\n<li>a</li>\n<li>b</li>\n</ol>'],
  ['a link', '[a](https://x.example)', `<p><a href="https://x.example" ${OUT}>a</a></p>`],
  [
    'a link without words',
    '[](https://x.example/y)',
    `<p><a href="https://x.example/y" ${OUT}>https://x.example/y</a></p>`,
  ],
  ['an address of mail', '[a](mailto:a@b.c)', `<p><a href="mailto:a@b.c" ${OUT}>a</a></p>`],
  ['a link that runs something', '[*a*](javascript:x) b', '<p><em>a</em> b</p>'],
  ['a link on this site', '[a](/x) [b](#x)', '<p>a b</p>'],
  ['a seat', '[a](https://x.example/seat/aaaaaaaaaaaaaaaaaaaa)', '<p>a</p>'],
  [
    'what is no seat',
    '[a](https://x.example/seat/short)',
    `<p><a href="https://x.example/seat/short" ${OUT}>a</a></p>`,
  ],
  ['a value', '[e](#value:x)', '<p><data class="live" data-name="x" value="e">e</data></p>'],
  ['a post', '[f](#post:story-4)', '<p><a data-post="story-4">f</a></p>'],
  ['a thing', '[g](#thing:rooms/D4)', '<p><a data-thing="rooms/D4">g</a></p>'],
  [
    'a stored picture',
    '[h](pictures/a.0123456789abcdef.webp)',
    '<p><span data-picture="pictures/a.0123456789abcdef.webp">h</span></p>',
  ],
  [
    'a picture from elsewhere',
    '![a cat](https://x.example/c.png)',
    `<p><a href="https://x.example/c.png" ${OUT}>a cat</a></p>`,
  ],
  [
    'a picture without words',
    '![ ](https://x.example/c.png)',
    `<p><a href="https://x.example/c.png" ${OUT}>picture</a></p>`,
  ],
  ['a picture from nowhere', '![](x)', '<p>picture</p>'],
  ['code', '```js\ncode\n```', `${PRE}<code class="language-js">code\n</code></pre>`],
  ['code with words behind its fence', '```js x\ncode\n```', `${PRE}<code>js x\ncode\n</code></pre>`],
  ['a fence alone', '```\n```\n\nA.', `${PRE}<code></code></pre>\n<p>A.</p>`],
  ['a word behind a fence alone', '```js\n```', `${PRE}<code>js\n</code></pre>`],
  ['indented code', '    four', `${PRE}<code>four\n</code></pre>`],
  [
    'headings',
    '# One\n\n### Two\n\n#### Three\n\n## Four',
    '<h3>One</h3>\n<h4>Two</h4>\n<h5>Three</h5>\n<h4>Four</h4>',
  ],
  ['an empty heading', '# One\n\n#\n\n# Two', '<h3>One</h3>\n\n<h3>Two</h3>'],
  ['tags that form words', 'a <b>b</b> <i>c</i><br>d <u>e', '<p>a b c<br>\nd e</p>'],
  ['a block of HTML', '<div>A</div>\n\n<!-- c -->\n\nB <!-- d --> C', '<p>A</p>\n<p>B  C</p>'],
  [
    'HTML in a heading and a cell',
    '# a <x>\n\n| <y> |\n|---|\n| <z> |',
    '<h3>a &#x3C;x></h3>\n<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>\n<thead>\n<tr>\n<th scope="col">&#x3C;y></th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>&#x3C;z></td>\n</tr>\n</tbody>\n</table></div>',
  ],
  [
    'a table',
    '| a | |\n|---|---|\n| 1 | 2 |',
    '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>\n<thead>\n<tr>\n<th scope="col">a</th>\n<td></td>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td>2</td>\n</tr>\n</tbody>\n</table></div>',
  ],
  [
    'a footnote',
    'A[^1]\n\n[^1]: N.',
    '<p>A<sup>1</sup></p>\n<section data-footnotes class="footnotes"><h3 class="sr-only">Footnotes</h3>\n<ol>\n<li>\n<p>N. ↩</p>\n</li>\n</ol>\n</section>',
  ],
  ['a footnote without a mark', 'A.\n\n[^2]: M.', '<p>A.</p>\n<p>[^2]: M.</p>'],
  ['an address that nothing uses', '[x]: https://y.example', '<p>[x]: https://y.example</p>'],
  [
    'an address of the same name',
    '[x]\n\n[x]: https://y.example\n\n[x]: https://z.example',
    `<p><a href="https://y.example" ${OUT}>x</a></p>\n<p>[x]: https://z.example</p>`,
  ],
  ['a line', '---', '<hr>'],
  ['nothing', ' ', ''],
  [
    'a sign of a list alone',
    '*',
    `<p><em>This has nothing that Markdown shows, so it is shown as it was written.</em></p>${PRE}*</pre>`,
  ],
])('%s', (_, text, html) => {
  expect(renderAsMarkdown(text, { anchor: null, wording: IN_ENGLISH })).toBe(html);
});

test('a task list shows which items are ticked', () => {
  const html = renderAsMarkdown('- [x] tea\n- [ ] milk', { anchor: null, wording: IN_ENGLISH });
  expect(html).toBe(
    '<ul class="contains-task-list">\n<li class="task-list-item">☑ tea</li>\n<li class="task-list-item">☐ milk</li>\n</ul>',
  );
});

test('headings continue below the one above the text, up to six levels', () => {
  const shown = (under: number): string =>
    renderAsMarkdown('# One\n\n## Two', { anchor: null, under, wording: IN_ENGLISH });
  expect([shown(1), shown(4), shown(5), shown(6)]).toEqual([
    '<h2>One</h2>\n<h3>Two</h3>',
    '<h5>One</h5>\n<h6>Two</h6>',
    '<h6>One</h6>\n<h6>Two</h6>',
    '<h6>One</h6>\n<h6>Two</h6>',
  ]);
});

test('gives each block of a rule an anchor, and makes hidden comments visible', () => {
  const text = 'A.\n\n- B\n\n> C\n\n---\n\n| a |\n|---|\n| 1 |\n\n<!-- d -->';
  expect(renderAsMarkdown(text, { anchor: 'x', wording: IN_ENGLISH })).toBe(
    '<p id="x:1">A.</p>\n<ul id="x:2">\n<li>B</li>\n</ul>\n<blockquote id="x:3">\n<p>C</p>\n</blockquote>\n<hr id="x:4">\n<div class="scroll" tabindex="0" role="group" aria-label="Table" id="x:5"><table>\n<thead>\n<tr>\n<th scope="col">a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n</tr>\n</tbody>\n</table></div>\n<p id="x:6">&#x3C;!-- d --></p>',
  );
});

test('shows a text that is too deep or too long as written, as far as there is room', () => {
  const deep = `${'> '.repeat(200)}y`;
  expect(renderAsMarkdown(deep, { anchor: null, wording: IN_ENGLISH })).toBe(
    `<p><em>This has lists or quotes nested too deeply, so it is shown as it was written.</em></p>${PRE}${'&#62; '.repeat(200)}y</pre>`,
  );
  const long = renderAsMarkdown('x'.repeat(1_000_001), { anchor: null, wording: IN_ENGLISH });
  expect(long).toMatch(/so it is shown as it was written\. These are its first 200000 characters\.<\/em>/u);
  expect(long.length).toBeLessThan(200_300);
});
