import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const rows = readFileSync(join(root, 'test/attacks/attacks.md'), 'utf8')
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

test('every attack in the table of attacks names an existing test', () => {
  expect(rows.length).toBeGreaterThan(35);
  expect(
    rows.map(([, attack, stops, tests]) => [attack, stops, tests].every((cell) => cell !== '')),
  ).not.toContain(false);
  for (const { attack, path, names } of named) {
    expect(existsSync(join(root, path)), `${attack}: ${path}`).toBe(true);
    if (statSync(join(root, path)).isDirectory()) continue;
    const text = readFileSync(join(root, path), 'utf8');
    for (const name of names)
      expect(
        ["'", '"', '`'].some((quote) => text.includes(`${quote}${name}`)),
        `${path} has no test whose name begins with ${name}`,
      ).toBe(true);
  }
});

test('each cheat of an emperor or host has a verdict and an existing test', () => {
  const text = readFileSync(join(root, 'docs/threat-model.md'), 'utf8');
  const [, section = ''] = text.split('## A cheating emperor or host');
  const cheats = (section.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (cheat|-)/u.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  expect(cheats.length).toBeGreaterThan(15);
  for (const [, cheat = '', verdict = '', why = '', tests = ''] of cheats) {
    expect([cheat, verdict]).toEqual([cheat, expect.stringMatching(/^(?:prevented|seen|possible)$/u)]);
    expect(why).not.toBe('');
    for (const one of tests.split('; `').map((named) => named.replace(/^`?/u, '`'))) {
      const [, path = '', name = ''] = /^`([^`]+)`: (.+)$/u.exec(one) ?? [];
      expect([cheat, existsSync(join(root, path)) && statSync(join(root, path)).isFile()]).toEqual([
        cheat,
        true,
      ]);
      const source = readFileSync(join(root, path), 'utf8');
      expect([cheat, ["'", '"', '`'].some((quote) => source.includes(`${quote}${name}`))]).toEqual([
        cheat,
        true,
      ]);
    }
  }
});

test('every row names a test or says that it’s a known limit, and every test cited is parsed', () => {
  for (const [, attack = '', stops = '', tests = ''] of rows) {
    const own = named.filter((one) => one.attack === attack);
    expect(own.length > 0 || /known limit/iu.test(stops), attack).toBe(true);
    const paths = [...tests.matchAll(/`([^`]+)`/gu)].map(([, path]) => path);
    expect([attack, own.map(({ path }) => path)]).toEqual([attack, paths]);
  }
});

test('the table of attacks names every file of attacks', () => {
  const files = readdirSync(join(root, 'test/attacks')).filter(
    (name) => name.endsWith('.test.ts') && name !== 'threat-model.test.ts',
  );
  expect(files.filter((name) => !named.some(({ path }) => path.endsWith(`/${name}`)))).toEqual([]);
});
