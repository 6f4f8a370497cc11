import { expect, test } from 'vitest';

import type { Field } from './model.ts';
import { isPicture, pictureProblem, storedPicture } from './pictures.ts';
import type { ValueType } from './value-types.ts';

const PICTURE: ValueType = { kind: 'text', picture: true };
const ADDRESS = 'https://example.org/a.png';
const PICTURES = { [ADDRESS]: { copy: 'abc' }, 'https://example.org/b.png': { problem: 'it is no picture' } };
const field = (id: string, type: ValueType = PICTURE): Field => ({ id, type, rule: {} as Field['rule'] });
const stored = (place: readonly string[], of = field('image'), address: unknown = ADDRESS): unknown =>
  storedPicture(PICTURES, place, of, address);

test('knows whether a picture can be had if somebody has tried', () => {
  expect(pictureProblem(PICTURES, ' https://example.org/b.png ')).toBe('it is no picture');
  expect(pictureProblem(PICTURES, ADDRESS)).toBe(null);
  expect(pictureProblem(PICTURES, 'constructor')).toBe(null);
  expect(pictureProblem(PICTURES, 3)).toBe(null);
});

test('a picture is a text marked as one, also if it is optional', () => {
  expect(isPicture(PICTURE)).toBe(true);
  expect(isPicture({ kind: 'optional', of: PICTURE, none: null })).toBe(true);
  expect(isPicture({ kind: 'optional', of: { kind: 'text' }, none: null })).toBe(false);
  expect(isPicture({ kind: 'integer' })).toBe(false);
  expect(isPicture({ kind: 'data', picture: true } as ValueType)).toBe(false);
});

test('stores the copy under its owner, and under its variable if that has a name of its own', () => {
  expect(stored(['players', 'ana'])).toBe('pictures/players/ana.abc.webp');
  expect(stored(['players', 'ana'], field('picture'))).toBe('pictures/players/ana.abc.webp');
  expect(stored(['things', 'rooms', 'D4'])).toBe('pictures/rooms/D4.abc.webp');
  expect(stored(['things', 'rooms', 'D4'], field('back'))).toBe('pictures/rooms/D4.back.abc.webp');
});

test('uses only characters in a file name that every system accepts', () => {
  expect(stored(['players', 'a/é'])).toBe('pictures/players/a_2f_e9.abc.webp');
});

test('leaves a value as it is if it isn’t a picture, is private or has no copy', () => {
  expect(stored(['players', 'ana'], field('name', { kind: 'text' }))).toBe(ADDRESS);
  expect(stored(['players', 'ana'], field('image', { ...PICTURE, private: true }))).toBe(ADDRESS);
  expect(stored(['emperor'])).toBe(ADDRESS);
  expect(stored(['players', 'ana'], field('image'), 'https://example.org/b.png')).toBe(
    'https://example.org/b.png',
  );
  expect(stored(['players', 'ana'], field('image'), 'https://example.org/c.png')).toBe(
    'https://example.org/c.png',
  );
});
