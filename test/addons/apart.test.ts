// A group can do without each add-on: nothing else knows it, and it knows no other.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { addons } from '../../src/addons/registry.ts';
import { imports, isOf, NAMES, REGISTRY, root } from './who-imports.ts';

test('there are add-ons, and each is in the registry', () => {
  const registry = readFileSync(join(root, REGISTRY), 'utf8');
  expect(NAMES.length).toBeGreaterThan(3);
  for (const name of NAMES) expect(registry).toContain(`'./${name}/addon.ts'`);
});

test.each(NAMES)('only the registry and tests import %s, and it imports no other add-on', (name) => {
  const users = [...imports].filter(([, targets]) => targets.some((target) => isOf(name, target)));
  const others = users
    .map(([path]) => path)
    .filter((path) => !isOf(name, path) && !/^(?:test|bench)\//u.test(path));
  expect(others).toEqual([REGISTRY]);
  const own = [...imports].filter(([path]) => isOf(name, path));
  const foreign = own.flatMap(([, targets]) =>
    targets.filter((target) => target.startsWith('src/addons/') && !isOf(name, target)),
  );
  expect(foreign).toEqual([]);
});

test('no page of the engine links to a page of an add-on', () => {
  const added = addons.flatMap(({ site }) => Object.keys(site?.pages ?? {}));
  expect(added.length).toBeGreaterThan(10);
  // The calendar of a player is beside the player's own page.
  const addresses = added.map((address) => address.replace(/\[.*$/u, '')).filter((one) => one !== 'players/');
  const pages = globSync('src/site/**/*.{astro,ts}', { cwd: root }).filter(
    (path) => !path.endsWith('.test.ts'),
  );
  const leading = pages.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    return addresses
      .filter((to) => ["'", '"', '`', '/'].some((mark) => text.includes(`${mark}${to}`)))
      .map((to) => `${path}: ${to}`);
  });
  expect(leading).toEqual([]);
});
