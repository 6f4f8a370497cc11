import { expect, test } from 'vitest';
import { readOwnCss } from './own-css.ts';

const read = (text: string) => readOwnCss({ path: 'content/site.css', text });

test('a style is served as it is, without its comments', () => {
  const style = 'main h1 { letter-spacing: 0.2em; }\n@media print { .lede::after { content: "»"; } }\n';
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
])('%j is refused whole, with its line', (text, line, said) => {
  const { css, problems } = read(text);
  if (line === 0) {
    expect([css.trim(), problems]).toEqual(['a { color: red }', []]);
    return;
  }
  expect(css).toBe('');
  expect(problems[0]?.startsWith(`content/site.css:${line}: ${said}: `)).toBe(true);
});

test('a style that is longer than a page needs is not taken', () => {
  expect(read('a{}'.repeat(10_000))).toEqual({
    css: '',
    problems: [expect.stringContaining('30000 characters')],
  });
});
