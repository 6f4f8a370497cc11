import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { ENGINE_PACKAGES, lockOf, type Lock } from '../../scripts/engine-lock/lock.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));

/** What a file loads when it runs: types are gone by then. */
const LOADED =
  /(?:^|\n)\s*(?:import|export)\b(?!\s+type\b)[^;'"]*?from\s*'([^']+)'|import\(\s*'([^']+)'\s*\)|(?:^|\n)import '([^']+)'|new URL\(\s*'([^']+\.ts)'|createRequire\(import\.meta\.url\)\('([^']+)'\)/gu;

function packagesFrom(entries: readonly string[]): Set<string> {
  const files = entries.map((path) => join(root, path));
  const seen = new Set<string>();
  const packages = new Set<string>();
  for (let file = files.pop(); file !== undefined; file = files.pop()) {
    if (seen.has(file) || !existsSync(file)) continue;
    seen.add(file);
    for (const [, ...found] of readFileSync(file, 'utf8').matchAll(LOADED)) {
      const name = found.find((one) => one !== undefined) ?? '';
      if (name.startsWith('.')) files.push(join(dirname(file), name));
      else if (!/^(node:|#|gitnomic)/u.test(name))
        packages.add(
          name
            .split('/')
            .slice(0, name.startsWith('@') ? 2 : 1)
            .join('/'),
        );
    }
  }
  expect(seen.size).toBeGreaterThan(100);
  return packages;
}

test('a tick has the packages that it loads, and not those that the site is made with', () => {
  const loaded = packagesFrom(['src/host/github/action/main.ts', 'src/host/github/action/setup-main.ts']);
  expect([...loaded].filter((name) => !ENGINE_PACKAGES.includes(name))).toEqual([]);
  // TypeScript is started and not loaded.
  expect(ENGINE_PACKAGES.filter((name) => !loaded.has(name))).toEqual(['typescript']);
  const installed = Object.keys((read('.github/engine/package-lock.json') as Lock).packages);
  for (const name of ['astro', '@clack/prompts', 'vitest', 'esbuild', 'octokit'])
    expect(installed).not.toContain(`node_modules/${name}`);
});

test('they are at the versions that the project has; `node scripts/write-engine-lock.ts` puts them there', () => {
  const { manifest, lock } = lockOf(read('package-lock.json') as Lock, ENGINE_PACKAGES);
  expect(read('.github/engine/package.json')).toEqual(JSON.parse(JSON.stringify(manifest)));
  expect(read('.github/engine/package-lock.json')).toEqual(JSON.parse(JSON.stringify(lock)));
});
