import { expect, test } from 'vitest';

import { blockKey, blockSource, gapOf, joinBlocks, splitBlocks } from './blocks.ts';

const kinds = (text: string): string[] =>
  splitBlocks(text).blocks.map((block) => `${block.kind}: ${blockSource(block)}`);

test.each([
  ['# One\nTwo\n', ['heading: # One', 'paragraph: Two']],
  ['One\ngoes on\n', ['paragraph: One\ngoes on']],
  ['One.\nTwo\n', ['paragraph: One.', 'paragraph: Two']],
  ['One.”\nTwo\n', ['paragraph: One.”', 'paragraph: Two']],
  ['One\n\nTwo\n', ['paragraph: One', 'paragraph: Two']],
  ['- One\n  goes on\n- Two\n', ['item: - One\n  goes on', 'item: - Two']],
  ['1. One\n2) Two\n• Three\n', ['item: 1. One', 'item: 2) Two', 'item: • Three']],
  ['Text\n- One\n', ['paragraph: Text', 'item: - One']],
  ['Text\n> quoted\n', ['paragraph: Text', 'quote: > quoted']],
  ['> quoted\ngoes on\n', ['quote: > quoted\ngoes on']],
  ['| a | b |\n| c | d |\nText\n', ['row: | a | b |', 'row: | c | d |', 'paragraph: Text']],
  // A fence ends at a line that begins with it, even indented, but not at one that ends with it.
  ['```\na ```\n\n  ```\nMore\n', ['code: ```\na ```\n\n  ```', 'paragraph: More']],
  ['Text\n```\na\n\nb\n```\nMore\n', ['paragraph: Text', 'code: ```\na\n\nb\n```', 'paragraph: More']],
  ['~~~\n```\n~~~\nMore\n', ['code: ~~~\n```\n~~~', 'paragraph: More']],
  ['```\nnever closed\n', ['code: ```\nnever closed']],
  ['```\n```\nMore\n', ['code: ```\n```', 'paragraph: More']],
  ['   indented\n', ['paragraph:    indented']],
])('splits %j into its blocks', (text, wanted) => {
  expect(kinds(text)).toEqual(wanted);
  expect(joinBlocks(splitBlocks(text))).toBe(text);
});

test('a block has a marker, units, and trailing blanks', () => {
  expect(splitBlocks('\n  - One. Two.\n\nEnd').head).toBe('\n');
  expect(splitBlocks('\n  - One. Two.\n\nEnd').blocks).toEqual([
    {
      kind: 'item',
      lead: '  - ',
      units: [
        { text: 'One.', after: ' ' },
        { text: 'Two.', after: '' },
      ],
      tail: '\n\n',
    },
    { kind: 'paragraph', lead: '', units: [{ text: 'End', after: '' }], tail: '' },
  ]);
  expect(splitBlocks('  Text\n').blocks[0]).toMatchObject({ lead: '  ', units: [{ text: 'Text' }] });
  expect(splitBlocks('| a | b |\n').blocks[0]?.units.map(({ text }) => text)).toEqual(['a', 'b']);
  expect(splitBlocks('## A. B\n').blocks[0]).toMatchObject({ lead: '## ' });
});

test('the key of a block consists of its kind and its words', () => {
  const [first, second, third] = splitBlocks('- One.  Two.\n\n* One. Two.\n\nOne. Two.\n').blocks.map(
    blockKey,
  );
  expect(first).toBe('item\nOne.\nTwo.');
  expect(second).toBe(first);
  expect(third).toBe('paragraph\nOne.\nTwo.');
});

test('the separator between new units depends on the kind of block', () => {
  expect(['row', 'code', 'paragraph', 'item'].map((kind) => gapOf(kind as 'row'))).toEqual([
    ' | ',
    '\n',
    ' ',
    ' ',
  ]);
});
