// What README.md has people type, typed: each command has to go well, on a game that the first of them begins.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { runCli } from '../../src/main/run-cli.ts';
import { makeTerminal } from '../../src/cli/terminal.ts';

const folder = mkdtempSync(join(tmpdir(), 'readme-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const lines = [...readme.matchAll(/^```sh\n([\s\S]*?)^```/gmu)].flatMap(([, block = '']) =>
  block.split('\n').flatMap((line) => /^npm run -s gitnomic -- (.*?)\s*(?:#.*)?$/u.exec(line)?.[1] ?? []),
);

/** `a "b c"` → a, b c */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|(\S+)/gu)].map(([, quoted, plain]) => quoted ?? plain ?? '');

test('the commands of the README go well', async () => {
  expect(lines.length).toBeGreaterThan(7);
  const environment = { GITNOMIC_NOW: '2030-06-03T09:00:00Z' };
  const said = new Map<string, string>();
  for (const line of lines) {
    const words = wordsOf(line);
    // It would serve until somebody ends it.
    if (words[0] === 'start') words.push('--once');
    let text = '';
    const write = { write: (more: string) => (text += more) };
    const terminal = makeTerminal(write, write, environment);
    const code = await runCli({ words, folder, environment, terminal, caches });
    expect([line, code, text]).toEqual([line, 0, text]);
    said.set(words[0] ?? '', text);
  }
  // While it is open, the queue has it; the second vote of three players makes it a rule.
  expect(said.get('status')).toContain('Manners');
  expect(said.get('vote')).toContain('enacted');
});
