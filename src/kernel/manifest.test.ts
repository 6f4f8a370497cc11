import { expect, test } from 'vitest';

import { sectionForNew } from './manifest.ts';

test('a new rule goes to the dynastic ones, or among the others where there is one section alone', () => {
  expect(sectionForNew([])).toBe('dynastic');
  expect(sectionForNew([{ section: 'core' }, { section: 'core' }])).toBe('core');
  expect(sectionForNew([{ section: 'core' }, { section: 'appendix' }])).toBe('dynastic');
  expect(sectionForNew([{ section: 'core' }, { section: 'statutes' }])).toBe('statutes');
});
