import { expect, test } from 'vitest';

import { whyNotPlain } from './plain-data.ts';

test('what is written as JSON is plain, and what holds itself or has no end is not', () => {
  const shared = { a: 1 };
  expect(whyNotPlain({ one: shared, two: [shared, shared, null, 'x'] })).toBeNull();
  const circle: unknown[] = [];
  circle.push({ inner: circle });
  expect(whyNotPlain({ n: [Number.POSITIVE_INFINITY] })).toContain('without end');
  expect(whyNotPlain(circle)).toContain('itself');
  let deep: unknown = 1;
  for (let n = 0; n < 70; n += 1) deep = [deep];
  expect(whyNotPlain(deep)).toContain('deep');
  let wide: unknown = 1;
  for (let n = 0; n < 10; n += 1) wide = Array.from({ length: 9 }, () => wide);
  expect(whyNotPlain(wide)).toContain('parts');
});
