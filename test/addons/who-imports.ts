import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { resolveImport } from '../layers/find-breaches.ts';
import { readSource } from '../layers/read-source.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const REGISTRY = 'src/addons/registry.ts';
export const NAMES = readdirSync(join(root, 'src/addons'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

const files = globSync('{src,scripts,test,bench,content}/**/*.{ts,astro}', { cwd: root });
/** Of files that name no add-on nothing is asked, but for tests, which may go with one that others name. */
const mayBeAsked = (path: string, text: string): boolean =>
  text.includes('addons') || /^(?:src\/addons|test|bench)\//u.test(path);
const importsOf = (path: string): readonly string[] => {
  const text = readFileSync(join(root, path), 'utf8');
  if (!mayBeAsked(path, text)) return [];
  return readSource(text, path).imports.flatMap(({ specifier }) => resolveImport(path, specifier) ?? []);
};
export const imports = new Map(
  files.filter((path) => path.endsWith('.ts')).map((path) => [path, importsOf(path)]),
);

export const isOf = (name: string, path: string): boolean => path.startsWith(`src/addons/${name}/`);
/** The tests and benchmarks that go with an add-on: they import it, or others that do. */
export function testsOf(name: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (let before = -1; before < found.size;) {
    before = found.size;
    for (const [path, targets] of imports)
      if (
        /^(?:test|bench)\//u.test(path) &&
        targets.some((target) => isOf(name, target) || found.has(target))
      )
        found.add(path);
  }
  return found;
}
