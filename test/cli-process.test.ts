import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const main = 'src/cli/main.ts';

function gitnomic(...words: string[]) {
  return spawnSync(process.execPath, [main, ...words], { cwd: root, encoding: 'utf8' });
}

test('the process ends with the exit code, and keeps its two streams apart', () => {
  const good = gitnomic('version', '--json');
  expect(good.status).toBe(0);
  expect(JSON.parse(good.stdout)).toMatchObject({ node: process.versions.node });

  const bad = gitnomic('vresion');
  expect([bad.status, bad.stdout]).toEqual([2, '']);
  expect(bad.stderr).toContain('Did you mean `gitnomic version`?');
});

test('a reader that stops reading is no error', () => {
  const line = `"${process.execPath}" ${main} help | true; echo "\${PIPESTATUS[0]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', line], { cwd: root, encoding: 'utf8' });
  expect([stdout, stderr]).toEqual(['0\n', '']);
});
