// Faces without an add-on may be wider than needed, so this is apart from the layers, which hold without any.
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { faces } from './faces.ts';
import { resolveImport } from './find-breaches.ts';
import { readSource } from './read-source.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const isTest = (path: string): boolean => path.endsWith('.test.ts') || path.includes('/fixtures/');
const find = (pattern: string): string[] =>
  globSync(pattern, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !isTest(path));

/** The files of other rooms that these import. */
function importedFrom(path: string): readonly string[] {
  const code = readFileSync(`${root}/${path}`, 'utf8');
  const names = path.endsWith('.ts')
    ? readSource(code, path).imports.map(({ specifier }) => specifier)
    : Array.from(code.matchAll(/^import .* from '([^']+)';$/gmu), ([, name = '']) => name);
  const roomOf = (file: string): string | undefined => file.split('/')[1];
  return names.flatMap((name) => {
    const target = resolveImport(path, name);
    return target === undefined || roomOf(target) === roomOf(path) ? [] : [target];
  });
}

test('a face lists exactly the files that other rooms import, including for pages', () => {
  const pages = find('src/**/*.astro').flatMap(importedFrom);
  expect(pages.length).toBeGreaterThan(50);
  expect(pages.filter((path) => path.startsWith('src/') && !faces.has(path))).toEqual([]);
  const imported = new Set([...pages, ...find('src/**/*.ts').flatMap(importedFrom)]);
  expect([...faces].filter((path) => !imported.has(path))).toEqual([]);
});
