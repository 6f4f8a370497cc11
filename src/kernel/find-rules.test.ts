import { expect, test } from 'vitest';

import { findRules } from './meant-rule.ts';
import { manifestOf } from './fixtures/kernel-with.ts';

const rules = manifestOf([
  { title: 'Votes' },
  { title: 'Rum [dark]' },
  { title: 'Rum [white]' },
  { section: 'dynastic', title: 'Idle Pirates' },
  { section: 'dynastic', title: 'Votes' },
  { title: 'A b' },
])
  .rules.map((rule) => (rule.title === 'A b' ? { ...rule, path: 'core/A-b' } : rule))
  .map((rule) => (rule.title === 'Idle Pirates' ? { ...rule, plainTitle: 'Idle Players' } : rule));
const found = (name: string): readonly string[] => findRules(rules, name).map(({ path }) => path);

test.each([
  ['by its path', 'CORE/votes', ['core/votes']],
  ['by a path with capitals', 'Core/A-B', ['core/A-b']],
  ['by its number', ' 1.4 ', ['dynastic/idle-pirates']],
  ['by its title, on however many it stands', 'votes', ['core/votes', 'dynastic/votes']],
  ['by its title before terms were put in', 'Idle players', ['dynastic/idle-pirates']],
  ['without what stands in brackets', 'rum', ['core/rum-[dark]', 'core/rum-[white]']],
  ['with the brackets that are meant', 'Rum [white]', ['core/rum-[white]']],
  ['not with others', 'Rum [red]', []],
  ['without the brackets that somebody added', 'Votes [Core]', ['core/votes', 'dynastic/votes']],
])('finds a rule %s', (_, name, wanted) => {
  expect(found(name)).toEqual(wanted);
});
