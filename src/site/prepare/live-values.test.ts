import { expect, test } from 'vitest';
import { type RuleChange, liveValuesIn, liveValuesOf } from './history.ts';

const text = (window: string): string =>
  `open for [${window}](#value:window) hours, at most [3](#value:most)`;
const change = (post: string, before: string | null, after: string): RuleChange => ({
  at: `2024-03-0${post}T09:00:00Z`,
  post,
  rule: 'core/votes',
  before,
  after,
  values: { before: liveValuesIn(before), after: liveValuesIn(after) },
});

test('each live value lists exactly the matters that set it', () => {
  const changes = [change('1', text('48'), text('36')), change('2', text('36'), `${text('36')} or more`)];
  expect(liveValuesOf(text('36'), changes)).toEqual([
    {
      name: 'window',
      value: '36',
      set: [{ at: '2024-03-01T09:00:00Z', post: '1', from: '48', to: '36' }],
    },
    { name: 'most', value: '3', set: [] },
  ]);
});
