import { expect, test } from 'vitest';
import { repeating } from './repeating.ts';

const game = {
  hours: (name: string) => (name === 'daily-gap' ? 10 : 24),
  words: (name: string) => (name === 'daily-gap' ? '10 hours' : 'a day'),
};
const monday = '2021-03-01T20:00:00Z';

function ask(frequency: string, now: string, last: string | null, lastByAnybody = last): readonly string[] {
  return repeating(game)({ now, frequency, last, lastByAnybody, who: 'bo' });
}

test('allows something once a day, and only once the gap is over, to the second', () => {
  expect(ask('daily', '2021-03-01T21:00:00Z', monday)).toHaveLength(2);
  expect(ask('daily', '2021-03-02T05:59:59Z', monday)).toEqual(['bo did it less than 10 hours ago']);
  expect(ask('daily', '2021-03-02T06:00:00Z', monday)).toEqual([]);
});

test('a week ends with its Sunday', () => {
  expect(ask('weekly', '2021-03-07T23:59:59Z', monday)).toEqual(['bo has already done it this week']);
  expect(ask('weekly', '2021-03-08T00:00:00Z', monday)).toEqual([]);
});

test('a communal action is used up when anybody has done it', () => {
  expect(ask('daily-communal', '2021-03-01T21:00:00Z', null, monday)).toEqual([
    'it has already been done today',
  ]);
  expect(ask('daily-communal', '2021-03-02T00:00:00Z', null, monday)).toEqual([]);
});
