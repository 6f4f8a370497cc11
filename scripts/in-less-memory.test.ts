// A server begins anew with what saves memory, as the same process.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

const FILE = new URL('../bin/in-less-memory.mjs', import.meta.url).href;
const folder = mkdtempSync(join(tmpdir(), 'in-less-memory-'));
afterAll(() => rmSync(folder, { recursive: true }));

test.skipIf(process.platform === 'win32')('it is the same process, with the same words', () => {
  const program = join(folder, 'program.mjs');
  writeFileSync(
    program,
    `await (await import('${FILE}')).beginInLessMemory();
const { pid, argv, execArgv, env } = process;
console.log(JSON.stringify({ pid, words: argv.slice(2), execArgv, arenas: env.MALLOC_ARENA_MAX }));\n`,
  );
  const begin = (own: Record<string, string>) => {
    const words = ['--no-deprecation', program, 'two words'];
    const env = { PATH: process.env['PATH'], ...own };
    const { pid, stdout, stderr } = spawnSync(process.execPath, words, { env, encoding: 'utf8' });
    return { ...(JSON.parse(stdout) as object), begun: pid, stderr };
  };
  const first = begin({});
  expect(first).toEqual({
    pid: first.begun,
    begun: first.begun,
    words: ['two words'],
    execArgv: ['--no-deprecation', '--max-semi-space-size=2', '--heap-growing-percent=20'],
    arenas: '2',
    stderr: '',
  });
  // The host's own choice stands.
  expect(begin({ MALLOC_ARENA_MAX: '1' })).toMatchObject({ arenas: '1' });
});
