// Numbers that are none, as options of commands: each is refused in a sentence, and nothing is begun with another number than was asked for.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { runCli } from '../../src/main/run-cli.ts';
import { makeTerminal } from '../../src/cli/terminal.ts';
import { hosts } from '../../src/host/registry.ts';

const folder = mkdtempSync(join(tmpdir(), 'gitnomic-odd-options-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(...words: readonly string[]): Promise<{ readonly code: number; readonly out: string }> {
  let out = '';
  const sink = { write: (text: string) => (out += text) };
  const environment = { CI: '1', GITNOMIC_NOW: '2030-06-03T09:00:00Z', GITNOMIC_AS: 'ana' };
  const code = await runCli({
    words,
    folder,
    environment,
    terminal: makeTerminal(sink, sink, {}, () => 0),
    hosts,
    caches,
  });
  return { code, out };
}

beforeAll(async () => {
  const { code, out } = await run('init', 'g', '--core', 'prose', '--player', 'ana', '--player', 'bo');
  if (code !== 0) throw new Error(out);
});

const ODD = ['abc', '', '-0', '-5', '0', '+5', '0x10', '1e3', '1e400', '1.5', '1_000', 'NaN', 'Infinity'];
const MORE = ['９', '٣', ' 7 ', '5\u200b', '9007199254740993', '9'.repeat(400)];

test.each([
  ['log', '--last'],
  ['log', 'journal', '--last'],
  ['mcp', '--port'],
  ['bridge', '--key', 'a'.repeat(64), '--port'],
  ['start', '--port'],
  ['simulate', '--days'],
])('%s %s', async (command, ...options) => {
  for (const odd of [...ODD, ...MORE]) {
    const last = `${options.at(-1)}=${odd}`;
    const { code, out } = await run(command, ...options.slice(0, -1), last, '--game', 'g');
    expect([odd, code], out).toEqual([odd, 2]);
    expect(out).not.toMatch(/\n\s+at .*:\d+:\d+|ERR_/u);
    expect(out).toMatch(/number|needs a value/u);
  }
});

test('sign-in --port, which a forge adds', async () => {
  for (const odd of [...ODD, ...MORE, '70000']) {
    const { code, out } = await run('sign-in', `--port=${odd}`);
    expect([odd, code > 0], out).toEqual([odd, true]);
    expect(out).toMatch(/--port takes a number|needs a value/u);
  }
});
