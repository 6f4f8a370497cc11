import { expect, test } from 'vitest';
import { mergeLines, mergeText, mergeTree } from './merge-tree.ts';

const tree = (files: Readonly<Record<string, string>>): Map<string, string> => new Map(Object.entries(files));

test('merges each kind of file in its own way', () => {
  const base = tree({
    'a.md': 'One a. Two b.\n',
    'b.yml': 'x: 1\ny: 1\n',
    'c.yaml': 'x: 1\ny: 1\n',
    'd.ts': 'x\ny\n',
  });
  const ours = tree({
    'a.md': 'One x. Two b.\n',
    'b.yml': 'x: 2\ny: 1\n',
    'c.yaml': 'x: 2\ny: 1\n',
    'd.ts': 'X\ny\n',
  });
  const theirs = tree({
    'a.md': 'One a. Two y.\n',
    'b.yml': 'x: 1\ny: 2\n',
    'c.yaml': 'x: 1\ny: 2\n',
    'd.ts': 'x\nY\n',
  });
  const { files, conflicts } = mergeTree(base, ours, theirs);
  expect(Object.fromEntries(files)).toEqual({
    'a.md': 'One x. Two y.\n',
    'b.yml': 'x: 2\ny: 2\n',
    'c.yaml': 'x: 2\ny: 2\n',
    'd.ts': 'X\ny\n',
  });
  // Neighbouring lines of code are one change, as for Git.
  expect(conflicts).toEqual([
    { kind: 'lines', where: 'x', base: 'x\ny\n', ours: 'X\ny\n', theirs: 'x\nY\n', path: 'd.ts' },
  ]);
});

test('sorts files by path, and drops a file that either side removed', () => {
  const base = tree({ b: '1', c: '1', d: '1' });
  const { files, conflicts } = mergeTree(
    base,
    tree({ b: '1', d: '1', e: '1' }),
    tree({ a: '1', b: '1', c: '1' }),
  );
  expect([...files.keys()]).toEqual(['a', 'b', 'e']);
  expect(conflicts).toEqual([]);
});

test('a file that both added differently, or one changed and the other removed, is a conflict', () => {
  expect(mergeTree(tree({}), tree({ a: '1' }), tree({ a: '1' })).conflicts).toEqual([]);
  expect(mergeTree(tree({}), tree({ a: '1' }), tree({ a: '2' }))).toEqual({
    files: tree({ a: '1' }),
    conflicts: [{ kind: 'file', where: 'a', base: null, ours: '1', theirs: '2', path: 'a' }],
  });
  expect(mergeTree(tree({ a: '1' }), tree({}), tree({ a: '2' }))).toEqual({
    files: tree({}),
    conflicts: [{ kind: 'file', where: 'a', base: '1', ours: null, theirs: '2', path: 'a' }],
  });
  expect(mergeTree(tree({ a: '1' }), tree({ a: '2' }), tree({})).conflicts).toMatchObject([
    { base: '1', ours: '2', theirs: null },
  ]);
});

test('code lines: identical changes don’t conflict, and an added line is named in its conflict', () => {
  expect(mergeLines('a\n', 'a\n', 'b\n').text).toBe('b\n');
  expect(mergeLines('a\nb\nc\n', 'x\nb\nc\n', 'x\nb\ny\n')).toEqual({ text: 'x\nb\ny\n', conflicts: [] });
  expect(mergeLines('a\nb\n', 'a\n one\nb\n', 'a\ntwo\nb\n').conflicts).toMatchObject([
    { kind: 'lines', where: 'one', base: '', ours: ' one\n', theirs: 'two\n' },
  ]);
  expect(mergeLines('a\nb\nc', 'a\nb\nd', 'x\nb\nc')).toEqual({ text: 'x\nb\nd', conflicts: [] });
});

test('front matter that only one side has keeps its fences', () => {
  expect(mergeText('One.\n', 'One x.\n', '---\na: 1\n---\nOne.\n')).toEqual({
    text: '---\na: 1\n---\nOne x.\n',
    conflicts: [],
  });
  expect(mergeText('A.\n', 'A.\r\nB.\r\n', 'Z.\n\nA.\n').text).toContain('\r\n');
  expect(mergeText('A.\n', 'B.\n', 'A.\n')).toEqual({ text: 'B.\n', conflicts: [] });
  expect(mergeText('A.\n', 'A.\n', 'B.\n')).toEqual({ text: 'B.\n', conflicts: [] });
});
