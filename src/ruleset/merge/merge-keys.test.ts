import { expect, test } from 'vitest';

import { mergeKeys } from './merge-keys.ts';

const merge = (base: string, ours: string, theirs: string): string => {
  const { text, conflicts } = mergeKeys(base, ours, theirs);
  expect(conflicts).toEqual([]);
  return text;
};

test('takes each key from the side that changed it', () => {
  expect(merge('a: 1\n', 'a: 2\n', 'a: 1\n')).toBe('a: 2\n');
  expect(merge('a: 1\n', 'a: 1\n', 'a: 2\n')).toBe('a: 2\n');
  expect(merge('a: 1\n', 'a: 2\n', 'a: 2\n')).toBe('a: 2\n');
  expect(merge('a: 1\nb: 1\n', 'a: 2\nb: 1\n', 'a: 1\nb: 3\n')).toBe('a: 2\nb: 3\n');
  expect(merge('a: 1\nb: 1\nc: 1\n', 'a: 2\nb: 1\nc: 1\n', 'b: 1\nc: 5\n'.replace('b', 'a: 1\nb'))).toBe(
    'a: 2\nb: 1\nc: 5\n',
  );
});

test('drops a key that one side removed, and keeps one copy of a key both added alike', () => {
  expect(merge('a: 1\nb: 1\n', 'a: 2\nb: 1\n', 'a: 1\n')).toBe('a: 2\n');
  expect(merge('a: 1\nb: 1\n', 'a: 1\n', 'a: 2\nb: 1\n')).toBe('a: 2\n');
  expect(merge('a: 1\n', 'a: 1\nb: [1, 2]\n', 'a: 2\nb: [ 1, 2 ]\n')).toBe('a: 2\nb: [1, 2]\n');
});

test('puts a new key behind the one it follows in its own version', () => {
  expect(merge('a: 1\nb: 1\n', 'a: 2\nb: 1\n', 'n: 0\na: 1\nb: 1\n')).toBe('n: 0\na: 2\nb: 1\n');
  expect(merge('a: 1\nb: 1\n', 'a: 2\nb: 1\n', 'a: 1\nn: 0\nb: 1\n')).toBe('a: 2\nn: 0\nb: 1\n');
  expect(merge('a: 1\nb: 1\n', 'b: 1\nc: 1\n', 'a: 1\nn: 0\nb: 1\n')).toBe('n: 0\nb: 1\nc: 1\n');
  expect(merge('a: 1\n', 'a: 2', 'a: 1\nb: 1\n')).toBe('a: 2\nb: 1\n');
});

test('merges comments together with the key below them', () => {
  expect(merge('# x\n# y\na: 1\nb: 1\n', '# x\n# y\na: 1\nb: 2\n', '# x\n# z\na: 3\nb: 1\n')).toBe(
    '# x\n# z\na: 3\nb: 2\n',
  );
  expect(merge('a: 1\n\n# of b\nb: 1\n', 'a: 2\n\n# of b\nb: 1\n', 'a: 1\n\n')).toBe('a: 2\n\n');
});

test('merges nested maps at every depth', () => {
  const base = 'm:\n  a: 1\n  n:\n    x: 1\n    y: 1\n';
  const ours = 'm:\n  a: 2\n  n:\n    x: 2\n    y: 1\n';
  expect(merge(base, ours, 'm:\n  a: 1\n  n:\n    x: 1\n    y: 3\n')).toBe(
    'm:\n  a: 2\n  n:\n    x: 2\n    y: 3\n',
  );
  expect(merge(base, base.replace('    y: 1\n', ''), ours)).toBe('m:\n  a: 2\n  n:\n    x: 2\n');
  // One side removed it and the other changed it.
  expect(mergeKeys(base, ours, 'm:\n  a: 1\n').conflicts).toMatchObject([{ kind: 'key', where: 'm' }]);
});

test('merges a map that both sides added', () => {
  expect(merge('a: 1\n', 'a: 1\nm:\n  x: 1\n', 'a: 1\nm:\n  y: 2\n')).toBe('a: 1\nm:\n  x: 1\n  y: 2\n');
});

test.each([
  ['a key that both changed', 'a: 1\n', 'a: 2\n', 'a: 3\n', 'a', 'a: 2', 'a: 3'],
  ['removed here, changed there', 'a: 1\nb: 1\n', 'b: 1\n', 'a: 3\nb: 1\n', 'a', null, 'a: 3'],
  ['changed here, removed there', 'a: 1\nb: 1\n', 'a: 3\nb: 1\n', 'b: 1\n', 'a', 'a: 3', null],
  ['a list that both changed', 'a: [1]\n', 'a: [1, 2]\n', 'a: [1, 3]\n', 'a', 'a: [1, 2]', 'a: [1, 3]'],
  ['a map against a list', 'a:\n  x: 1\n', 'a: [1]\n', 'a:\n  x: 2\n', 'a', 'a: [1]', 'a:\n  x: 2'],
  ['a list against a map', 'a:\n  x: 1\n', 'a:\n  x: 2\n', 'a: [1]\n', 'a', 'a:\n  x: 2', 'a: [1]'],
  ['maps in place of a number', 'a: 1\n', 'a:\n  x: 2\n', 'a:\n  y: 2\n', 'a', 'a:\n  x: 2', 'a:\n  y: 2'],
  ['deep inside', 'a:\n  x: 1\n', 'a:\n  x: 2\n', 'a:\n  x: 3\n', 'a', 'a:\n  x: 2', 'a:\n  x: 3'],
])('conflict: %s', (_, base, ours, theirs, where, mine, yours) => {
  const { text, conflicts } = mergeKeys(base, ours, theirs);
  expect(text).toBe(ours);
  expect(conflicts).toMatchObject([{ kind: 'key', where, ours: mine, theirs: yours }]);
});

