import { expect, test } from 'vitest';
import { dayIn, IN_ENGLISH, inTime, monthIn, shortMonthIn, tickIn, timeIn, wordingIn } from './wording.ts';

const AT = Date.parse('2024-03-01T09:00:00Z');

test.each([
  ['2024-03-01T09:20:00Z', 'in 20 min'],
  ['2024-03-01T14:00:00Z', 'in 5 h'],
  ['2024-03-03T08:00:00Z', 'in 47 h'],
  ['2024-03-04T10:00:00Z', 'in 3 days'],
  ['2024-03-01T07:00:00Z', '2 h ago'],
])('%s is %s', (to, said) => {
  expect(inTime(AT, Date.parse(to))).toBe(said);
});

test('times, distances and numbers follow the language, and English has its own short forms', () => {
  const german = wordingIn({ tag: 'de', texts: { 'by {1}': 'von {1}' } });
  const { say, time, number } = german;
  expect([say`by ${'Ana'}`, time('2024-03-01T09:00:00Z'), number(-1234.5)]).toEqual([
    'von Ana',
    '01.03.2024, 09:00 UTC',
    '−1.234,5',
  ]);
  expect(dayIn('de', '2024-03-01T09:00:00Z')).toBe('01.03.2024');
  expect(inTime(AT, Date.parse('2024-03-01T14:00:00Z'), 'de')).toBe('in 5 Std.');
  expect([timeIn('en', '2024-03-01T09:00:00Z'), IN_ENGLISH.number(-1234.5)]).toEqual([
    '2024-03-01 09:00 UTC',
    '−1234.5',
  ]);
});

test('names a month in the language of the game', () => {
  expect(['en', 'de', 'pl'].map((tag) => monthIn(tag, '2024-03'))).toEqual([
    'March 2024',
    'März 2024',
    'marzec 2024',
  ]);
});

test('shows a time below a chart as precisely as its span needs', () => {
  const at = '2024-03-05T09:00:00Z';
  const days = [30, 200, 2000].map((count) => count * 86_400_000);
  expect(days.map((span) => tickIn('en', at, span))).toEqual(['Mar 5', 'Mar 2024', '2024']);
  expect([tickIn('en', at, 0), tickIn('de', at, 0)]).toEqual(['Mar 5, 09:00', '5. März, 09:00']);
  expect([
    tickIn('de', at, 30 * 86_400_000),
    shortMonthIn('de', '2024-03'),
    shortMonthIn('en', '2024-03'),
  ]).toEqual(['5. März', 'Mär', 'Mar']);
});
