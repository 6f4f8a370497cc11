import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const [words = '', retired = ''] = readFileSync(`${root}docs/glossary.md`, 'utf8').split('## Retired words');
const cells = (text: string): string[][] =>
  [...text.matchAll(/^\| (.+) \|$/gmu)]
    .slice(2)
    .map(([, row = '']) => row.split('|').map((cell) => cell.trim()));
const code = globSync('src/**/*.ts', { cwd: root })
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => readFileSync(`${root}${path}`, 'utf8'));

test('the glossary lists each word once, in order, and its name is used in the code', () => {
  const rows = cells(words);
  const names = rows.map(([word = '']) => word);
  expect(names.length).toBeGreaterThan(39);
  expect(names).toEqual([...new Set(names)].toSorted());
  const all = new Set(code.flatMap((text) => text.match(/\w+/gu) ?? []));
  expect(rows.flatMap(([, , name = '']) => (all.has(name.replaceAll('`', '')) ? [] : [name]))).toEqual([]);
});

test('no name in src/ contains a retired word', () => {
  const gone = new Set(cells(retired).flatMap(([word = '']) => [word, `${word}s`]));
  expect(gone.size).toBeGreaterThan(0);
  const declared = code.flatMap((text) =>
    [...text.matchAll(/^(?:export )?(?:async )?(?:function\*?|const|class|interface|type) (\w+)/gmu)].map(
      ([, name = '']) => name,
    ),
  );
  const parts = (name: string): string[] =>
    name.split(/(?<=[a-z])(?=[A-Z])|_/u).map((part) => part.toLowerCase());
  expect(declared.filter((name) => parts(name).some((part) => gone.has(part)))).toEqual([]);
});

test('a word retired everywhere is in no comment and no text either', () => {
  const all = [...cells(retired)].filter(([, , scope]) => scope === 'everywhere').map(([word = '']) => word);
  expect(all.length).toBeGreaterThan(0);
  const word = new RegExp(`\\b(?:${all.join('|')})s?\\b`, 'iu');
  const files = ['src/**/*.{ts,astro}', 'docs/{*,how-to/*}.md', '*.md'].flatMap((pattern) =>
    globSync(pattern, { cwd: root }),
  );
  const found = files
    .filter(
      (path) =>
        !['CHANGELOG.md', 'docs/glossary.md', 'docs/performance.md', 'docs/threat-model.md'].includes(path),
    )
    .flatMap((path) => {
      const lines = readFileSync(`${root}${path}`, 'utf8').split('\n');
      return lines.filter((line) => word.test(line)).map((line) => `${path}: ${line}`);
    });
  expect(found).toEqual([]);
});
