import { expect, test } from 'vitest';

import { isSameCode } from './say-parted.ts';

const CLAUSE =
  "export default rule(({ value }) => ({ game: { bells: integer({ start: value('bells') }) } }));\n";

test.each([
  ['the same text', CLAUSE],
  ['a comment', `// Bells ring at noon.\n${CLAUSE}`],
  ['another layout', CLAUSE.replaceAll('{ ', '{\n')],
  ['other quotes', CLAUSE.replaceAll("'", '"')],
  ['a type', CLAUSE.replace('({ value })', '({ value }: Game)')],
])('ignores a difference in %s', (_, other) => {
  expect(isSameCode(CLAUSE, other)).toBe(true);
});

test.each([
  ['another text', CLAUSE.replace("'bells'", "'bell'")],
  ['another number', 'export const most = 2n;'],
  ['code that cannot be read', `${CLAUSE}}`],
])('detects a difference: %s', (_, other) => {
  expect(isSameCode(CLAUSE, other)).toBe(false);
});

test('compares numbers by value, in any notation and size', () => {
  expect(isSameCode('export const most = 16n;', 'export const most = 0x10n;')).toBe(true);
  expect(isSameCode('export const most = 1_000;', 'export const most = 1000;')).toBe(true);
  expect(isSameCode('export const most = 1;', 'export const most = 1n;')).toBe(false);
  expect(isSameCode('export const most = 2n;', 'export const most = 3n;')).toBe(false);
});

test('unreadable code is the same only as itself', () => {
  expect(isSameCode('rule(', 'rule(')).toBe(true);
  expect(isSameCode('rule(', 'rule( ')).toBe(false);
});
