import { expect, test } from 'vitest';

import { durationAfter, hoursIn, readDuration, unitAfter } from './durations.ts';
import { hoursAfter, hoursBetween } from './time.ts';

const FROM = '2030-01-31T09:00:00Z';

test.each([
  ['48 hours', 48],
  ['1 hour', 1],
  ['an hour', 1],
  ['half an hour', 0.5],
  ['5 minutes', 5 / 60],
  ['90 seconds', 0.025],
  ['seven days', 168],
  ['two  weeks', 336],
  ['12-hour', 12],
  ['1,000 hours', 1000],
  ['Two Days', 48],
  ['0 hours', 0],
  ['a fortnight', 336],
  ['two fortnights', 672],
  ['three quarters of an hour', 0.75],
  ['a quarter of a day', 6],
  ['two and a half weeks', 420],
  ['one and a half days', 36],
  ['2 and a half hours', 2.5],
  ['1½ days', 36],
  ['½ day', 12],
  ['a day and a half', 36],
  ['an hour and a quarter', 1.25],
])('%s', (text, hours) => {
  expect(hoursIn(readDuration(text) ?? { count: -1, unit: 'hour' })).toBe(hours);
});

test.each([
  '48',
  'hours',
  'for ever',
  '-2 hours',
  'several days',
  '48 lamps',
  '2 dayss',
  '',
  'two and days',

  'one and two thirds',
])('%j isn’t a duration', (text) => {
  expect(readDuration(text)).toBeNull();
});

test('months and years are as long as in the calendar', () => {
  const after = (text: string): string | null => {
    const duration = readDuration(text);
    return duration === null ? null : durationAfter(FROM, duration);
  };
  expect(['1 month', '3 months', 'a year', '2 days'].map(after)).toEqual([
    '2030-02-28T09:00:00Z',
    '2030-04-30T09:00:00Z',
    '2031-01-31T09:00:00Z',
    '2030-02-02T09:00:00Z',
  ]);
  expect(hoursIn({ count: 1, unit: 'month' })).toBeNull();
});

test('every second counts: a duration ends after exactly that many', () => {
  for (let seconds = 1; seconds < 4000; seconds += 7) {
    const hours = hoursIn({ count: seconds, unit: 'second' }) ?? 0;
    const end = hoursAfter(FROM, hours);
    expect([Date.parse(end) - Date.parse(FROM), hoursBetween(FROM, end)]).toEqual([seconds * 1000, hours]);
  }
});

test.each([
  [' hours, or longer', 'hour'],
  [' minutes', 'minute'],
  ['-hour window', 'hour'],
  [' calendar days ahead', 'day'],
  [' hourglasses', null],
  [' of the lamps', null],
  ['th of that month', null],
])('finds the unit after a number in %j', (words, unit) => {
  expect(unitAfter(words)).toBe(unit);
});
