import fc from 'fast-check';
import { expect, test } from 'vitest';
import { moreIfSlow } from '../../test/slowly.ts';
import { parseMarkdown, parser } from './parse-markdown.ts';

/** Pieces that decide which parser is used, and others around them. */
const pieces: readonly string[] = [
  '| - : :- -: |-| ~ ~~ [ ] ^ x X w www . WWW. h http https :// HTTP:// @ a b.c ( ) < > [x] [^a] [^a]: # * ** _ ` \\ ! &amp; &#64;'.split(
    ' ',
  ),
  [' ', '\t', '\n', '\n\n', '\r\n', '[ ]', '- ', '1. ', '> '],
].flat();
const markdown = fc.array(fc.constantFrom(...pieces), { maxLength: 24 }).map((pieces) => pieces.join(''));

test('what is not looked for is not there: the tree is the one that looking for everything gives', () => {
  fc.assert(
    fc.property(markdown, (text) => {
      expect(parseMarkdown(text)).toEqual(parser.parse(text));
    }),
    { numRuns: moreIfSlow(500, 2000) },
  );
});

test.each([
  ['an address', 'See www.example.org/a or https://example.org, or ask a@example.org.', 'link'],
  ['a table', '| a | b |\n|---|---|\n| 1 | 2 |', 'table'],
  ['a table of one column without bars', 'a\n:-\nb', 'table'],
  ['a footnote', 'Words.[^1]\n\n[^1]: More.', 'footnoteDefinition'],
  ['a task', '- [ ] to be done', '"checked":false'],
  ['what is struck out', 'It was ~~so~~.', 'delete'],
])('%s is found', (_, text, type) => {
  expect(JSON.stringify(parseMarkdown(text))).toContain(type);
});
