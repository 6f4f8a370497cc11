import { expect, test } from 'vitest';

import { dynastyNumber, gameFiles, placeOfDynasty } from './past-sites.ts';

const FILES = new Map([
  ['content/game.yml', 'name: Harbour'],
  ['content/dynasties/10/dynasty.yml', 'number: 10'],
  ['content/dynasties/10/first.json', '{"ten":1}'],
  ['content/dynasties/9/last.json', '{"b":2}'],
  ['content/dynasties/9/dynasty.yml', 'number: 9'],
  ['content/dynasties/9/first.json', '{"nine":1}'],
  ['content/dynasties/11/first.json', '{"eleven":1}'],
]);

test('separates the files of past dynasties from the current ones, which keep only the last beginning', async () => {
  const { current, past, read } = gameFiles(FILES);
  expect([...current.keys()]).toEqual(['content/game.yml', 'content/dynasties/11/first.json']);
  expect(past.map(({ number }) => number)).toEqual([9, 10]);
  // The rules with which the next one began are the last change of this one.
  expect([...(await read(9)).keys()].sort()).toEqual([
    'content/dynasties/10/first.json',
    'content/dynasties/9/dynasty.yml',
    'content/dynasties/9/first.json',
    'content/dynasties/9/last.json',
  ]);
  expect((await read(10)).get('content/dynasties/11/first.json')).toBe('{"eleven":1}');
  expect((await read(12)).size).toBe(0);
});

test('a dynasty’s key depends on its files and on how the next one began, in any order', () => {
  const keyOf = (files: ReadonlyMap<string, string>): unknown => gameFiles(files).past.at(0)?.key;
  const key = keyOf(FILES);
  const changed = (path: string): unknown => keyOf(new Map(FILES).set(path, '{}'));
  expect(keyOf(new Map([...FILES].reverse()))).toBe(key);
  expect(changed('content/dynasties/9/last.json')).not.toBe(key);
  expect(changed('content/dynasties/10/first.json')).not.toBe(key);
  expect(changed('content/dynasties/11/first.json')).toBe(key);
  expect(changed('content/game.yml')).toBe(key);
});

test('a dynasty’s number can be read from its path', () => {
  expect(placeOfDynasty(12)).toBe('dynasties/12/');
  expect(dynastyNumber(placeOfDynasty(12))).toBe(12);
});
