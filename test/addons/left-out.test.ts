// Without an add-on's folder and its line in the registry everything else goes on. The compiler takes a quarter of a minute for each, so
// `npm test` leaves this out; apart.test.ts shows there that nothing imports them.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { isOf, NAMES, REGISTRY, root, testsOf } from './who-imports.ts';

/** A copy of the sources without an add-on, its line, and the tests that go with it. */
function without(name: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'without-'));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  const gone = testsOf(name);
  for (const folder of [
    'src',
    'bench',
    'scripts',
    'test',
    'content',
    'package.json',
    'tsconfig.json',
    'vitest.config.ts',
    'bin',
  ])
    cpSync(join(root, folder), join(copy, folder), {
      recursive: true,
      filter: (from) => !isOf(name, `${relative(root, from)}/`) && !gone.has(relative(root, from)),
    });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const text = readFileSync(join(copy, REGISTRY), 'utf8');
  const imported = new RegExp(String.raw`^import \{ (\w+) \} from './${name}/addon.ts';\n`, 'mu');
  const [line = '', object = ''] = imported.exec(text) ?? [];
  const left = text
    .replace(line, '')
    .replace(new RegExp(String.raw`\b${object},\s*|,\s*${object}(?=\s*\])`, 'u'), '');
  expect(left).not.toContain(object);
  writeFileSync(join(copy, REGISTRY), left);
  return copy;
}

function run(copy: string, ...words: readonly string[]): string {
  const [program = '', ...rest] = words;
  const { status, stdout, stderr } = spawnSync(join(copy, 'node_modules/.bin', program), rest, {
    cwd: copy,
    encoding: 'utf8',
  });
  return status === 0 ? '' : `${stdout}${stderr}`.slice(-4_000);
}

test.each(NAMES)('without %s, the types, layers and commands of everything else still hold', (name) => {
  const copy = without(name);
  expect(run(copy, 'tsc', '--noEmit', '-p', '.')).toBe('');
  expect(run(copy, 'vitest', 'run', 'src/main/registry.test.ts', 'test/layers.test.ts')).toBe('');
});
