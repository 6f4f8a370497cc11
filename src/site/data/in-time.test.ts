import { expect, test } from 'vitest';
import { inTime } from './in-time.ts';

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
