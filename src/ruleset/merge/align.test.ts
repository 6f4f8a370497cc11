import { expect, test } from 'vitest';

import { align, wordSimilarity } from './align.ts';

const words = {
  key: (item: string) => item,
  similarity: wordSimilarity,
  movable: (item: string) => item !== '',
};
const aligned = (before: string, after: string, like = words): { to: readonly number[]; moved: number[] } => {
  const { to, moved } = align(
    before === '' ? [] : before.split('|'),
    after === '' ? [] : after.split('|'),
    like,
  );
  return { to, moved: [...moved] };
};

test('pairs equal items; added and removed items have no partner', () => {
  expect(aligned('a|b|c', 'a|b|c')).toEqual({ to: [0, 1, 2], moved: [] });
  expect(aligned('a|c', 'a|b|c')).toEqual({ to: [0, 2], moved: [] });
  expect(aligned('a|b|c', 'a|c')).toEqual({ to: [0, -1, 1], moved: [] });
  expect(aligned('', 'a')).toEqual({ to: [], moved: [] });
  expect(aligned('a|b', '')).toEqual({ to: [-1, -1], moved: [] });
});

test('treats an item in another’s place as a change of it, even if they have nothing in common', () => {
  expect(aligned('a|b|c', 'a|x|c')).toEqual({ to: [0, 1, 2], moved: [] });
  expect(aligned('one two three|end', 'nothing of that kind|end')).toEqual({ to: [0, 1], moved: [] });
});

test('pairs a changed item with the most similar candidate, keeping the order', () => {
  expect(aligned('the old lamp burns|end', 'a gate|the old lamp glows|end').to).toEqual([1, 2]);
  expect(aligned('a gate|the old lamp burns|end', 'the old lamp glows|end').to).toEqual([-1, 0, 1]);
  expect(aligned('the lamp burns|the tide falls|end', 'the lamp glows|the tide rises|end').to).toEqual([
    0, 1, 2,
  ]);
  expect(aligned('the lamp burns|the tide falls|end', 'the tide rises|end').to).toEqual([-1, 0, 1]);
  // More pairs count more than one that is slightly more similar.
  expect(aligned('a b|c d|end', 'x y|z w|end').to).toEqual([0, 1, 2]);
  expect(aligned('p q r|the one lamp|x y z|end', 'the one tide|k l|end').to).toEqual([-1, 0, 1, 2]);
});

test('an equal or very similar item elsewhere was moved, but not a merely somewhat similar one', () => {
  expect(aligned('m|a|b|c', 'a|b|c|m')).toEqual({ to: [3, 0, 1, 2], moved: [0] });
  const moved = 'one two three four five six seven|a|b|c';
  expect(aligned(moved, 'a|b|c|one two three four five six eight')).toEqual({ to: [3, 0, 1, 2], moved: [0] });
  // Seven of ten words are just enough.
  expect(aligned('q w e r t y u i o p|a|b|c', 'a|b|c|q w e r t y u 1 2 3').moved).toEqual([0]);
  expect(aligned('q w e r t y u i o p|a|b|c', 'a|b|c|q w e r t y 1 2 3 4').moved).toEqual([]);
});

test('pairs moved identical items before looking for changes in place', () => {
  expect(aligned('m|a|b', 'x|a|b|m')).toEqual({ to: [3, 1, 2], moved: [0] });
  expect(aligned('m|a|k', 'a|m')).toEqual({ to: [1, 0, -1], moved: [0] });
  // Only identical items take precedence. An item with merely the same words is a change in place.
  expect(aligned('A b c|x|y', 'q|x|y|a, b c')).toEqual({ to: [0, 1, 2], moved: [] });
  // A place that is already paired can't be used twice.
  const seven = 'one two three four five six seven';
  expect(aligned(`${seven}|a|b|k`, 'a|b|one two three four five six eight')).toEqual({
    to: [-1, 0, 1, 2],
    moved: [],
  });
});

test('prefers one similar pair to two dissimilar ones, and two similar pairs to one', () => {
  expect(aligned('the lamp burns|end', 'a gate|the lamp glows|end')).toEqual({ to: [1, 2], moved: [] });
  expect(aligned('the lamp burns|k|end', 'z|the lamp glows|end')).toEqual({ to: [1, -1, 2], moved: [] });
  expect(aligned('k|the lamp burns|end', 'the lamp glows|z|end')).toEqual({ to: [-1, 0, 2], moved: [] });
  expect(aligned('a b s t|m u s n|n c d z|end', 's t m u|n m c d|end').to).toEqual([-1, 0, 1, 2]);
});

