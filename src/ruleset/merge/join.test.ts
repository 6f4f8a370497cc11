import { expect, test } from 'vitest';

import { joinBlocks, splitBlocks, type Block } from './blocks.ts';
import { joinWithTails, renumber } from './join.ts';

const numbered = (text: string): string => {
  const { head, blocks } = splitBlocks(text);
  return joinBlocks({ head, blocks: renumber(blocks) });
};

test.each([
  ['1. a\n2. b\n2. c\n', '1. a\n2. b\n3. c\n'],
  ['1. a\n3. b\n', '1. a\n2. b\n'],
  ['4. a\n5. b\n5. c\n', '4. a\n5. b\n6. c\n'],
  ['1. a\n1. b\n1. c\n', '1. a\n1. b\n1. c\n'],
  ['1. a\n1. b\n\nText.\n', '1. a\n1. b\n\nText.\n'],
  ['1. a\n1. b\n3. c\n', '1. a\n2. b\n3. c\n'],
  ['0. a\n0. b\n', '0. a\n1. b\n'],
  ['2. a\n2. b\n', '2. a\n3. b\n'],
  ['2. a\n1. b\n', '2. a\n3. b\n'],
  ['1) a\n1) b\n2) c\n', '1) a\n2) b\n3) c\n'],
  ['1. a\n\nText.\n\n1. b\n2. c\n', '1. a\n\nText.\n\n1. b\n2. c\n'],
  ['1. a\n- x\n2. b\n2. c\n', '1. a\n- x\n2. b\n3. c\n'],
  ['1. a\n- x\n3. b\n', '1. a\n- x\n2. b\n'],
  ['1. a\n  1. x\n  1. y\n1. b\n  1. z\n  2. w\n', '1. a\n  1. x\n  2. y\n2. b\n  1. z\n  2. w\n'],
  ['1. a\n  4. x\n2. b\n  7. y\n', '1. a\n  4. x\n2. b\n  7. y\n'],
])('renumbers the lists in %j where needed', (text, wanted) => {
  expect(numbered(text)).toBe(wanted);
});

const join = (blocks: readonly Block[], base: string, ours = base, theirs = base): string =>
  joinWithTails(blocks, { base: splitBlocks(base), ours: splitBlocks(ours), theirs: splitBlocks(theirs) });
const blocksOf = (...texts: string[]): Block[] => texts.flatMap((text) => splitBlocks(text).blocks);

test('keeps the gap between two blocks from the first side, else the other side, else the base', () => {
  const blocks = blocksOf('A\n\nB\n');
  expect(join(blocks, 'A\n\nB\n', 'A\n\n\nB\n', 'A\n\n\n\nB\n')).toBe('A\n\n\nB\n');
  expect(join(blocks, 'A\n\nB\n', 'A\n\nB\n', 'A\n\n\nB\n')).toBe('A\n\n\nB\n');
  expect(join(blocks, 'A\n\nB\n', 'A\n\n\nB\n', 'A\n\nB\n')).toBe('A\n\n\nB\n');
  expect(join(blocks, 'A\n\nB\n', 'A\n\nB\n', 'A\n')).toBe('A\n\nB\n');
  expect(join(blocks, 'A\n', 'A\n', 'A\n\n\nB\n')).toBe('A\n\n\nB\n');
  expect(join(blocks, 'A\n\nB\n', 'A\n', 'A\n\n\n\nB\n')).toBe('A\n\n\n\nB\n');
  expect(join(blocks, 'A\n\n\n\n\nB\n', 'A\n', 'B\n')).toBe('A\n\n\n\n\nB\n');
});

test('takes the blanks at the start and the end from the side that changed them', () => {
  const blocks = blocksOf('A\n');
  expect(join(blocks, 'A\n', '\nA\n', 'A\n\n')).toBe('\nA\n\n');
  expect(join(blocks, 'A\n', 'A\n\n', '\nA\n')).toBe('\nA\n\n');
  expect(join(blocks, 'A\n', 'A\n\n\n', 'A\n\n')).toBe('A\n\n\n');
  expect(join(blocks, 'A\n', '', '')).toBe('A');
});

test('newly adjacent list items or table rows stay close, and other blocks get a blank line', () => {
  const beside = (first: string, second: string): string => join(blocksOf(first, second), '', '', '');
  expect(beside('- a\n', '- b')).toBe('- a\n- b');
  expect(beside('- a\n\n', '- b')).toBe('- a\n- b');
  expect(beside('- a', '- b')).toBe('- a\n- b');
  expect(beside('| a |\n\n', '| b |')).toBe('| a |\n| b |');
  expect(beside('> a\n\n', '> b')).toBe('> a\n> b');
  expect(beside('- a\n', 'b')).toBe('- a\n\nb');
  expect(beside('a\n', '- b')).toBe('a\n\n- b');
  expect(beside('a', 'b')).toBe('a\n\nb');
  // These paragraphs were written on consecutive lines.
  expect(beside('a\n', 'b')).toBe('a\nb');
  expect(beside('a\n\n\n', '- b')).toBe('a\n\n\n- b');
  expect(beside('a\n \n', '- b')).toBe('a\n \n- b');
  expect(beside('# a\n', '# b')).toBe('# a\n\n# b');
  expect(beside('- a\r\n\r\n', '- b')).toBe('- a\r\n- b');
  expect(beside('- a', '- b\r\n').startsWith('- a\r\n')).toBe(true);
});
