import { expect, test } from 'vitest';

import { findPerson, personId } from './person-id.ts';

test.each([
  ['Ana', 'ana'],
  ['Zoë', 'zoe'],
  ['ZOE', 'zoe'],
  ['Zoe\u0308', 'zoe'],
  ['Łukasz Øster', 'lukasz-oster'],
  ['Straße', 'strasse'],
  ['李', 'u674e'],
  ['李 小龙', 'u674e-u5c0fu9f99'],
  ['Мира', 'u43cu438u440u430'],
  ['constructor', 'a-constructor'],
  ['  B.  b! ', 'b-b'],
  ['🦆', ''],
  ['…', ''],
])('%j is %j', (name, id) => {
  expect(personId(name)).toBe(id);
});

test('an id goes before a name, and a name is found however it is written', () => {
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