test('the work limits count only the items still unpaired, and pairs beyond them aren’t compared', () => {
  const seven = 'one two three four five six seven';
  const many = (count: number, text: (at: number) => string): string =>
    Array.from({ length: count }, (_, at) => text(at)).join('|');
  // 400 times 400 pairs, all similar.
  const lost = aligned(
    many(400, (at) => `${seven} a${at}`),
    many(400, (at) => `${seven} b${at}`),
  );
  expect(lost).toEqual({ to: new Array(400).fill(-1), moved: [] });
  // A thousand stay the same, and one is searched for among two hundred.
  const same = many(1000, (at) => `s${at}`);
  const found = aligned(`${seven} a|${same}`, `${same}|${many(200, (at) => `n${at}`)}|${seven} b`);
  expect([found.to[0], found.moved]).toEqual([1200, [0]]);
  // With more differences than the limit, everything counts as removed and added, in order.
  const few = aligned(
    many(10, (at) => `a${at}`),
    many(4100, (at) => `b${at}`),
  );
  expect(few).toEqual({ to: Array.from({ length: 10 }, (_, at) => at), moved: [] });
  const fewer = aligned(
    many(4100, (at) => `a${at}`),
    many(10, (at) => `b${at}`),
  );
  expect(fewer.to.filter((place) => place >= 0)).toHaveLength(10);
});

test('doesn’t treat an item as moved if it says too little to be recognized', () => {
  const like = { ...words, movable: (item: string) => item !== 'm' };
  expect(aligned('m|a|b|c', 'a|b|c|m', like)).toEqual({ to: [-1, 0, 1, 2], moved: [] });
});

test('gives each of two moved items its own place, pairing the most similar first', () => {
  expect(aligned('m|m|a|b|c|d', 'a|b|c|d|m|m')).toEqual({ to: [4, 5, 0, 1, 2, 3], moved: [0, 1] });
  const long = 'one two three four five six seven eight nine ten';
  const near = `${long.slice(0, -3)}1`;
  const far = 'one two three four five six seven eight 2 1';
  expect(aligned(`${long}|a|b|c|d|e`, `a|b|${far}|c|d|${near}|e`)).toEqual({
    to: [5, 0, 1, 3, 4, 6],
    moved: [0],
  });
  expect(aligned(`${long}|a|b|c|d|e`, `a|b|${near}|c|d|${far}|e`)).toEqual({
    to: [2, 0, 1, 3, 4, 6],
    moved: [0],
  });
  // If two are equally similar, the first is used.
  expect(aligned(`${long}|a|b|c|d|e`, `a|b|${near}|c|d|${near}|e`)).toEqual({
    to: [2, 0, 1, 3, 4, 6],
    moved: [0],
  });
});

test('doesn’t look for similar lines if there are too many pairs to compare', () => {
  const lines = (of: string): string => Array.from({ length: 400 }, (_, at) => `${of}${at}`).join('|');
  expect(new Set(aligned(lines('a'), lines('b')).to)).toEqual(new Set([-1]));
  const few = (of: string): string => Array.from({ length: 40 }, (_, at) => `${of}${at}`).join('|');
  expect(aligned(few('a'), few('b')).to).toEqual(Array.from({ length: 40 }, (_, at) => at));
});

test('the similarity of two texts is the share of words they have in common', () => {
  expect(wordSimilarity('a b', 'a b')).toBe(1);
  expect(wordSimilarity('A b.', 'a, B')).toBe(1);
  expect(wordSimilarity('a b', 'c d')).toBe(0);
  expect(wordSimilarity('a b c d', 'a b')).toBeCloseTo(4 / 6);
  expect(wordSimilarity('a a a b', 'a c')).toBeCloseTo(2 / 6);
  expect(wordSimilarity('a c', 'a a a b')).toBeCloseTo(2 / 6);
  expect(wordSimilarity('a a x', 'a a y')).toBeCloseTo(4 / 6);
  expect(wordSimilarity('!', '?')).toBe(0);
  expect(wordSimilarity('!', '!')).toBe(1);
  expect(wordSimilarity('Über 3', 'über 3')).toBe(1);
});

test('if two equally similar items swapped places, the later one counts as changed', () => {
  expect(aligned('a b c|d e f|end', 'd e x|a b x|end')).toEqual({ to: [-1, 0, 2], moved: [] });
});
