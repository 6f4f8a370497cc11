// `node scripts/test-seconds.ts [FOLDER…]`: prints the processor seconds of the tests in each folder of `src/`,
// minus those of an empty test file. A busy machine changes them little, since only processor time counts.
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { readOptions, refuse } from './read-options.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** The time limit for a folder's tests; `npm run check` and the tests themselves measure nothing. */
const MOST_SECONDS = 5;
/** The tests that `npm test` runs; tests listed as slow don't count, and some folders have no others. */
const QUICK = ['--project=unit', '--project=whole', '--reporter=dot', '--passWithNoTests'];

/** Processor seconds of these test files; null if they fail. */
function secondsOf(files: readonly string[]): number | null {
  const vitest = join(root, 'node_modules/.bin/vitest');
  const script = '"$@" >&2; echo "$?"; times';
  const { stdout } = spawnSync(
    'sh',
    ['-c', script, 'sh', process.execPath, vitest, 'run', ...QUICK, '--maxWorkers=1', ...files],
    {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', process.env['VERBOSE'] === undefined ? 'ignore' : 'inherit'],
    },
  );
  const [status, , children = ''] = stdout.trim().split('\n');
  if (status !== '0') return null;
  return [...children.matchAll(/(\d+)m([\d.]+)s/gu)].reduce(
    (sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds),
    0,
  );
}

const { positionals } = readOptions(import.meta.filename, {});
const tests = globSync('src/**/*.test.ts', { cwd: root });
const roomOf = (path: string): string => {
  const [, room = '', inner = ''] = dirname(path).split(/[\\/]/u);
  // These folders contain rooms themselves.
  return inner !== '' && ['addons', 'cli', 'forge', 'host', 'site'].includes(room)
    ? `src/${room}/${inner}`
    : `src/${room}`;
};
const rooms = Map.groupBy(tests, roomOf);
const asked =
  positionals.length > 0 ? positionals.map((one) => one.replace(/\/$/u, '')) : [...rooms.keys()].sort();
for (const room of asked)
  if (!rooms.has(room))
    refuse(import.meta.filename, `${room} has no tests; folders are ${[...rooms.keys()].sort().join(', ')}.`);

const folder = mkdtempSync(join(root, 'src/empty-'));
const empty = join(folder, 'empty.test.ts');
writeFileSync(empty, "import { expect, test } from 'vitest';\ntest('nothing', () => expect(1).toBe(1));\n");
try {
  const none = secondsOf([empty]) ?? 0;
  console.log(`${none.toFixed(1).padStart(6)}  an empty file`);
  for (const room of asked) {
    const files = rooms.get(room) ?? [];
    const seconds = secondsOf(files);
    const beyond = seconds === null ? null : seconds - none;
    const told = beyond === null ? 'failed' : beyond.toFixed(1).padStart(6);
    console.log(
      `${told}  ${room}, ${files.length} files${beyond !== null && beyond > MOST_SECONDS ? '  *' : ''}`,
    );
    if (beyond === null || beyond > MOST_SECONDS) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true });
}
