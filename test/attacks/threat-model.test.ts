import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const rows = readFileSync(join(root, 'docs/threat-model.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (attack|-)/u.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()));

/** `test/attacks/votes.test.ts`: one; another → the file, and what its tests' names begin with. */
const named = rows.flatMap(([, attack = '', , tests = '']) =>
  [...tests.matchAll(/`([^`]+)`(?:: ([^`]+?))?(?=; `|, with|$)/gu)].map(([, path = '', names]) => ({
    attack,
    path,
    names: names?.split('; ') ?? [],
  })),
);

test('every attack in the threat model names a test that is there', () => {
  expect(rows.length).toBeGreaterThan(35);
  expect(
    rows.map(([, attack, stops, tests]) => [attack, stops, tests].every((cell) => cell !== '')),
  ).not.toContain(false);
  for (const { attack, path, names } of named) {
    expect(existsSync(join(root, path)), `${attack}: ${path}`).toBe(true);
    if (statSync(join(root, path)).isDirectory()) continue;
    const text = readFileSync(join(root, path), 'utf8');
    for (const name of names) expect(text.includes(name), `${path} has no test ${name}`).toBe(true);
  }
});

test('every file of attacks is named in the threat model', () => {
  const files = readdirSync(join(root, 'test/attacks')).filter(
    (name) => name.endsWith('.test.ts') && name !== 'threat-model.test.ts',
  );
  expect(files.filter((name) => !named.some(({ path }) => path.endsWith(`/${name}`)))).toEqual([]);
});
