import { expect, test } from 'vitest';
import { inOrder, orderOf } from './tracked-file.ts';

test('restores the original order of things read by name, and writes it back unchanged', () => {
  const things = { rooms: { b: {}, a: {} }, beds: { x: {}, y: {} }, attics: { d: {}, c: {}, e: {} } };
  const order = orderOf({ players: {}, things });
  const { attics, beds, rooms } = things;
  const sorted = { c: attics.c, d: attics.d, e: attics.e };
  const read = { players: {}, things: { attics: sorted, beds, rooms: { a: rooms.a, b: rooms.b } } } as never;
  expect(JSON.stringify(orderOf(inOrder(read, order)))).toBe(JSON.stringify(order));
  expect(order).toEqual({ things: { rooms: ['b', 'a'], attics: ['d', 'c', 'e'] } });
});
