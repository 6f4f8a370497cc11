import { expect, test } from 'vitest';

import { filesInUse, rulesThatRun } from './rules-that-run.ts';

const FILES = new Map([
  ['dynastic/goats.md', ''],
  ['dynastic/goats.ts', "import { milk } from './helpers/milk.ts';\nimport { votes } from '#core/votes.ts';"],
  ['dynastic/herds/sheep.md', ''],
  ['dynastic/herds/sheep.ts', "export * from '../goats.ts';"],
  ['dynastic/helpers/milk.ts', ''],
  ['core/votes.md', ''],
  ['core/votes.ts', "import { x } from './helpers/votes.ts';"],
  ['core/helpers/votes.ts', ''],
]);

test.each([
  ['dynastic/herds/sheep.ts', ['dynastic/herds/sheep']],
  ['dynastic/helpers/milk.ts', ['dynastic/goats', 'dynastic/herds/sheep']],
  ['core/helpers/votes.ts', ['dynastic/goats', 'core/votes', 'dynastic/herds/sheep']],
  ['dynastic/nothing.ts', []],
])('%s is run by its own rule and by the rules that import it', (module, rules) => {
  expect(rulesThatRun(module, FILES)).toEqual(rules);
});

test('modules imported only by repealed rules are no longer in use', () => {
  const files = new Map([
    ['dynastic/tea.md', ''],
    ['dynastic/tea.ts', `import { cup } from './helpers/cup.ts';`],
    ['dynastic/helpers/cup.ts', `export { clay } from './clay.ts';`],
    ['dynastic/helpers/clay.ts', ''],
    ['dynastic/helpers/crypt.ts', `import { clay } from './clay.ts';`],
    ['dynastic/rooms.ts', ''],
  ]);
  expect([...filesInUse(files).keys()]).toEqual([
    'dynastic/tea.md',
    'dynastic/tea.ts',
    'dynastic/helpers/cup.ts',
    'dynastic/helpers/clay.ts',
  ]);
});
