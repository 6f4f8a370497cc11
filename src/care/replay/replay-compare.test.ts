// What a replay compares. `test/simulation/played-again.test.ts` plays games again.
import { expect, test } from 'vitest';

import type { RecordedLine } from '../../store/ledger-line.ts';
import { compareFiles, compareLines } from './replay-compare.ts';

const line = (n: number, more: object = {}): RecordedLine => ({
  n,
  at: '2024-03-01T09:00:00Z',
  by: 'ana',
  what: 'wave',
  draws: [],
  changes: [],
  ...more,
});

test.each([
  ['by', { by: 'bo' }, /^its by differs: "bo" is recorded, but a replay gives "ana"$/u],
  ['at', { at: '2024-03-01T09:00:01Z' }, /^its at differs/u],
  ['what', { what: 'nod' }, /^its what differs/u],
  ['with', { with: { to: 'bo' } }, /^its with differs: .* but a replay gives null$/u],
  ['draws', { draws: [{ kind: 'dice', size: 6, result: 1 }] }, /^its draws differs/u],
  ['changes', { changes: [{ path: ['game', 'x'], before: 1, after: 2 }] }, /^its changes differs/u],
  ['result', { result: 3 }, /^its result differs/u],
  ['refused', { refused: 'no' }, /^its refused differs/u],
])('reports a line that differs in %s with both values', (_, more, why) => {
  expect(compareLines([line(0), line(1)], [line(0), line(1, more)])).toMatchObject({
    same: false,
    line: 1,
    path: null,
    why: expect.stringMatching(why) as string,
  });
});

test('reports lines that only one ledger has and files that differ, and nothing if both are equal', () => {
  expect(compareLines([line(0)], [line(0)])).toBeNull();
  expect(compareLines([], [])).toBeNull();
  expect(compareLines([line(0), line(1)], [line(0)])).toMatchObject({
    line: 1,
    why: 'the ledger lacks a line: ana: wave',
  });
  expect(compareLines([], [line(0)])).toMatchObject({ line: 0, why: 'in a replay ana does not do wave' });
  const files = (more: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
    new Map(
      Object.entries({
        'content/ruleset/a.md': 'a',
        'content/gamestate/b.md': 'b',
        'content/posts/c.md': 'c',
        ...more,
      }),
    );
  expect(compareFiles(files({}), files({ 'content/posts/c.md': 'other' }))).toBeNull();
  for (const path of ['content/ruleset/a.md', 'content/gamestate/b.md', 'content/ruleset/0.md'])
    for (const [one, other] of [
      [files({}), files({ [path]: 'x' })],
      [files({ [path]: 'x' }), files({})],
    ] as const)
      expect(compareFiles(one, other)).toMatchObject({ same: false, line: null, path });
  // The first by name is told.
  const both = { 'content/ruleset/a.md': 'x', 'content/ruleset/0.md': 'x' };
  expect(compareFiles(files({}), files(both))).toMatchObject({ path: 'content/ruleset/0.md' });
});
