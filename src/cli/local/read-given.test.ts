import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { runIn } from '../../main/fixtures/run-in.ts';
import { readGivenText, readUpTo } from './read-given.ts';

const folder = mkdtempSync(join(tmpdir(), 'gitnomic-given-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (...words: string[]) => runIn(folder, '2030-06-03T09:00:00Z', words);

test('reads a whole file whatever its parts, but none that is longer than allowed', () => {
  const file = join(folder, 'letters');
  for (const size of [0, 1, 65_535, 65_536, 65_537, 200_000]) {
    writeFileSync(file, 'ö'.repeat(size));
    expect(readGivenText(file)).toBe('ö'.repeat(size));
    expect(readUpTo(file, 2 * size)).toHaveLength(2 * size);
    if (size > 0) expect(readUpTo(file, 2 * size - 1)).toBeNull();
  }
});

test.runIf(process.platform !== 'win32')('reads a pipe to its end', async () => {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const writer = spawn('sh', ['-c', 'printf one; sleep 0.2; printf two'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const copy = spawn('sh', ['-c', `cat > ${pipe}`], { stdio: [writer.stdout, 'ignore', 'inherit'] });
  expect(readGivenText(pipe)).toBe('onetwo');
  await once(copy, 'close');
});

// On other systems these commands would read forever, or until the memory is full.
test.runIf(process.platform === 'linux')(
  'an endless file is refused by every command that reads one',
  async () => {
    const unbounded = '/dev/zero';
    const commands = [
      ['import', unbounded],
      ['init', 'game', '--player', 'ana', '--ruleset', unbounded],
    ];
    for (const words of commands) {
      const { code, said } = await run(...words);
      expect([words, code === 0, said.includes('20 MB')]).toEqual([words, false, true]);
    }
    expect(() => readGivenText(unbounded)).toThrow(/more than 20 MB/u);
  },
);
