import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainParagraph } from './plain-paragraph.ts';
import { renderAsMarkdown } from './render-markdown.ts';

const words = fc
  .array(
    fc.constantFrom(
      'I',
      'vote',
      'for',
      'it,',
      '12',
      '(yes)',
      'é',
      'www',
      'x.',
      '1.',
      'No!',
      '–',
      'www.a.b',
      '“so”',
      '',
    ),
    {
      minLength: 1,
      maxLength: 8,
    },
  )
  .map((all) => all.join(' '));

test('what is taken for plain is what Markdown makes of it', () => {
  let plain = 0;
  fc.assert(
    fc.property(words, (text) => {
      const html = plainParagraph(text);
      if (html === null) return;
      plain++;
      expect(html).toBe(renderAsMarkdown(text, null, 2));
    }),
    { numRuns: 500 },
  );
  expect(plain).toBeGreaterThan(50);
});

test.each([
  '*so*',
  '1. one',
  '> quoted',
  'a\nb',
  '<b>',
  '- item',
  ' indented',
  'www.example.org',
  'a@b.example',
  '',
  ':for:',
])('%j is not taken for plain', (text) => {
  expect(plainParagraph(text)).toBeNull();
});
