import { expect, test } from 'vitest';

import type { KeyRing } from './key-ring.ts';
import { keyAt, mustBeSealedAgain } from './key-ring.ts';
import { isInTime, registerSealed, type SealedPost } from './register.ts';

const OLD = '0'.repeat(16);
const NEW = 'f'.repeat(16);
const ring: KeyRing = [
  { key: OLD, recipient: 'age1old', line: 0, at: '2021-05-13T00:00:00Z', reason: 'first' },
  { key: NEW, recipient: 'age1new', line: 100, at: '2021-05-14T00:00:00Z', reason: 'lost' },
];

function post(line: number, sender: string, commitment: string, key = line < 100 ? OLD : NEW): SealedPost {
  const sealed = { submission: 'ballot', open: {}, key, commitment, armored: '' };
  return { id: `p${line}`, line, at: '2021-05-13T12:00:00Z', sender, sealed };
}

const standings = (...posts: SealedPost[]): unknown[] => [...registerSealed(posts, ring).values()];

test('each sealed post counts', () => {
  expect(standings(post(1, 'ana', 'a'), post(2, 'bo', 'b'), post(3, 'ana', 'c'))).toEqual([
    { as: 'counts' },
    { as: 'counts' },
    { as: 'counts' },
  ]);
});

test('the same envelope posted again by its sender changes nothing, however late', () => {
  expect(standings(post(1, 'ana', 'a'), post(2, 'ana', 'b'), post(90, 'ana', 'a'))).toEqual([
    { as: 'counts' },
    { as: 'counts' },
    { as: 'repeats', of: 'p1' },
  ]);
});

test('the same envelope posted by somebody else is seen to be a copy, without opening it', () => {
  expect(standings(post(1, 'ana', 'a'), post(2, 'bo', 'a'))[1]).toEqual({ as: 'copied', of: 'p1' });
});

test('to a key that is no longer, or was never, the receiver’s nothing can be sealed', () => {
  expect(standings(post(101, 'ana', 'a', OLD))).toEqual([{ as: 'old-key', current: NEW }]);
  expect(standings(post(1, 'ana', 'a', NEW))).toEqual([{ as: 'old-key', current: OLD }]);
  expect([...registerSealed([post(1, 'ana', 'a')], []).values()]).toEqual([{ as: 'old-key', current: null }]);
});

test('sealed again to the new key it stands for the first, which keeps its time', () => {
  expect(standings(post(1, 'ana', 'a'), post(101, 'ana', 'a'))).toEqual([
    { as: 'counts' },
    { as: 'resealed', of: 'p1' },
  ]);
  expect(standings(post(1, 'ana', 'a'), post(101, 'bo', 'a'))[1]).toEqual({ as: 'copied', of: 'p1' });
});

test('the order is that of the journal, not of whoever reads it out', () => {
  const backwards = registerSealed([post(2, 'bo', 'a'), post(1, 'ana', 'a')], ring);
  expect(backwards.get('p1')).toEqual({ as: 'counts' });
  expect(backwards.get('p2')).toEqual({ as: 'copied', of: 'p1' });
});

test('a key is in force from the line below the one that announced it', () => {
  expect([keyAt(ring, { line: 0 }), keyAt(ring, { line: 1 })?.key, keyAt(ring, { line: 100 })?.key]).toEqual([
    null,
    OLD,
    OLD,
  ]);
  expect(keyAt(ring, { line: 101 })?.key).toBe(NEW);
  expect([mustBeSealedAgain('lost'), mustBeSealedAgain('leaked'), mustBeSealedAgain('new-receiver')]).toEqual(
    [true, false, false],
  );
});

test('at the second at which somebody closes, the journal says who came first', () => {
  const at = '2021-05-15T15:00:00Z';
  expect(isInTime({ at, line: 41 }, { line: 42 })).toBe(true);
  expect(isInTime({ at, line: 43 }, { line: 42 })).toBe(false);
});

test('the last second of a span of time is within it', () => {
  const closing = { until: '2021-05-15T15:00:00Z' };
  expect(isInTime({ at: '2021-05-15T15:00:00Z', line: 9 }, closing)).toBe(true);
  expect(isInTime({ at: '2021-05-15T15:00:01Z', line: 1 }, closing)).toBe(false);
});
