import { expect, test } from 'vitest';

import { markOf } from './mark.ts';

const SEEN = '2026-11-25T16:52:59Z';
const PRESSED = '2026-11-25T16:53:01Z';

test('the mark ignores times that move along with the clock', () => {
  const seen = (time: string, end: string): unknown => ['bo', `Joined ${time} UTC`, { until: `${end}:00Z` }];
  const then = markOf(seen('2026-11-25 16:52', '2026-11-27T16:52'), SEEN);
  expect(markOf(seen('2026-11-25 16:53', '2026-11-27T16:53'), PRESSED)).toBe(then);
  expect(markOf(seen('2026-11-25 16:53', '2026-11-28T16:53'), PRESSED)).not.toBe(then);
});

test('the mark stays the same for a fixed time, and changes if that time does', () => {
  const seen = ['The round ends 2026-11-30 12:00 UTC', '2026-11-30T12:00:00Z'];
  expect(markOf(seen, PRESSED)).toBe(markOf(seen, SEEN));
  expect(markOf(['The round ends 2026-11-30 12:01 UTC'], PRESSED)).not.toBe(
    markOf(['The round ends 2026-11-30 12:00 UTC'], SEEN),
  );
});
