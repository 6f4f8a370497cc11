import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { convertToTsx } from '@astrojs/astro2tsx';
import { expect, test } from 'vitest';

import { findRetiredNames, formats } from './layers/find-retired-names.ts';
import { bareErrors, findBareErrors, findSameNames, sameNames } from './layers/find-same-names.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const textsOf = (pattern: string): Map<string, string> =>
  new Map(
    globSync(pattern, { cwd: root })
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => !path.endsWith('.test.ts') && !path.includes('/fixtures/'))
      .map((path) => [path, readFileSync(`${root}/${path}`, 'utf8')]),
  );
const sources = textsOf('src/**/*.ts');
const pages = textsOf('src/**/*.astro');
/** A page without the function that Astro puts around it and calls by its file. */
const asCode = (path: string, text: string): string =>
  convertToTsx(text, { filename: path, ambientTypes: true }).code;

test('one word, one thing: no two files of src/ export the same name', () => {
  const found = findSameNames(sources);
  const nameOf = (line: string): string => line.split(':')[0] ?? '';
  expect(
    found.filter((line) => !Object.hasOwn(sameNames, nameOf(line))),
    'Give one of them a name that says what sets it apart, or say in test/layers/find-same-names.ts why not.',
  ).toEqual([]);
  // A reason that no name needs any more goes.
  expect(Object.keys(sameNames).filter((name) => !found.some((line) => nameOf(line) === name))).toEqual([]);
});

test('finds types, functions and values with the same name, but not overloads', () => {
  const files = {
    'a.ts': 'export function f(): void;\nexport function f() {}\n',
    'b.ts': 'export type T = 1;',
  };
  expect(findSameNames(new Map(Object.entries(files)))).toEqual([]);
  const others = { ...files, 'c.ts': 'export const f = 1;\nexport interface T {}\n' };
  expect(findSameNames(new Map(Object.entries(others)))).toEqual(['f: a.ts, c.ts', 'T: b.ts, c.ts']);
  const twins = ['src/platform/node/a.ts', 'src/platform/web/a.ts', 'src/x/stand-ins/fs.ts'];
  const exporting = (...paths: readonly string[]) =>
    new Map(paths.map((path) => [path, 'export const f = 1;']));
  expect(findSameNames(exporting(...twins))).toEqual([]);
  expect(findSameNames(exporting(...twins, 'src/platform/web/b.ts'))).toEqual([
    'f: src/platform/a.ts, src/platform/b.ts',
  ]);
});

test('errors shown to people have one base: a code, a sentence, where, and what to do next', () => {
  expect(findBareErrors(sources).toSorted(), 'Extend CodedError of src/kernel/coded-error.ts.').toEqual(
    Object.keys(bareErrors).toSorted(),
  );
});

test('names in code begin with their noun or verb, not with what, who, where, which or how', () => {
  const HEADLESS =
    /^(?:export )?(?:async )?(?:function\*?|const|class|interface|type) ((?:what|who|whose|whom|where|which|how)[A-Z]\w*)/gmu;
  const names = [...sources].flatMap(([path, text]) =>
    [...text.matchAll(HEADLESS)].map(([, name = '']) => `${path}: ${name}`),
  );
  // A command's file has the name by which people call it.
  const files = [...sources.keys()].filter(
    (path) =>
      /\/(?:what|who|whose|where|which|how)-[^/]*$/u.test(path) && !path.startsWith('src/cli/commands/'),
  );
  expect([...names, ...files]).toEqual([]);
});

test('comments have a subject: none begins with whoever, whatever, those that or what is, except questions', () => {
  const headless = (text: string): string[] =>
    [
      ...text.matchAll(
        /(?:\/\*\*\s+(?:\* )?|\/\/ )((?:Whoever|Whatever|What is|What are|Those (?:that|who)|Who(?: is| are)?) [^\n]*)/gu,
      ),
    ]
      .map(([, comment = '']) => comment)
      .filter((comment) => !comment.includes('?'));
  expect(headless('/** What is left. */\n// Whoever comes\n/**\n * Those that go.\n */')).toHaveLength(3);
  expect(headless('/** The way that it goes. */\n// How many? Two.')).toEqual([]);
  expect(
    [...sources, ...pages].flatMap(([path, text]) => headless(text).map((comment) => `${path}: ${comment}`)),
  ).toEqual([]);
});

