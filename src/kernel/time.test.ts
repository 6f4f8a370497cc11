import fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  dayOf,
  everyDay,
  everyWeek,
  hoursAfter,
  hoursBetween,
  isMoment,
  minuteOf,
  monthsAfter,
  timeInWords,
  toMs,
  toTime,
  weekOf,
} from './time.ts';

const AT = '2021-06-18T09:00:00Z';

test('a time is a text, and can be converted to milliseconds and back', () => {
  expect(toTime(toMs(AT) + 1_999)).toBe('2021-06-18T09:00:01Z');
  expect(() => toMs('soon')).toThrow('not a time: "soon" (expected 2021-06-18T09:00:00Z)');
});

test('a moment exists in the calendar, and none is written that has no form as a time', () => {
  const none = [
    '2024-02-30T00:00:00Z',
    '2024-03-01T24:00:00Z',
    '2024-03-01T09:00:60Z',
    '2024-99-99T99:99:99Z',
  ];
  expect([AT, '2024-02-29T00:00:00Z', ...none, `${AT} `, 'soon'].filter(isMoment)).toEqual([
    AT,
    '2024-02-29T00:00:00Z',
  ]);
  expect(isMoment('+010000-01-01T00:00:00Z')).toBe(false);
  const [first, last] = ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z'];
  expect([toTime(toMs(first)), toTime(toMs(last) + 999)]).toEqual([first, last]);
  expect(hoursAfter('9999-12-31T23:00:00Z', 0.999)).toBe('9999-12-31T23:59:56Z');
  expect(() => hoursAfter('9999-12-31T23:00:00Z', 1)).toThrow('there is no such time');
  expect(() => hoursAfter('0000-01-01T00:00:00Z', -1)).toThrow('there is no such time');
  expect(() => hoursAfter(AT, Number.NaN)).toThrow('there is no such time');
});

test('a moment is a text that comes back unchanged, whatever its digits', () => {
  const two = fc.nat(99).map((number) => String(number).padStart(2, '0'));
  const text = fc
    .tuple(fc.constantFrom('0000', '2024', '2026', '9999'), two, two, two, two, two)
    .map(
      ([year, month, day, hour, minute, second]) => `${year}-${month}-${day}T${hour}:${minute}:${second}Z`,
    );
  const near = fc
    .tuple(fc.nat(13), fc.nat(32), fc.nat(24), fc.constantFrom('00', '59', '60'))
    .map((all) => all.map((part) => String(part).padStart(2, '0')))
    .map(([month, day, hour, minute]) => `2025-${month}-${day}T${hour}:${minute}:00Z`);
  const isThere = (at: string): boolean => {
    const ms = Date.parse(at);
    return !Number.isNaN(ms) && `${new Date(ms).toISOString().slice(0, 19)}Z` === at;
  };
  fc.assert(
    fc.property(fc.oneof(text, near), (at) => {
      expect(isMoment(at)).toBe(isThere(at));
    }),
    { numRuns: 2_000 },
  );
});

test('adds and counts hours with fractions, forwards and backwards', () => {
  expect(hoursAfter(AT, 1.5)).toBe('2021-06-18T10:30:00Z');
  expect(hoursAfter(AT, -10)).toBe('2021-06-17T23:00:00Z');
  expect(hoursBetween(AT, '2021-06-19T10:30:00Z')).toBe(25.5);
  expect(hoursBetween('2021-06-19T10:30:00Z', AT)).toBe(-25.5);
});

test('shows a time to the minute, or as a day', () => {
  expect([minuteOf(AT), timeInWords(AT), dayOf(AT)]).toEqual([
    '2021-06-18 09:00',
    '2021-06-18 09:00 UTC',
    '2021-06-18',
  ]);
});

test.each([
  ['2021-06-14T00:00:00Z', '2021-06-14'],
  ['2021-06-18T09:00:00Z', '2021-06-14'],
  ['2021-06-20T23:59:59Z', '2021-06-14'],
  ['2021-06-21T00:00:00Z', '2021-06-21'],
])('the week of %s begins on %s', (time, monday) => {
  expect(weekOf(time)).toBe(monday);
});

test.each([
  ['2021-01-31T09:00:00Z', 1, '2021-02-28T09:00:00Z'],
  ['2020-01-31T09:00:00Z', 1, '2020-02-29T09:00:00Z'],
  ['2021-03-31T09:00:00Z', 1, '2021-04-30T09:00:00Z'],
  ['2021-03-31T09:00:00Z', -1, '2021-02-28T09:00:00Z'],
  ['2021-12-15T09:00:00Z', 1, '2022-01-15T09:00:00Z'],
  ['2021-06-18T09:00:00Z', 0, '2021-06-18T09:00:00Z'],
])('%s plus %i months is %s', (time, months, wanted) => {
  expect(monthsAfter(time, months)).toBe(wanted);
});

test('a daily time is the next one after the moment, and never the moment itself', () => {
  const at = everyDay('18:00');
  expect(at({ from: AT })).toBe('2021-06-18T18:00:00Z');
  expect(at({ from: '2021-06-18T18:00:00Z' })).toBe('2021-06-19T18:00:00Z');
  expect(everyDay(' 8 ')({ from: AT })).toBe('2021-06-19T08:00:00Z');
  expect(() => everyDay('noon')({ from: AT })).toThrow('there is no time of day "noon"; it is written 18:00');
});

test('a weekly time is this week’s, or the next one’s if that has passed', () => {
  expect(everyWeek('Sunday ', '18:30')({ from: AT })).toBe('2021-06-20T18:30:00Z');
  expect(everyWeek('monday', '18:30')({ from: AT })).toBe('2021-06-21T18:30:00Z');
  expect(() => everyWeek('someday', '18:00')).toThrow(
    'there is no weekday "someday"; there are monday, tuesday',
  );
});
