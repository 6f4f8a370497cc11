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

test('the check finds such names, and nothing else', () => {
  const words = gameWords(['tin-box', 'gallery'], ['Tin Soldier']);
  const bites = (code: string): number => findGameWords('src/a.ts', code, words).length;
  expect(bites("if (era === '2019') return;")).toBe(1);
  expect(bites('const tinSoldiers = tinSoldier;')).toBe(1);
  expect(bites("import '../content/library/tin-box/a.ts';")).toBe(1);
  expect(bites("const day = '2021-05-27'; // a gallery of martin soldiers")).toBe(0);
});

const isTest = (path: string): boolean => path.endsWith('.test.ts') || path.includes('/fixtures/');

/** Verbs of the format of scenarios, each a short word for a post of some kind, examples in help and schemas, and the words in which a table speaks of moments and people. */
const KNOWS_WORDS = [
  'src/rehearse/scenarios/format.ts',
  'src/rehearse/scenarios/steps.ts',
  'src/ruleset/schema/',
  'src/rules/rows/',
  'src/tables/',
  // These two write rows in the notation of tables.
  'src/seat/forms/count.ts',
  'src/seat/forms/row-fields.ts',
  'src/cli/commands/comment.ts',
];
/** A kind of post whose name is an everyday word. */
const EVERYDAY_KIND = 'plain';

/** No kind of matter, icon or view of the rules is known anywhere in the engine. */
test('nothing in src/ names a kind of matter, a vote, an icon, quorum or hiatus', () => {
  const keywords = find('content/library/core/*/appendix/**/*.md').map(read);
  const tokens = keywords.flatMap((text) => text.match(/(?<=[\s|]):[a-z]+:(?=[\s,|])/gu) ?? []);
  const votes = keywords.flatMap((text) =>
    [...text.matchAll(/^\| ([A-Z]{3,}) \|/gmu)].map(([, vote = '']) => vote),
  );
  const clauses = find('content/library/core/**/*.ts').map(read);
  const kinds = clauses.flatMap((text) =>
    [...text.matchAll(/'?([a-z]+(?:-[a-z]+)*)'?: \{(?=[^{}]*purpose:)/gu)].map(([, kind = '']) => kind),
  );
  const others = ['quorum', 'hiatus', 'popular', 'unpopular', 'killed', 'vetoed'];
  const words = [...new Set([...tokens, ...votes, ...kinds, ...others])].filter(
    (word) => word !== EVERYDAY_KIND,
  );
  const known = [':for:', 'FOR', 'VETO', 'proposal', 'cfj', 'dov', 'join-request', 'story'];
  expect(words).toEqual(expect.arrayContaining(known));
  const sources = find('src/**/*.{ts,tsx,astro}').filter(
    (path) => !isTest(path) && !KNOWS_WORDS.some((one) => path.includes(one)),
  );
  expect(sources.flatMap((path) => findRulesOwnWords(path, read(path), words))).toEqual([]);
  const bites = (code: string): number => findRulesOwnWords('src/a.ts', code, words).length;
  expect(bites("if (kind === 'cfj') vote(on, 'Gladly :for:');")).toBe(2);
  expect(bites('readonly quorum: number;')).toBe(1);
  expect(bites('{site.hiatus.length} {matter.tally.popular}')).toBe(2);
  expect(bites('const popularity = 1; // a proposal')).toBe(0);
});

const forges = find('src/host/*/host.ts').map((path) => path.split('/')[2] ?? '');

test('only a forge’s own folders and its line in the registry name it or import from it', () => {
  expect(forges).toEqual(['embedded', 'github']);
  // The catalogue repeats what each host says, and is written from it.
  const sources = find('src/**/*.{ts,astro,css,js}').filter(
    (path) => !isTest(path) && path !== 'src/language/catalogue.ts',
  );
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
])('the check counts the breaches in %s: %j', (path, code, breaches) => {
  expect(findForgeNames(path, code, forges)).toHaveLength(breaches);
});
