import { expect, test } from 'vitest';
import { parseMarkdown } from './parse-markdown.ts';

test.each([
  ['an address', 'See www.example.org/a or https://example.org, or ask a@example.org.', 'link'],
  ['a table', '| a | b |\n|---|---|\n| 1 | 2 |', 'table'],
  ['a table of one column without bars', 'a\n:-\nb', 'table'],
  ['a footnote', 'Words.[^1]\n\n[^1]: More.', 'footnoteDefinition'],
  ['a task', '- [ ] to be done', '"checked":false'],
  ['what is struck out', 'It was ~~so~~.', 'delete'],
])('finds %s', (_, text, type) => {
  expect(JSON.stringify(parseMarkdown(text))).toContain(type);
});
