import { expect, test } from 'vitest';

import { mergeSequence } from './merge-sequence.ts';

/** Merges lists of letters. A small letter and its capital are versions of each other. */
function merge(base: string, ours: string, theirs: string): { text: string; told: string[] } {
  const said: string[] = [];
  const text = mergeSequence(base.split(''), ours.split(''), theirs.split(''), {
    key: (item) => item,
    similarity: (a, b) => (a === b ? 1 : a.toLowerCase() === b.toLowerCase() ? 0.9 : 0),
    movable: (item) => item !== '.',
    merge: (old, mine, yours) => (mine === old ? yours : mine),
    clash(old, mine, yours) {
      said.push(`clash ${old}${mine ?? '-'}${yours ?? '-'}`);
      return mine;
    },
    movedTwice: (old, mine, yours) => said.push(`moved ${old}${mine}${yours}`),
  });
  // A missing item would show up as nothing in the text.
  return { text: text.map(String).join(''), told: said };
}

test.each([
  ['nothing', 'abc', 'abc', 'abc', 'abc'],
  ['a change each', 'abc', 'Abc', 'abC', 'AbC'],
  ['one takes away', 'abc', 'ac', 'abC', 'aC'],
  ['both take away the same', 'abc', 'ac', 'ac', 'ac'],
  ['each takes away another', 'abc', 'bc', 'ab', 'b'],
  ['one adds at the beginning', 'abc', 'xabc', 'abC', 'xabC'],
  ['both add at one place', 'abc', 'axbc', 'aybc', 'axybc'],
  ['both add the same at one place', 'abc', 'axbc', 'axbc', 'axbc'],
  ['one adds the same twice, the other once', 'abc', 'axxbc', 'axbc', 'axxbc'],
  ['both add the same twice', 'abc', 'axxbc', 'axxbc', 'axxbc'],
  ['one adds the same once, the other twice', 'abc', 'axbc', 'axxbc', 'axxbc'],
  ['one adds the same thrice, the other twice', 'abc', 'axxxbc', 'axxbc', 'axxxbc'],
  ['both add the same to an empty list', '', 'xy', 'xz', 'xyz'],
  ['both add, and one thing is the same', 'abc', 'axybc', 'axzbc', 'axyzbc'],
  ['both add the same at different places', 'abc', 'axbc', 'abxc', 'axbxc'],
  ['one moves, the other changes it', 'abcd', 'bcda', 'Abcd', 'bcdA'],
  ['one changes it, the other moves', 'abcd', 'Abcd', 'bcda', 'bcdA'],
  ['both move to the same place', 'abcd', 'bcda', 'bcda', 'bcda'],
  ['one moves, the other takes away', 'abcd', 'bcda', 'bcd', 'bcd'],
  ['one takes away, the other moves', 'abcd', 'bcd', 'bcda', 'bcd'],
  ['one moves and adds behind it', 'abcd', 'bcdax', 'abcdy', 'bcdaxy'],
])('merges cleanly: %s', (_, base, ours, theirs, wanted) => {
  expect(merge(base, ours, theirs)).toEqual({ text: wanted, told: [] });
});

test('an item that one side changed and the other removed is a clash, whose resolver decides', () => {
  expect(merge('abc', 'aBc', 'ac')).toEqual({ text: 'aBc', told: ['clash bB-'] });
  expect(merge('abc', 'ac', 'aBc')).toEqual({ text: 'ac', told: ['clash b-B'] });
});

test('reports an item that both moved to different places, and keeps the first side’s place', () => {
  expect(merge('mabcd', 'abmcd', 'abcdm')).toEqual({ text: 'abmcd', told: ['moved mmm'] });
  expect(merge('mabcd', 'abcdm', 'abmcd').told).toEqual(['moved mmm']);
  // The conflict has both versions, whatever else is at that place.
  expect(merge('mabcd', 'abMcd', 'abcdm').told).toEqual(['moved mMm']);
  expect(merge('mabcd', 'abmcd', 'abcdM').told).toEqual(['moved mmM']);
  expect(merge('mabcd', 'abxmycd', 'abzmcd')).toEqual({ text: 'abxmyzcd', told: [] });
  expect(merge('mabcd', 'abmxcd', 'abmcd')).toEqual({ text: 'abmxcd', told: [] });
});

test('if both sides moved two items, reports only the one they placed differently', () => {
  expect(merge('mnabcdef', 'ambncdef', 'ambcndef').told).toEqual(['moved nnn']);
});

test('doesn’t report an item that both moved if nothing is left of it', () => {
  const said: string[] = [];
  const items = mergeSequence(['m', 'a', 'b', 'c'], ['a', 'M', 'b', 'c'], ['a', 'b', 'c', 'N'], {
    key: (item) => item,
    similarity: (one, other) => (/[mn]/iu.test(one) && /[mn]/iu.test(other) ? 0.9 : 0),
    movable: () => true,
    merge: (old) => (old === 'm' ? null : old),
    clash: (_, mine) => mine,
    movedTwice: (old) => said.push(old),
  });
  expect([items, said]).toEqual([['a', 'b', 'c'], []]);
});
