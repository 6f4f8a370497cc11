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

test('the scripts that take options are found', () => {
  expect(SCRIPTS).toContain('bench.ts');
  expect(SCRIPTS).toContain('release.ts');
});

test.each(SCRIPTS)('%s says what it does, and refuses an option that it does not have', (script) => {
  const help = run(script, '--help');
  expect([help.status, help.stderr]).toEqual([0, '']);
  expect(help.stdout).toMatch(/`n(?:pm|ode) (?:run |scripts)/u);
  const wrong = run(script, '--nonsense');
  expect([wrong.status, wrong.stdout]).toEqual([2, '']);
  expect(wrong.stderr).toMatch(/^Unknown option '--nonsense'/u);
  expect(wrong.stderr).toContain(help.stdout);
  expect(wrong.stderr).not.toMatch(/^\s+at /mu);
});

test('parseArgs is called in one place, and where its texts are its own', () => {
  const callers = globSync('**/*.ts', { cwd: import.meta.dirname, exclude: ['**/node_modules/**'] }).filter(
    (name) =>
      !name.endsWith('.test.ts') &&
      /\bparseArgs\(/u.test(readFileSync(join(import.meta.dirname, name), 'utf8')),
  );
  expect(callers.sort()).toEqual(['read-options.ts', 'sample/sample-options.ts']);
});
