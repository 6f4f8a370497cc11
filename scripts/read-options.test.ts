import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

const SCRIPTS = globSync('*.ts', { cwd: import.meta.dirname }).filter((name) =>
  /\breadOptions\(import/u.test(readFileSync(join(import.meta.dirname, name), 'utf8')),
);

function run(script: string, ...words: readonly string[]) {
  const file = join(import.meta.dirname, script);
  return spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', file, ...words], {
    encoding: 'utf8',
    timeout: 60_000,
  });
}

test('finds the scripts that take options', () => {
  expect(SCRIPTS).toContain('bench.ts');
  expect(SCRIPTS).toContain('release.ts');
});

test.each(SCRIPTS)('%s refuses an unknown option, and says which it takes', (script) => {
  const { status, stdout, stderr } = run(script, '--nonsense');
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^Unknown option '--nonsense'[^\n]*\n\n.*`n(?:pm|ode) (?:run |scripts)/u);
  expect(stderr).not.toMatch(/^\s+at /mu);
});

test('--help prints the same usage as a wrong option', () => {
  const { status, stdout, stderr } = run('bench.ts', '--help');
  expect([status, stderr]).toEqual([0, '']);
  expect(run('bench.ts', '--nonsense').stderr).toContain(stdout);
});

test('parseArgs is called in one place only, apart from a script with texts of its own', () => {
  const callers = globSync('**/*.ts', { cwd: import.meta.dirname, exclude: ['**/node_modules/**'] }).filter(
    (name) =>
      !name.endsWith('.test.ts') &&
      /\bparseArgs\(/u.test(readFileSync(join(import.meta.dirname, name), 'utf8')),
  );
  expect(callers.sort()).toEqual(['read-options.ts', 'sample/sample-options.ts']);
});