test.each([
  ['can’t be read', 'a: [\n'],
  ['is no map', '- 1\n'],
  ['stands on one line', '{ a: 2 }\n'],
  ['has a list for a key', '? [a]\n: 1\n'],
  ['is too deep', `a: ${'['.repeat(400)}${']'.repeat(400)}\n`],
])('a version that %s is a conflict as a whole', (_, odd) => {
  const { text, conflicts } = mergeKeys('a: 1\n', 'a: 5\n', odd);
  expect(text).toBe('a: 5\n');
  expect(conflicts).toMatchObject([
    { kind: 'key', where: 'the lines above the text', base: 'a: 1\n', theirs: odd },
  ]);
});

test('treats an empty file or one with only a comment as a map without keys', () => {
  expect(merge('', 'a: 1\n', 'b: 1\n')).toBe('b: 1\na: 1\n');
  expect(merge('# x\n', '# x\na: 1\n', '# x\nb: 1\n')).toContain('a: 1\n');
});

test('keeps the wording and the comment of the side that changed a key', () => {
  expect(merge('a: 1\nb: 1\n', 'a: 2 # two\nb: 1\n', 'a: 1\nb: 3 # three\n')).toBe(
    'a: 2 # two\nb: 3 # three\n',
  );
  expect(merge('a: 1\nb: 1\n', 'a: 2 # mine\nb: 1\n', 'a: 2 # yours\nb: 3\n')).toBe('a: 2 # mine\nb: 3\n');
});

test('keeps a comment above all keys, and removes a key’s comment along with the key', () => {
  const text = (a: number, b: number): string => `# Of the rule\n\na: ${a}\n# Of b\nb: ${b}\n`;
  expect(merge(text(1, 1), text(2, 1), text(1, 3))).toBe(text(2, 3));
  expect(merge(text(1, 1), text(2, 1), '# Of the rule\n\na: 1\n')).toBe('# Of the rule\n\na: 2\n');
});

test('conflicts as a whole if exactly one version isn’t a map', () => {
  const list = '- x\n';
  for (const [base, ours, theirs] of [
    [list, 'a: 1\n', 'a: 2\n'],
    ['a: 1\n', list, 'a: 2\n'],
    ['a: 1\n', 'a: 2\n', list],
  ] as const)
    expect(mergeKeys(base, ours, theirs)).toMatchObject({
      text: ours,
      conflicts: [{ where: 'the lines above the text' }],
    });
});

test('a map that one side emptied and the other changed is a conflict', () => {
  const [base, emptied, changed] = ['m:\n  x: 1\n', 'm:\n', 'm:\n  x: 2\n'];
  expect(mergeKeys(base, emptied, changed).conflicts).toMatchObject([
    { kind: 'key', where: 'm', ours: 'm:', theirs: 'm:\n  x: 2' },
  ]);
  expect(mergeKeys(base, changed, emptied).conflicts).toMatchObject([
    { kind: 'key', where: 'm', ours: 'm:\n  x: 2', theirs: 'm:' },
  ]);
  // The earlier value is missing, so it isn't a map either.
  expect(merge(emptied, changed, base.replace('x', 'y'))).toBe('m:\n  x: 2\n  y: 1\n');
});

test('a key that is only formatted differently counts as unchanged, so the other side’s value wins', () => {
  expect(merge('a: "x"\nb: 1\n', 'a: x\nb: 1\n', 'a: y # as agreed\nb: 2\n')).toBe(
    'a: y # as agreed\nb: 2\n',
  );
  expect(merge('a: "x"\nb: 1\n', 'a: y # as agreed\nb: 1\n', 'a: x\nb: 2\n')).toBe(
    'a: y # as agreed\nb: 2\n',
  );
});

test('merges inside a map if both sides changed one of its keys alike', () => {
  expect(merge('a:\n  x: 1\n  y: 1\n', 'a:\n  x: 2\n  y: 1\n', 'a:\n  x: 2\n  y: 2\n')).toBe(
    'a:\n  x: 2\n  y: 2\n',
  );
});

test('a key that lost its nested keys isn’t a map, and a key that never had a value stays', () => {
  const { conflicts } = mergeKeys('a:\n  x: 1\n', 'a:\n', 'a:\n  x: 2\n');
  expect(conflicts).toEqual([
    { kind: 'key', where: 'a', base: 'a:\n  x: 1', ours: 'a:', theirs: 'a:\n  x: 2' },
  ]);
  expect(merge('? a\nb: 1\n', '? a\nb: 2\n', '? a\nb: 1\nc: 3\n')).toBe('? a\nb: 2\nc: 3\n');
});

test('distinguishes 1.50 from 1.5, and two numbers that are one as floats', () => {
  const [third, second] = ['9007199254740993', '9007199254740992'];
  expect(merge('a: 1.50\nb: 1\n', 'a: 1.50\nb: 2\n', 'a: 1.5\nb: 1\n')).toBe('a: 1.5\nb: 2\n');
  expect(merge(`a: ${third}\nb: 1\n`, `a: ${third}\nb: 2\n`, `a: ${second}\nb: 1\n`)).toBe(
    `a: ${second}\nb: 2\n`,
  );
  expect(mergeKeys('a: 1\n', 'a: 1.50\n', 'a: 1.5\n').conflicts).toHaveLength(1);
  // Keys that both sides changed are written again, and a text stays a text.
  expect(merge('m: { a: 1.50, b: 1 }\n', 'm: { a: 1.50, b: 2 }\n', 'm: { a: 1.50, b: 1, c: 007 }\n')).toBe(
    'm:\n  a: "1.50"\n  b: 2\n  c: "007"\n',
  );
});
