import { expect, test } from 'vitest';

import { meantBy } from './meant-by.ts';

test('names what somebody may have meant, and nothing that is far off', () => {
  const commands = ['status', 'start', 'scenario'];
  expect(meantBy('STATSU', commands)).toBe('status');
  expect(meantBy('staus', commands)).toBe('status');
  expect(meantBy('scen', commands)).toBe('scenario');
  expect(meantBy('xyzzy', commands)).toBeUndefined();
});
