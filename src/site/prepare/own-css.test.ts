import { expect, test } from 'vitest';
import { readOwnCss } from './own-css.ts';

const read = (text: string) => readOwnCss({ path: 'content/site.css', text });

test('serves a style as it is, without its comments', () => {
  const style =
    'main h1 { letter-spacing: 0.2em; }\n@media print { .own-text h2::after { content: "»"; } }\n';
  expect(read(style)).toEqual({ css: style, problems: [] });
  expect(read('/* url(x)\n@import */ a { color: red; }')).toEqual({
    css: expect.stringMatching(/^\s+\n\s+a \{ color: red; \}$/u),
    problems: [],
  });
  expect(readOwnCss(undefined)).toEqual({ css: '', problems: [] });
});

test.each([
  ['a {}\n@import "x.css";', 2, '@import'],
  ['@font-face { font-family: x }', 1, '@font-face'],
  ['a {\n  background: URL (https://evil.example/a.png);\n}', 2, 'URL ('],
  ['a { background: image-set("x.png" 1x) }', 1, 'image-set('],
  ['a { b\\65 havior: x }', 1, '\\'],
  ['a { width: expression(alert(1)) }', 1, 'expression('],
  ['</style><script>', 1, '<'],
  ['a { color: red } /* open\n@import "x";', 0, ''],
])('rejects %j as a whole, with its line', (text, line, said) => {
  const { css, problems } = read(text);
  if (line === 0) {
    expect([css.trim(), problems]).toEqual(['a { color: red }', []]);
    return;
  }
  expect(css).toBe('');
  expect(problems[0]?.startsWith(`content/site.css:${line}: ${said}: `)).toBe(true);
});

test('rejects a style that is longer than a page needs', () => {
  expect(read('a{}'.repeat(10_000))).toEqual({
    css: '',
    problems: [expect.stringContaining('30000 characters')],
  });
});

test.each([
  'main h2 { display: none }',
  'a {\n  color: red;\n  visibility: hidden }',
  '.doors { opacity: 0 }',
  '@media screen { .top { position: fixed; inset: 0 } }',
  'main { transform: scale(0) }',
  'main { clip-path: inset(50%) }',
  'h1 { font-size: 0 }',
  '* { font-size: 0.5em }',
  'p { text-indent: -999px }',
  'p { margin-top: -40px }',
  'p { margin-top: calc(0px - 40px) }',
  'p { padding-left: 1e5px }',
  'p { padding-left: 90vw }',
  'p { color: transparent }',
  'p { color: rgb(0 0 0 / 0) }',
  'p { line-height: 0 }',
  '.doors::after { content: "Enacted" }',
  'li { list-style-type: "Passed " }',
  'html { --measure: 0 }',
  'html { --ink: transparent }',
  'p { float: right; width: 0 }',
  'main { filter: blur(9px) }',
  'p { animation: away 1s }',
  '.own-text { position: fixed }',
  '.own-text ~ footer { display: none }',
  '.own-text + footer, .own-text p { display: none }',
  '.own-text p, footer { display: none }',
  'footer:has(+ .own-text p) { display: none }',
  '.own-text p { & ~ p { color: red } }',
  'p { color: red; @media print { display: none } }',
  'p { DISPLAY : none !important }',
  'p { font: 0/0 a }',
  'p { all: unset }',
  'p { line-height: 3.1 }',
  'p { line-height: 0.9 }',
  'p { line-height: 2em }',
  'p { font-size: 10px }',
  'p { font-size: 12ch }',
  'p { font-size: tiny }',
  'p { margin: 0 11% }',
  'p { border-width: 65px }',
  'p { border-width: 3furlongs }',
  'p { background-position: 101% 0 }',
  'main :is(.own-text p, footer) { display: none }',
])('rejects hiding, moving, covering or adding text outside the group’s own pages: %j', (text) => {
  const { css, problems } = read(text);
  expect(css).toBe('');
  expect(problems.length).toBeGreaterThan(0);
  expect(problems[0]).toMatch(/^content\/site\.css:\d+: .{10}/u);
});

test('reports the line of a rejected rule', () => {
  expect(read('a { color: red; }\n\nmain\n{\n  margin: 0;\n  opacity: 0;\n}').problems).toEqual([
    'content/site.css:6: opacity: it may hide, move or cover, so it is for the group’s own pages (.own-text …)',
  ]);
});

test.each([
  ':root { --accent: #114422; --own-gap: 2rem }',
  'p { line-height: 3; font-size: 11px; letter-spacing: 4em; margin: 64px 10% } a { line-height: 1; font-size: Small }',
  'p { background-position: 100% 0; border-width: 64px !important; transition-duration: 1s }',
  '.own-text :is(p, li), .own-text [title] > a:not(h2, h3) { display: none }',
  'body { background: linear-gradient(#fff, #eee) no-repeat; font-family: Charter, "Bitstream Charter", serif }',
  'h1, h2 { font-size: 2.4rem; line-height: 1.2; margin: 0 auto 1rem; text-transform: uppercase; border-bottom: 3px double #114422 }',
  '@media (min-width: 40rem) { .own-text > figure { position: absolute; transform: rotate(2deg); opacity: 0.9 } }',
  '.own-text h2::before { content: "❦ {"; float: left } .own-text :is(p, li) { animation: in 1s } @keyframes in { from { opacity: 0 } }',
])('allows colours and fonts everywhere, and anything within the group’s own pages: %j', (text) => {
  expect(read(text)).toEqual({ css: text, problems: [] });
});

test('a style may be as long as a page needs, and rules in rules are told with their lines', () => {
  expect(read('a{}'.padEnd(20_000, ' ')).problems).toEqual([]);
  expect(
    read('@media print {\n@layer x {\na {\nb { color: red }\n@media print { c { color: red } }\n}}}')
      .problems,
  ).toEqual(
    [4, 5, 5].map(
      (line) => `content/site.css:${line}: nested rules are not allowed: write the rule separately`,
    ),
  );
});

test('reports what is never allowed before anything else', () => {
  const hidden = '.top { display: none }';
  expect(read(hidden).problems).toHaveLength(1);
  expect(read(`${hidden}\n@import "x";`).problems).toEqual([
    'content/site.css:2: @import: only @media, @supports, @container, @layer and @keyframes are allowed',
  ]);
  expect(read('.own-text p ,\n  .own-text a { display: none }').problems).toEqual([]);
});
