// Processes and threads that tests start find compiled what others of this run, or of an earlier one, have loaded.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

import { expect, test } from 'vitest';

const FOLDER = process.env['NODE_COMPILE_CACHE'] ?? '';
const TELL = "process.getBuiltinModule('node:module').getCompileCacheDir()";

test('it lies among the packages, where the command line has it too', () => {
  expect(FOLDER).toBe(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));
});

test('a process has it', () => {
  const folder = execFileSync(process.execPath, ['-p', TELL], { encoding: 'utf8' }).trim();
  expect(folder).toContain(realpathSync(FOLDER));
});

test('a thread has it', async () => {
  const code = `process.getBuiltinModule('node:worker_threads').parentPort.postMessage(${TELL} ?? '')`;
  const thread = new Worker(code, { eval: true });
  const [folder] = (await once(thread, 'message')) as readonly string[];
  expect(folder).toContain(realpathSync(FOLDER));
});
