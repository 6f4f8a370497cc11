import { expect, test } from 'vitest';

import type { ModelDescription } from '../../kernel/describe-model.ts';
import { findTaken } from './find-taken.ts';

const model = {
  collections: { 'dark-rooms': { rule: 'dynastic/crypt', title: null, fields: {} } },
} as unknown as ModelDescription;
const found = (clause: string, path = 'dynastic/oil'): readonly string[] =>
  findTaken(
    new Map([
      [`${path}.md`, ''],
      [`${path}.ts`, clause],
    ]),
    model,
  ).map(({ where }) => where);

test.each([
  [
    'an action',
    'export default rule(() => ({\n actions: { go: action({ effect({ actor, darkRooms }) {} }) } }));',
  ],
  [
    'a time',
    'export default rule(() => ({\n times: { dusk: { effect: ({ darkRooms }) => darkRooms.all() } } }));',
  ],
])('reports the line where %s destructures things of another rule from its arguments', (_, clause) => {
  expect(found(clause)).toEqual(['dynastic/oil.ts:2']);
});

test('doesn’t take an action’s own parameter of that name for the things', () => {
  const given =
    'export default rule(() => ({ actions: { go: { with: { darkRooms: text() }, effect({ darkRooms }) {} } } }));';
  expect(found(given)).toEqual([]);
});

test('accepts things of the rule itself, and others destructured where the rule is defined', () => {
  const late = 'export default rule(() => ({ actions: { go: { effect({ darkRooms }) {} } } }));';
  expect(found(late, 'dynastic/crypt')).toEqual([]);
  expect(
    found(
      'export default rule(({ darkRooms }) => ({ actions: { go: { effect() { darkRooms.all(); } } } }));',
    ),
  ).toEqual([]);
});
