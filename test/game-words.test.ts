import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';
import { parse } from 'yaml';

import { findForgeNames } from './layers/forge-names.ts';
import { findGameWords, findRulesOwnWords, gameWords } from './layers/game-words.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const find = (pattern: string): string[] => globSync(pattern, { cwd: root }).sort();
const read = (path: string): string => readFileSync(`${root}/${path}`, 'utf8');

function wordsOfLibrary(): string[] {
  const packs = find('content/library/*/pack.yml');
  const terms = packs.flatMap((path) => {
    const pack = parse(read(path)) as { terms?: Record<string, string> };
    return Object.values(pack.terms ?? {});
  });
  const names = [...packs, ...find('content/library/core/*/pack.yml')].map(
    (path) => path.split('/').at(-2) ?? '',
  );
  // Years are looked for by themselves, since dates have them too.
  return gameWords(
    names.filter((name) => !/^\d+$/u.test(name)),
    terms,
  );
}

test('nothing in src/ names an era, a pack, or what a pack calls its people', () => {
  const words = wordsOfLibrary();
  const sources = find('src/**/*.{ts,astro,yml,json,css}').filter(
    (path) => !path.endsWith('.test.ts') && !path.includes('__golden__'),
  );
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

const isTest = (path: string): boolean => path.endsWith('.test.ts') || path.includes('/fixtures/');

/** The format of scenarios, examples in help and schemas, and the site's charts, which colour votes by their common names. */
const KNOWS_WORDS = [
  'src/scenario/',
  'src/rehearse/scenarios/',
  'src/ruleset/schema/',
  'src/cli/commands/',
  'src/site/',
  'src/host/github/action/',
  'src/host/github/doctor/',
  'src/forge/',
  'src/store/journal/',
];

/** Where rules are run and rehearsed no kind of matter, icon or view of theirs is known. */
test('what runs and rehearses rules names no kind of matter, no icon and no quorum', () => {
  const keywords = find('content/library/core/*/appendix/**/*.md').map(read);
  const tokens = keywords.flatMap((text) => text.match(/(?<=[\s|]):[a-z]+:(?=[\s,|])/gu) ?? []);
  const votes = keywords.flatMap((text) =>
    [...text.matchAll(/^\| ([A-Z]{3,}) \|/gmu)].map(([, vote = '']) => vote),
  );
  const words = [...new Set([...tokens, ...votes, 'proposal', 'cfj', 'dov', 'hiatus', 'quorum'])];
  expect(words).toEqual(expect.arrayContaining([':for:', 'FOR', 'VETO']));
  const sources = find('src/{kernel,sandbox,rehearse,play}/**/*.ts').filter(
    (path) => !isTest(path) && !path.startsWith('src/rehearse/scenarios/'),
  );
  expect(sources.flatMap((path) => findRulesOwnWords(path, read(path), words))).toEqual([]);
  const others = find('src/**/*.{ts,tsx,astro}').filter(
    (path) => !isTest(path) && !KNOWS_WORDS.some((one) => path.includes(one)),
  );
  const icons = [...new Set([...tokens, ...votes, 'proposal', 'cfj', 'dov'])];
  expect(others.flatMap((path) => findRulesOwnWords(path, read(path), icons))).toEqual([]);
  expect(findRulesOwnWords('src/a.ts', "if (kind === 'cfj') vote(on, 'Gladly :for:');", words)).toHaveLength(
    2,
  );
});

const forges = find('src/host/*/host.ts').map((path) => path.split('/')[2] ?? '');

test('nothing in src/ names a forge or imports from its folders, but those folders and the line in the registry', () => {
  expect(forges).toEqual(['embedded', 'github']);
  const sources = find('src/**/*.{ts,astro,css,js}').filter((path) => !isTest(path));
  expect(sources.flatMap((path) => findForgeNames(path, read(path), forges))).toEqual([]);
});

test.each([
  ['src/cli/a.ts', "import { open } from '../host/embedded/local-game.ts';", 1],
  ['src/cli/a.ts', "const { open } = await import('../host/embedded/local-game.ts');", 1],
  ['src/scenario/a.ts', "import type { LocalForge } from '../forge/embedded/local-forge.ts';", 1],
  ['src/host/github/a.ts', "import { openLocalGame } from '../embedded/local-game.ts';", 1],
  ['src/host/embedded/a.ts', '// As on GitHub.', 1],
  ['src/cli/a.ts', "const address = 'https://api.GitHub.com'; // by Octokit", 2],
  ['src/site/pages/a.astro', '<a href="https://github.com/o/r">', 1],
  ['src/host/registry.ts', "import { open } from './github/find-clone.ts';", 1],
  ['src/host/registry.ts', "import { github } from './github/host.ts';", 0],
  ['src/host/github/a.ts', "import { openClient } from '../../forge/github/client.ts'; // GitHub", 0],
  ['src/host/embedded/a.ts', "import { begin } from './begin.ts'; import { hostOf } from '../host.ts';", 0],
])('it bites: %s %j', (path, code, breaches) => {
  expect(findForgeNames(path, code, forges)).toHaveLength(breaches);
});
