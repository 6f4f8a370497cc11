import { expect, test } from 'vitest';

import { keyAt, promisedIn, whyNotPromise, type KeyEntry, type SeedEntry } from './key-ring.ts';
import { partsOfLibrary } from './library-parts.ts';

const at = '2024-03-01T09:00:00Z';
const key = (line: number): KeyEntry => ({ key: `k${line}`, recipient: 'age1', line, at, reason: 'routine' });
const seed = (hash: string): SeedEntry => ({ hash, by: 'cy', dynasty: 2, line: 4, at });

test('a post is sealed to the last key published before it', () => {
  const ring = [key(3), key(8)];
  expect([3, 4, 8, 9].map((line) => keyAt(ring, { line })?.key ?? null)).toEqual([null, 'k3', 'k3', 'k8']);
});

const NOW = { emperor: 'cy', dynasty: 2, isOver: false, lost: false };
const RING = [seed('first'), seed('second')];

test.each([
  ['nothing is promised yet', [], NOW, true],
  ['it is promised for this dynasty', RING, NOW, false],
  ['the dynasty is over', RING, { ...NOW, isOver: true }, true],
  ['it is lost', RING, { ...NOW, lost: true }, true],
  ['somebody else is emperor', RING, { ...NOW, emperor: 'bo' }, true],
  ['it was for another dynasty', RING, { ...NOW, dynasty: 3 }, true],
])('decides whether another seed may be promised if %s', (_, ring, now, may) => {
  expect(whyNotPromise(ring, now) === null).toBe(may);
});

test('the last promised seed is in use', () => {
  expect([promisedIn([]), promisedIn(RING)]).toEqual([null, 'second']);
});

test.each([
  ['2021', 'crypt', ['core-2021', 'crypt']],
  ['2021', '', ['core-2021']],
  ['', 'crypt', ['crypt']],
])('a game of core “%s” and pack “%s” loads %j', (core, pack, parts) => {
  expect(partsOfLibrary({ core, pack })).toEqual(parts);
});
