import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { kernelCaches as caches } from '../../scenario/on-kernel/fixtures/runner.ts';
import { hosts } from '../../host/registry.ts';
import { runCli } from '../../main/run-cli.ts';
import { makeTerminal } from '../../cli/terminal.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gitnomic-scenario-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(...words: string[]): Promise<{ readonly code: number; readonly out: string }> {
  let out = '';
  const sink = { write: (text: string) => (out += text) };
  const terminal = makeTerminal(sink, sink, {}, () => 0);
  return { code: await runCli({ words, folder, environment: { CI: '1' }, terminal, hosts, caches }), out };
}

const roll = (dice: string, rules = 'rules: { core: "2021", dynasty: none }'): string => `title: Rolling
${rules}
start: 2021-03-01T09:00:00Z
players: { ana: { admin: true }, bo: {}, cy: { emperor: true }, dee: {}, eli: {} }
steps:
  - { at: +1h, by: bo, act: roll, with: { roll: DICE6 }, dice: [6], then: { ledger: { -1: { result: [${dice}] } } } }
`;

function write(path: string, text: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
}

test('runs all scenarios below a folder, however deep, and nothing else; "dynasty: none" means none', async () => {
  write('tried/one.yml', roll('6'));
  write('tried/deep/er/two.yml', roll('5'));
  write('tried/pack.yml', 'name: tried\n');
  const { code, out } = await run('scenario', 'tried');
  expect(code).toBe(1);
  expect(out).toContain('tried/deep/er/two.yml (core 2021), step 1: ledger.-1.result is [6]; expected [5]');
  expect(out).toContain('1 passed, 1 failed');
  expect(await run('scenario', 'tried', '--only', 'one.yml')).toMatchObject({
    code: 0,
    out: expect.stringContaining('1 passed, 0 failed'),
  });
});

test('takes nothing in the library for a scenario that isn’t one', async () => {
  const library = fileURLToPath(new URL('../../../content/library', import.meta.url));
  const { code, out } = await run('scenario', library, '--only', 'sample');
  expect([code, out.includes('No scenario among')]).toEqual([2, true]);
});

test('counts an unreadable scenario as failed, and says what is wrong; the others still run', async () => {
  write('wrong/a.yml', 'title: x\nstep: []\nsteps: []\n');
  write('wrong/b.yml', roll('6'));
  write('wrong/c.yml', roll('6').replace('steps', 'stepz'));
  const { code, out } = await run('scenario', 'wrong');
  expect(code).toBe(1);
  expect(out).toContain('wrong/a.yml: there is no key "step"; did you mean "steps"?');
  expect(out).toContain('wrong/c.yml: there is no key "stepz"; did you mean "steps"?');
  expect(out).toContain('1 passed, 2 failed');
});

test.each([
  [['nowhere.yml'], 'There is no file nowhere.yml.'],
  [['empty'], 'There is no scenario in empty.'],
  [['tried', '--only', 'elephants'], 'No scenario among 2 has the words "elephants"'],
])('a run that finds no scenario is a usage error: %j', async (words, what) => {
  mkdirSync(join(folder, 'empty'), { recursive: true });
  const { code, out } = await run('scenario', ...words);
  expect(code).toBe(2);
  expect(out).toContain(what);
});

test('runs a scenario among a game’s rules under these, as they are in the folder; others must name theirs', async () => {
  const players = ['ana', 'bo', 'cy', 'dee', 'eli'].flatMap((id) => ['--player', id]);
  expect(await run('init', 'g', '--core', '2021', ...players)).toMatchObject({ code: 0 });
  write('g/content/ruleset/core/rolling.scenario.yml', roll('6', ''));
  expect(await run('scenario', 'g/content/ruleset')).toMatchObject({
    code: 0,
    out: expect.stringContaining('1 passed, 0 failed'),
  });
  write('g/content/ruleset/core/rolling.scenario.yml', roll('4', ''));
  expect((await run('scenario', 'g/content/ruleset')).out).toContain('result is [6]; expected [4]');
  write('rolling.scenario.yml', roll('6', ''));
  expect(await run('scenario', 'rolling.scenario.yml')).toMatchObject({
    code: 1,
    out: expect.stringContaining('rules: is missing'),
  });
});
