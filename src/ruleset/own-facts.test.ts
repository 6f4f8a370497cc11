import { expect, test } from 'vitest';

import { findRule } from './find-rule.ts';
import { readRuleset } from './read.ts';

const FILES = new Map([
  ['core/one.md', '---\ntitle: One\n---\nOne.\n'],
  [
    'dynastic/power.md',
    '---\ntitle: Power\nnumber: 1.1\npower: 3.1\nmutable: false\nx-history:\n  - enacted in 1993\n---\nPower is.\n',
  ],
]);

test('a rule keeps its group’s own facts and number, which no other rule then has', () => {
  const { manifest, problems } = readRuleset(FILES);
  expect(problems).toEqual([]);
  expect(manifest.rules.map(({ number, title }) => `${number} ${title}`)).toEqual(['1.1* One', '1.1 Power']);
  expect(findRule(manifest, '1.1').rule?.title).toBe('Power');
  expect(manifest.rules.map(({ facts }) => facts)).toEqual([
    {},
    { power: 3.1, mutable: false, 'x-history': ['enacted in 1993'] },
  ]);
});

test('rejects an unknown key that isn’t marked as free', () => {
  const { problems } = readRuleset(new Map([['core/one.md', '---\ntitle: One\npowr: 3\n---\nOne.\n']]));
  expect(problems).toMatchObject([{ code: 'unknown-key', field: 'powr', example: 'power: 3' }]);
});

test.each(['3.10', '1.50', '007', '0x10', '1e3', '9007199254740993', '2024.0'])(
  'a rule numbered %s, and its group’s own keys, keep that number as written',
  (number) => {
    const text = `---\ntitle: A\nnumber: ${number}\nx-code: [${number}]\n---\nA.\n`;
    const { manifest, problems } = readRuleset(new Map([['core/a.md', text]]));
    expect(problems).toEqual([]);
    expect(manifest.rules).toMatchObject([{ number, facts: { 'x-code': [number] } }]);
  },
);
