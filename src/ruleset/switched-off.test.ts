import { expect, test } from 'vitest';

import { PLAIN_TERMS } from '../kernel/manifest.ts';
import { readRuleset } from './read.ts';
import { isSwitchedOff, switchOff, switchOnRewritten } from './switched-off.ts';

const FILES = new Map([
  ['dynastic/goats.md', '---\ntitle: Goats # of all\norder: 3\n---\nEverybody has a goat.\n'],
  ['dynastic/goats.ts', 'goats'],
  ['dynastic/sheep.md', '---\ntitle: Sheep\n---\nNobody has one.\n'],
  ['dynastic/sheep.ts', 'sheep'],
]);
const off = switchOff(FILES, ['dynastic/goats']);
const clausesOf = (files: ReadonlyMap<string, string>): readonly (string | null)[] =>
  readRuleset(files, PLAIN_TERMS).manifest.rules.map(({ clause }) => clause);

test('a switched-off clause doesn’t run, and nothing else of its rule changes', () => {
  expect(off.get('dynastic/goats.md')).toBe(
    '---\ntitle: Goats # of all\norder: 3\nclause: off\n---\nEverybody has a goat.\n',
  );
  expect(clausesOf(FILES)).toEqual(['dynastic/goats.ts', 'dynastic/sheep.ts']);
  expect(clausesOf(off)).toEqual([null, 'dynastic/sheep.ts']);
  expect(readRuleset(off, PLAIN_TERMS).problems).toEqual([]);
  expect([...off].filter(([path, text]) => isSwitchedOff(path, text))).toHaveLength(1);
});

test('a switched-off clause runs again once it’s rewritten or its front matter is restored', () => {
  expect(
    switchOnRewritten(off, new Map(off).set('dynastic/sheep.ts', 'other sheep')).get('dynastic/goats.md'),
  ).toBe(off.get('dynastic/goats.md'));
  const rewritten = switchOnRewritten(off, new Map(off).set('dynastic/goats.ts', 'other goats'));
  expect(rewritten.get('dynastic/goats.md')).toBe(FILES.get('dynastic/goats.md'));
  const text = FILES.get('dynastic/goats.md') ?? '';
  expect(clausesOf(new Map(off).set('dynastic/goats.md', text))).toEqual(clausesOf(FILES));
});
