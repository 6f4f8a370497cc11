import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { SLOW_TESTS } from './slow-tests.ts';

test('whatever `npm test` leaves out is there, once, and stands in its order', () => {
  expect(SLOW_TESTS.filter((path) => !existsSync(join(import.meta.dirname, '..', path)))).toEqual([]);
  expect(SLOW_TESTS).toEqual([...new Set(SLOW_TESTS)].sort());
});