test('messages have a subject: no statement begins with what, who, whoever or how', () => {
  const headless = (text: string): string[] =>
    text
      .split('\n')
      .filter((line) => !/^\s*(?:\/\/|\/?\*)/u.test(line))
      .flatMap((line) => [
        ...line.matchAll(/['"`>]((?:What|Who|Whoever|Whatever|How) [^'"`<?]*\.)(?=['"`<\s]|$)/gu),
      ])
      .map(([, message = '']) => message);
  expect(headless("say('What is lost stays lost.');\n<p>Who plays here.</p>")).toHaveLength(2);
  expect(headless("say('What now?', 'What to do');\n// What is this.")).toEqual([]);
  expect(
    [...sources, ...pages].flatMap(([path, text]) => headless(text).map((message) => `${path}: ${message}`)),
  ).toEqual([]);
});

/** Pages that were not gone through yet. */
const OTHERS = /(?:scale|suber|performance)\.md$/u;

test('sentences of the docs have a subject: none begins with what, who, whoever or how, except questions', () => {
  const headless = (text: string): string[] =>
    text
      .replaceAll(/```[^]*?```/gu, '')
      .split(/\n\s*\n|\n(?=\s*(?:[-#|]|\d+\.) ?)|(?<=[.!?:]) +/u)
      .map((sentence) => sentence.replaceAll(/^[\s\-#*|]+|\s+/gu, ' ').trim())
      .filter((sentence) => /^(?:What|Who|Whoever|Whatever|How) [^|]*\.$/u.test(sentence));
  expect(headless('A rule. What is\nin it stands.\n\n- Whoever plays reads.\n')).toHaveLength(2);
  expect(headless('What is it? It is a rule.\n\n## What it plays\n\n| What you do | how |')).toEqual([]);
  const found = [...textsOf('{*,docs/*,docs/how-to/*}.md')]
    .filter(([path]) => path !== 'CHANGELOG.md' && !OTHERS.test(path))
    .flatMap(([path, text]) => headless(text).map((sentence) => `${path}: ${sentence}`));
  expect(found).toEqual([]);
});

/** The glossary's retired words, with what to say instead. */
const retired = [
  ...(readFileSync(`${root}docs/glossary.md`, 'utf8').split('## Retired words')[1] ?? '').matchAll(
    /^\| (\w+) +\| (\S.*?) +\| *(?:everywhere)? *\|$/gmu,
  ),
].map(([, word = '', say = '']) => ({ word, say }));

test('no name, including files’, contains a retired word', () => {
  expect(retired.length).toBeGreaterThan(10);
  const all = [...sources, ...[...pages].map(([path, text]) => [path, asCode(path, text)] as const)];
  expect(all.flatMap(([path, text]) => findRetiredNames(path, text, retired))).toEqual([]);
});

test('finds retired words in each kind of name, and formats keep theirs only as properties', () => {
  const found = (path: string, text: string): readonly string[] =>
    findRetiredNames(path, text, retired).map((line) => line.split(': ')[1] ?? '');
  const kinds = {
    KeptOnes: 'interface KeptOnes {}',
    lookedAt: 'const f = (lookedAt: number) => lookedAt;',
    isTold: 'type T = { readonly isTold?: true };',
    '#kept': 'class C { #kept = 1; }',
    MOST_LOOKS: 'export const MOST_LOOKS = 3;',
    standing: 'const { standing } = f();',
    DoorSet: 'type F<DoorSet> = DoorSet;',
    peace: 'const f = { peace() {} };',
  };
  for (const [name, text] of Object.entries(kinds))
    expect(found('src/kernel/a.ts', text), text).toContain(name.replace('#', ''));
  expect(found('src/kernel/a.ts', 'a.lookUp(b); // what was told\nconst s = "kept";')).toEqual([]);
  expect(found('src/kernel/told-a.ts', '')).toEqual(['its path']);
  expect(found('src/tick/deliver.ts', 'const { told: notified } = f();')).toEqual([]);
  expect(found('src/tick/deliver.ts', 'const { told } = f();')).toEqual(['told']);
  expect(found('src/tick/apply.ts', 'const a = { told: 1 };')).toEqual(['told']);
});

test('each name that a format keeps appears in its files', () => {
  const gone = Object.values(formats).flatMap((names) =>
    Object.entries(names).flatMap(([name, files]) =>
      files.filter(
        (path) => !new RegExp(`\\b${name}\\b`, 'u').test(sources.get(path) ?? pages.get(path) ?? ''),
      ),
    ),
  );
  expect(gone).toEqual([]);
});
