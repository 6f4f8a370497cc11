import { expect, test } from 'vitest';
import { inOrder, orderOf } from './tracked-file.ts';

test('what was read in the order of names stands as it stood, and is written down with the same bytes', () => {
  const things = { rooms: { b: {}, a: {} }, beds: { x: {}, y: {} }, attics: { d: {}, c: {}, e: {} } };
  const order = orderOf({ players: {}, things });
  const { attics, beds, rooms } = things;
  const sorted = { c: attics.c, d: attics.d, e: attics.e };
  const read = { players: {}, things: { attics: sorted, beds, rooms: { a: rooms.a, b: rooms.b } } } as never;
  expect(JSON.stringify(orderOf(inOrder(read, order)))).toBe(JSON.stringify(order));
  expect(order).toEqual({ things: { rooms: ['b', 'a'], attics: ['d', 'c', 'e'] } });
});
