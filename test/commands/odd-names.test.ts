import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { hosts } from '../../src/host/registry.ts';
import { runCli } from '../../src/main/run-cli.ts';
import { makeTerminal } from '../../src/cli/terminal.ts';

const ODD = ['🍎', '×“', 'Sgt. Zed', 'Ελένη', '90000', 'constructor', 'a/b', 'n'.repeat(100)];
const folder = mkdtempSync(join(tmpdir(), 'gitnomic-odd-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(...words: string[]): Promise<{ readonly code: number; readonly out: string }> {
  let out = '';
  const sink = { write: (text: string) => (out += text) };
  const terminal = makeTerminal(sink, sink, {}, () => 0);
  const environment = { CI: '1', GITNOMIC_NOW: '2030-06-03T09:00:00Z' };
  return { code: await runCli({ words, folder, environment, terminal, hosts, caches }), out };
}

beforeAll(async () => {
  const players = ODD.flatMap((name) => ['--player', name]);
  const { code, out } = await run('init', 'g', '--core', 'prose', ...players);
  if (code !== 0) throw new Error(out);
  await run(
    'propose',
    '--title',
    'One',
    '--add-rule',
    'One',
    '--text',
    'Words.',
    '--as',
    'a/b',
    '--game',
    'g',
  );
});

/** Commands that contain somebody's name. Each must be accepted and repeat the name. */
const COMMANDS: readonly (readonly [string, (name: string) => readonly string[]])[] = [
  ['show NAME', (name) => ['show', name]],
  ['show players.NAME', (name) => ['show', `players.${name}`]],
  ['show players.NAME.name', (name) => ['show', `players.${name}.name`]],
  ['vote as NAME', (name) => ['vote', 'for', '1', '--as', name]],
  ['comment as NAME', (name) => ['comment', '1', `It is ${name}.`, '--as', name]],
  [
    'set of players.NAME',
    (name) => ['propose', '--set', `players.${name}.name=${name}!`, '--title', `For ${name}`, '--as', name],
  ],
  ['can as NAME', (name) => ['can', '--as', name]],
  ['status for NAME', (name) => ['status', '--as', name]],
  ['log by NAME', (name) => ['log', '--by', name]],
  ['roll as NAME', (name) => ['roll', 'DICE6', '--as', name]],
  ['rehearse as NAME', (name) => ['rehearse', 'comment', '1', 'Words.', '--as', name]],
  ['seat of NAME for a program', (name) => ['mcp', '--invite', name]],
  ['bridge of NAME', (name) => ['bridge', '--link', name]],
  ['show what NAME proposed', (name) => ['show', `For ${name}`]],
];

describe.each(COMMANDS)('%s', (_, words) => {
  test.each(ODD)('%s', async (name) => {
    const { code, out } = await run(...words(name), '--game', 'g');
    expect(code, out).toBe(0);
    if (['show', 'roll'].includes(words('')[0] ?? '')) expect(out).toContain(name);
  });
});

test('finds a player’s record by the name they go by, and suggests a name for a typo', async () => {
  for (const name of ODD) {
    await run('roll', 'DICE6', '--as', name, '--game', 'g');
    expect((await run('log', '--by', name, '--game', 'g')).out).toContain(`${name} rolled`);
  }
  expect(await run('log', '--by', 'Sgt. Zad', '--game', 'g')).toMatchObject({
    code: 2,
    out: expect.stringContaining('Did you mean “Sgt. Zed”?'),
  });
});

test('status names everybody, and neither it nor the log fails', async () => {
  for (const command of ['status', 'log']) {
    const { code, out } = await run(command, '--game', 'g');
    expect(code, out).toBe(0);
    for (const name of ODD) expect(out, command).toContain(name);
  }
});
