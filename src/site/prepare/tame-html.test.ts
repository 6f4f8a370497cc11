import { expect, test } from 'vitest';

import { IN_ENGLISH } from '../../language/wording.ts';
import { renderAsMarkdown } from './render-markdown.ts';

const shown = (text: string, anchor: string | null = null): string =>
  renderAsMarkdown(text, { anchor, wording: IN_ENGLISH });
const words = (html: string): string => html.replaceAll(/<[^>]*>/gu, ' ');

test.each([
  ['a block of HTML', '<div>LAMP</div>'],
  ['a folded part', 'Before.\n\n<details><summary>More</summary>\nLAMP\n</details>\n\nAfter.'],
  ['a tag that there is not', 'I found a <LAMP> there'],
  ['a tag alone', '<LAMP>'],
  ['a script', '<script>LAMP()</script>'],
  ['a comment that is not closed', 'Hello.\n\n<!-- LAMP'],
  ['a comment and nothing else', '<!-- LAMP -->'],
  ['an address that no link uses', 'Hello.\n\n[it]: https://lamp.example "LAMP"'],
  ['the second address of a name', '[it].\n\n[it]: https://a.example\n[it]: https://b.example "LAMP"'],
  ['a footnote that nothing leads to', 'Hello.\n\n[^1]: LAMP'],
  ['words behind a fence', 'Hello.\n\n```js LAMP\ncode\n```'],
  ['a fence of nothing else', 'Hello.\n\n```LAMP\n```'],
  ['a declaration', '<!DOCTYPE LAMP>'],
  ['an instruction', '<?LAMP ?>'],
  ['twenty thousand letters behind a sign', `<p ${'x '.repeat(10_000)}LAMP`],
  ['brackets in brackets', `${'['.repeat(90)}LAMP${']'.repeat(90)}: https://lamp.example`],
])('shows %s to the reader', (_, text) => {
  expect(words(shown(text))).toContain('LAMP');
  expect(shown(text)).not.toMatch(/<(?:script|details|LAMP|!--)/u);
});

test('drops a tag that only formats words, and keeps the words', () => {
  expect(shown('a <b>bold</b> word')).toBe('<p>a bold word</p>');
  expect(shown('one<br>two')).toBe('<p>one<br>\ntwo</p>');
  expect(shown('Why: a comment.\n\n<!-- Say why. -->')).toBe('<p>Why: a comment.</p>');
});

test('shows comments hidden in the text of a rule', () => {
  expect(words(shown('Lamps burn.\n\n<!-- Except Bo’s. -->', 'core.lamps'))).toContain('Except Bo’s.');
});

test('keeps what a link or a footnote uses in its place', () => {
  const html = shown('[It][it] and this[^1].\n\n[it]: https://lamp.example\n\n[^1]: A note.');
  expect(html).toContain('<a href="https://lamp.example"');
  expect(html.split('A note.')).toHaveLength(2);
  expect(html).not.toContain('[it]');
});

test('shows text as written if Markdown would swallow all of it', () => {
  expect(shown('<!-- LAMP -->')).toContain('so it is shown as it was written');
  expect(shown('* * *')).toBe('<hr>');
  expect(shown(' \n')).toBe('');
});
