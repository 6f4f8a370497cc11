import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';
import { parse } from 'yaml';

import { findGameWords, gameWords } from './layers/game-words.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const find = (pattern: string): string[] => globSync(pattern, { cwd: root }).sort();
const read = (path: string): string => readFileSync(`${root}/${path}`, 'utf8');

function wordsOfLibrary(): string[] {
  const packs = find('content/library/*/pack.yml');
  const terms = packs.flatMap((path) => {
    const pack = parse(read(path)) as { terms?: Record<string, string> };
    return Object.values(pack.terms ?? {});
  });
  return gameWords(
    packs.map((path) => path.split('/').at(-2) ?? ''),
    terms,
  );
}

test('nothing in src/ names an era, a pack, or what a pack calls its people', () => {
  const words = wordsOfLibrary();
  const sources = find('src/**/*.{ts,astro}').filter((path) => !path.endsWith('.test.ts'));
  expect(sources.flatMap((path) => findGameWords(path, read(path), words))).toEqual([]);
});

test('the check bites', () => {
  const words = gameWords(['tin-box', 'gallery'], ['Tin Soldier']);
  const bites = (code: string): number => findGameWords('src/a.ts', code, words).length;
  expect(bites("if (era === '2019') return;")).toBe(1);
  expect(bites('const tinSoldiers = tinSoldier;')).toBe(1);
  expect(bites("import '../content/library/tin-box/a.ts';")).toBe(1);
  expect(bites("const day = '2021-05-27'; // a gallery of martin soldiers")).toBe(0);
});
