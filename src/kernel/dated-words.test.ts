import { expect, test } from 'vitest';

import { datesIn, PassedDates, readDated, textAt } from './dated-words.ts';
import { manifestOf } from './fixtures/kernel-with.ts';

const later = (text: string): unknown =>
  readDated(text).later.map(({ at, text: words }) => [at.slice(0, 10), words]);

test('a value can change from a day on', () => {
  expect(readDated('48, and 36 from 2030-07-01').first).toBe('48');
  expect(later('48, and 36 from 2030-07-01')).toEqual([['2030-07-01', '36']]);
  expect(readDated('48, and 36 from 2030-07-01').later[0]?.at).toBe('2030-07-01T00:00:00Z');
  expect(later('48; 36 from 2030-07-01, and 24 from 2031-01-01')).toEqual([
    ['2030-07-01', '36'],
    ['2031-01-01', '24'],
  ]);
});

test.each(['48', '36 from 2030-07-01', '48, and 36 from 2030-13-01', '48, and 36 from 2030-00-10'])(
  'reads “%s” as one value without dates',
  (text) => {
    expect(readDated(` ${text} `)).toEqual({ first: text, later: [] });
  },
);

test.each([
  ['2030-01-31', true],
  ['2030-01-32', false],
  ['2030-01-00', false],
  ['2030-04-30', true],
  ['2030-04-31', false],
  ['2030-02-28', true],
  ['2030-02-29', false],
  ['2028-02-29', true],
  ['2028-02-30', false],
  ['2100-02-29', false],
  ['2400-02-29', true],
  ['2028-03-29', true],
  ['2028-03-31', true],
])('whether %s is a day: %s', (day, is) => {
  expect(readDated(`1, and 2 from ${day}`).later.length).toBe(is ? 1 : 0);
});

test('the latest words whose day has come are in force', () => {
  const text = '3, and 1 from 2031-01-01, and 2 from 2030-07-01';
  expect(textAt(text, '2030-06-30T23:59:59Z')).toBe('3');
  expect(textAt(text, '2030-07-01T00:00:00Z')).toBe('2');
  expect(textAt(text, '2030-12-31T00:00:00Z')).toBe('2');
  expect(textAt(text, '2031-01-01T00:00:00Z')).toBe('1');
});

test('of two for the same day, the last one is in force', () => {
  expect(textAt('3, and 1 from 2030-07-01, and 2 from 2030-07-01', '2031-01-01T00:00:00Z')).toBe('2');
});

const dated = manifestOf([
  { title: 'A', values: { x: '1, and 2 from 2031-01-01', y: '3' } },
  { title: 'B', values: { z: '1, and 2 from 2030-01-01, and 4 from 2031-01-01' } },
]);

test('lists each moment at which a value changes once, in order', () => {
  expect(datesIn(dated)).toEqual(['2030-01-01T00:00:00Z', '2031-01-01T00:00:00Z']);
});

test('redefines the rules when a day has come, or turns out not to have come, and not in between', () => {
  const passed = new PassedDates();
  const defined: string[] = [];
  const follow = (at: string, manifest = dated): void => passed.follow(manifest, at, () => defined.push(at));
  const [before, between, alsoBetween, after] = ['2029', '2030-05', '2030-06', '2032'] as const;
  for (const at of [before, before, between, alsoBetween, after, after, between]) follow(at);
  expect(defined).toEqual([before, between, after, between]);
  follow(alsoBetween, manifestOf([{ title: 'A', values: { y: '3' } }]));
  expect(defined).toHaveLength(4);
  follow(alsoBetween);
  expect(defined.at(-1)).toBe(alsoBetween);
});

test('defining the rules stays due if it is stopped', () => {
  const passed = new PassedDates();
  const stopped = (): never => {
    throw new Error('out of steps');
  };
  expect(() => passed.follow(dated, '2030-05', stopped)).toThrow('out of steps');
  let isDefined = false;
  passed.follow(dated, '2030-05', () => (isDefined = true));
  expect(isDefined).toBe(true);
});

test('ignores spaces around the words', () => {
  expect(readDated('48 , 36  from 2030-07-01')).toEqual({
    first: '48',
    later: [{ at: '2030-07-01T00:00:00Z', text: '36' }],
  });
  expect(readDated(', 36 from 2030-07-01')).toEqual({ first: ', 36 from 2030-07-01', later: [] });
});
