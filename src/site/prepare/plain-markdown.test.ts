import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shippedLibrary } from '../../store/fixtures/shipped-library.ts';
import { splitFrontMatter } from '../../ruleset/front-matter.ts';
import { plainMarkdown } from './plain-markdown.ts';
import { IN_ENGLISH } from '../../language/wording.ts';
import { renderAsMarkdown } from './render-markdown.ts';

/** Pieces of a line, with a `~` between them. */
const pieces = (list: string): string[] => list.split('~');
const PLAIN = pieces('I~vote~12~(yes)~é~x.~No!~–~“so”~**bold**~*it*~**a b**,~(*x*)~**So.**~$5');
const LINKS = pieces(
  `[a](https://x.example/b_c)~[48](#value:window)~[$5 a](#value:b)~[rooms](#table:rooms).~a: b~'s'~"so"`,
);
const ODD = pieces(
  '1.~~-~+~=~**~*~a**b**~***~**a*~**a.**b~!~/~:for:~[a]~[a] (b)~[x] y~![a](https://x.example)~http://x.example~www.a.b~a@b.example~[b](https://x.example/www.a)',
);
const TABLES = [
  '| a | b c |\n|---|---|\n| 1 | *x* |',
  '| A |\n| --- |\n| [#f](#value:a) |\n|  |',
  '| a | b |\n|---|',
];
const piece = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom(...PLAIN, ...LINKS) },
  { weight: 1, arbitrary: fc.constantFrom(...ODD) },
);
const mark = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('', '', '- ', '> ', '1. ', '# ', '### ') },
  { weight: 1, arbitrary: fc.constantFrom('2. ', '  ', '* ', '---', '=', '|') },
);
const end = fc.oneof(
  { weight: 20, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: fc.constantFrom(' ', '  ', '#', '\\') },
);
const line = fc
  .tuple(mark, fc.array(piece, { minLength: 1, maxLength: 6 }), end)
  .map(([begin, pieces, last]) => `${begin}${pieces.join(' ')}${last}`);
const part = fc.oneof({ weight: 12, arbitrary: line }, { weight: 1, arbitrary: fc.constantFrom(...TABLES) });
const texts = fc
  .array(fc.tuple(part, fc.constantFrom('\n', '\n\n', '\n\n', '\n\n\n')), { minLength: 1, maxLength: 5 })
  .map((lines) => lines.flat().join(''));
const options = fc.record({
  anchor: fc.constantFrom(null, 'core.votes'),
  under: fc.integer({ min: 1, max: 4 }),
});

test('what is taken for plain is what Markdown makes of it', () => {
  let plain = 0;
  fc.assert(
    fc.property(texts, options, (text, { anchor, under }) => {
      const html = plainMarkdown(text, { anchor, under });
      if (html === null) return;
      plain++;
      expect(html).toBe(renderAsMarkdown(text, { anchor, under, wording: IN_ENGLISH }));
    }),
    { numRuns: 1500 },
  );
  expect(plain).toBeGreaterThan(200);
});

test('so it is of the library’s rules, many of which are plain', () => {
  const bodies = [...shippedLibrary].flatMap(([path, text]) =>
    path.endsWith('.md') && !path.includes('/site/') ? [splitFrontMatter(text).body] : [],
  );
  const found = bodies.map((body) => plainMarkdown(body, { anchor: 'core.x', under: 2 }));
  for (const [at, html] of found.entries())
    if (html !== null)
      expect(html).toBe(renderAsMarkdown(bodies[at] ?? '', { anchor: 'core.x', wording: IN_ENGLISH }));
  expect(found.filter((html) => html !== null).length).toBeGreaterThan((3 * bodies.length) / 4);
});

test.each([
  ['1. one\n3. three'],
  ['a\n> quoted'],
  ['- a\n\n- b'],
  ['- a\n  b'],
  ['<b>'],
  ['a & b'],
  [' indented'],
  ['a  \nb'],
  ['www.example.org'],
  ['a@b.example'],
  ['_so_'],
  ['a\n---'],
  ['[a]: https://x.example'],
  ['a\\b'],
  [''],
])('%j is not taken for plain', (text) => {
  expect(plainMarkdown(text, { anchor: null, under: 2 })).toBeNull();
});
