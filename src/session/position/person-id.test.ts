import { expect, test } from 'vitest';

import { findPerson, isWholeName, namedPeople, personId } from './person-id.ts';

test.each([
  ['Ana', 'ana'],
  ['Zoë', 'zoe'],
  ['ZOE', 'zoe'],
  ['Zoe\u0308', 'zoe'],
  ['Łukasz Øster', 'lukasz-oster'],
  ['Straße', 'strasse'],
  ['李', 'u674e'],
  ['李 小龙', 'u674e-u5c0fu9f99'],
  ['Мира', 'mira'],
  ['Ελένη', 'eleni'],
  ['×“', 'ud7'],
  ['Sgt. Zed', 'sgt-zed'],
  ['90000', '90000'],
  ['a/b', 'a-b'],
  ['x'.repeat(120), 'x'.repeat(100)],
  ['constructor', 'a-constructor'],
  ['  B.  b! ', 'b-b'],
  ['🍎', 'u1f34e'],
  ['🦆🦆', 'u1f986u1f986'],
  ['👩\u200d🚀', 'u1f469-u1f680'],
  ['…', ''],
])('%j becomes %j', (name, id) => {
  expect(personId(name)).toBe(id);
});

test('finds people by id before name, and by name in any spelling', () => {
  const people = [
    { id: 'bo', name: 'Bob' },
    { id: 'bob', name: 'Rob' },
    { id: 'zoe-2', name: 'Zoë' },
  ];
  const found = (wanted: string): string | undefined => findPerson(people, wanted)?.id;
  expect(['bob', 'BO', 'rob', 'zoe', 'ZOË', 'cy', '🦆'].map(found)).toEqual([
    'bob',
    'bo',
    'bob',
    'zoe-2',
    'zoe-2',
    undefined,
    undefined,
  ]);
});

test('a name that would be cut is too long, and a nameless player is called by their id', () => {
  expect([isWholeName('x'.repeat(100)), isWholeName('x'.repeat(101))]).toEqual([true, false]);
  expect(namedPeople({ ana: { name: 'Ana' }, bo: {} }).map(({ id, name }) => [id, name])).toEqual([
    ['ana', 'Ana'],
    ['bo', 'bo'],
  ]);
});
