// Scripts find what they work on by attributes and ids. A name that only one side changed leaves a page without its script.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const sources = globSync('{src/{site,addons,playground},deploy}/**/*.{ts,astro,js}', { cwd: root })
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
const SELECTING = /(?:querySelector(?:All)?|closest|matches)(?:<[^(]*>)?\(\s*(['"`])(.*?)\1/gsu;

const kebab = (name: string): string => name.replaceAll(/[A-Z]/gu, (one) => `-${one.toLowerCase()}`);
const camel = (name: string): string => name.replaceAll(/-([a-z])/gu, (_, one: string) => one.toUpperCase());

/** The names by which a script looks for something. */
function sought(text: string): ReadonlySet<string> {
  const selectors = [...text.matchAll(SELECTING)].map(([, , selector = '']) => selector);
  return new Set([
    ...[...text.matchAll(/dataset(?:\['(\w+)'\]|\.(\w+))/gu)].map(
      ([, a, b]) => `data-${kebab(a ?? b ?? '')}`,
    ),
    ...selectors.flatMap((one) => [...one.matchAll(/\[(data-[\w-]+)/gu)].map(([, name = '']) => name)),
    ...selectors.flatMap((one) =>
      [...one.replaceAll(/\[[^\]]*\]/gu, '').matchAll(/#([a-z][\w-]*)/gu)].map(([, id = '']) => `#${id}`),
    ),
    ...[...text.matchAll(/getElementById\('([\w-]+)'\)/gu)].map(([, id = '']) => `#${id}`),
  ]);
}

/** Whether some page or script writes it. */
function isWritten(name: string): boolean {
  const written = name.startsWith('#')
    ? new RegExp(`\\bid(?:=|: |\\.)["'{\`]*${name.slice(1)}["'\`}]`, 'u')
    : new RegExp(
        `(?<![[\\w-])${name}(?![\\w-])|dataset(?:\\['${camel(name.slice(5))}'\\]|\\.${camel(name.slice(5))}) (?:\\?\\?)?=[^=]`,
        'u',
      );
  return sources.some(({ text }) => written.test(text));
}

test('each attribute and id that scripts look for is written by a page or a script', () => {
  const names = sources.flatMap(({ path, text }) => [...sought(text)].map((name) => ({ path, name })));
  expect(names.length).toBeGreaterThan(100);
  const missing = names.filter(({ name }) => !isWritten(name)).map(({ path, name }) => `${path}: ${name}`);
  expect(missing).toEqual([]);
});

test.each(['data-form', 'data-forms', '#desk'])(
  'finds %s among what scripts look for and pages write',
  (name) => {
    expect(sources.some(({ text }) => sought(text).has(name))).toBe(true);
    expect(isWritten(name)).toBe(true);
    expect(isWritten(`${name}-of-old`)).toBe(false);
  },
);
