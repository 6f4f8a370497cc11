import fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  isSet,
  pieces,
  repriced,
  singles,
  valueOf,
  without,
  type Entry,
} from './dynastic/helpers/collections.ts';
import { alphabetically, withMost } from './dynastic/helpers/players.ts';
import { meant, plainTitle } from './dynastic/helpers/references.ts';
import { latest } from './dynastic/helpers/submissions.ts';
import { published } from './dynastic/helpers/titles.ts';

const collection: readonly Entry[] = [
  { art: 'a', price: 10 },
  {
    set: [
      { art: 'b', price: 1 },
      { art: 'c', price: 2 },
      { art: 'd', price: 3 },
    ],
  },
  { art: 'e', price: 20 },
];

test('pieces in sets count towards the value, but aren’t single', () => {
  expect(valueOf(collection)).toBe(36);
  expect(pieces(collection).map(({ art }) => art)).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(singles(collection).map(({ art }) => art)).toEqual(['a', 'e']);
  expect(without(collection, 'c')).toEqual(collection);
  expect(without(collection, 'a')).toHaveLength(2);
});

test('changes prices inside and outside of sets, and keeps the structure', () => {
  const doubled = repriced(collection, ({ price }) => 2 * price);
  expect(valueOf(doubled)).toBe(72);
  expect(doubled.map(isSet)).toEqual([false, true, false]);
});

const art = (id: string, title: string) => ({ id, title });
const [moon, sun, star] = [art('r1-1', 'Red Moon'), art('r1-2', 'Red Sun'), art('r1-3', 'Star')];

test.each([
  ['r1-1', moon],
  [' RED moon ', moon],
  ['moon', moon],
  ['red', null],
  ['star', star],
  ['sta', null],
  ['', null],
  [7, null],
])('tells which piece %j means among a red moon and a red sun', (words, piece) => {
  expect(meant(words, [moon, sun, star], [moon, sun])).toBe(piece);
});

test('an amendment changes what it names; anything else replaces what was there', () => {
  const ana = { id: 'ana' };
  const bo = { id: 'bo' };
  const sent = [
    { by: ana, contents: { title: 'One', image: 'x' } },
    { by: bo, contents: { amend: true, title: 'Two' } },
    { by: ana, contents: { amend: true, title: 'Three' } },
    { by: bo, contents: { image: 'y' } },
  ];
  expect(latest(sent)).toEqual([
    { by: ana, contents: { title: 'Three', image: 'x' } },
    { by: bo, contents: { image: 'y' } },
  ]);
});

test('never gives a title twice, whatever is sent, and keeps one that is new', () => {
  const title = fc.constantFrom('Noon', 'noon', 'Noon (1)', 'NOON (2)', 'Dusk', 'Dusk (1)', 'Dawn', ' dawn ');
  fc.assert(
    fc.property(fc.array(fc.array(title, { maxLength: 6 }), { maxLength: 5 }), (rounds) => {
      const hung: { title: string; submittedAs: string }[] = [];
      for (const sent of rounds) {
        const titles = published(sent, hung);
        const others = (at: number): string[] => [
          ...hung.flatMap((one) => [one.title, one.submittedAs]),
          ...sent.toSpliced(at, 1),
        ];
        const isNew = (as: string, at: number): boolean =>
          others(at).every((other) => plainTitle(other) !== plainTitle(as));
        expect(titles.filter((_, at) => isNew(sent[at] ?? '', at))).toEqual(sent.filter(isNew));
        sent.forEach((submittedAs, at) => hung.push({ title: titles[at] ?? '', submittedAs }));
        expect(new Set(hung.map((one) => plainTitle(one.title))).size).toBe(hung.length);
      }
    }),
  );
});

test('finds those with the most of something, and sorts everybody alphabetically', () => {
  expect(withMost([3, 1, 3], (n) => n)).toEqual([3, 3]);
  expect(withMost([], (n: number) => n)).toEqual([]);
  expect(alphabetically([{ id: 'b' }, { id: 'a' }])).toEqual([{ id: 'a' }, { id: 'b' }]);
});
