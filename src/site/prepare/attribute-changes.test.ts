import { expect, test } from 'vitest';
import type { RuleChange } from './history.ts';
import { readable, attributeChanges } from './collect-record.ts';

const change = (before: string | null, after: string): RuleChange => ({
  at: '2024-03-01T09:00:00Z',
  post: '1',
  rule: 'core/votes',
  before,
  after,
  values: { before: [], after: [] },
});

test('attributes each sentence to the last change that made it, in the order of the text', () => {
  const first = 'It stands. It has been here.\n\n- one\n\n| A | B |\n|---|---|\n| 1 | 2 |';
  const found = attributeChanges([
    change('It stands.', first),
    change(first, first.replace('It has been here.', 'It is new.')),
  ]);
  expect(found).toEqual([
    { sentence: 'It is new.', change: 1 },
    { sentence: '- one', change: 0 },
    { sentence: '| A | B |', change: 0 },
    { sentence: '| 1 | 2 |', change: 0 },
  ]);
});

test.each([
  ['- **FOR** is *one*.', 'FOR is one.'],
  ['12. Twelve', 'Twelve'],
  ['| glyph | **1** |', 'glyph · 1'],
  ['2 * 3 * 4', '2 * 3 * 4'],
])('%j reads as %j', (written, read) => {
  expect(readable(written)).toBe(read);
});
