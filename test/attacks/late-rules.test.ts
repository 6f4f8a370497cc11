// Rules that never come back, asked by commands that only look: each says so within seconds, and goes on with the rest.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { runCli } from '../../src/main/run-cli.ts';
import { makeTerminal } from '../../src/cli/terminal.ts';
import { beginLocalGame } from '../../src/host/embedded/begin.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';

const NOW = '2024-03-01T09:00:00Z';
const PATIENCE_MS = 5_000;
/** One comparison is a single step, and works through six million letters. */
const HANG = `const one = 'x'.repeat(6e6) + 'y'; const other = 'x'.repeat(6e6) + 'y';
  let same = 0; for (;;) if (one === other) same++;`;
const CLAUSE = `import { action, rule } from 'gitnomic/rules';
export default rule(() => ({
  hooks: { 'may-resolve'() { ${HANG} } },
  actions: { hang: action({ check() { ${HANG} }, effect() {} }) },
}));`;

let folder = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'late-'));
  const library = new Map(shippedLibrary)
    .set('proving/dynastic/late.md', '---\ntitle: Late\norder: 90\n---\nIt never comes back.\n')
    .set('proving/dynastic/late.ts', CLAUSE);
  const players = ['ana', 'bo', 'cy', 'dee', 'eli'].map((id) => ({
    id,
    admin: id === 'ana',
    emperor: id === 'cy',
  }));
  const wish = { name: 'Harbour', core: '2021', dynasty: 'proving', players };
  await beginLocalGame(folder, library, wish, { now: () => NOW, caches });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** On no terminal, for somebody who has waited for some seconds already; `waits` are the lines that say what is going on. */
async function gitnomic(
  ...words: string[]
): Promise<{ code: number; said: string; waits: string; took: number }> {
  let [said, waits] = ['', ''];
  const write = (more: string): unknown => (/ … \d+ s\n$/u.test(more) ? (waits += more) : (said += more));
  const environment = { GITNOMIC_NOW: NOW };
  const began = performance.now();
  const terminal = makeTerminal({ write }, { write }, environment, () => 50 * performance.now());
  const code = await runCli({ words, folder, environment, terminal, caches, begunMs: began - 4_000 });
  return { code, said, waits, took: performance.now() - began };
}

test('a list of actions shows the others, and doesn’t wait for the same rule again', async () => {
  const first = await gitnomic('act', '--as', 'bo');
  expect(first).toMatchObject({ code: 0 });
  expect(first.said).toMatch(/hang\n +.*took too long.* and was stopped/u);
  expect(first.said).toMatch(/can do now[\s\S]*take-pip [\s\S]*take-crate [\s\S]*Not now/u);
  const second = await gitnomic('act', '--as', 'bo');
  expect(second).toMatchObject({ code: 0, said: first.said });
  expect(second.took).toBeLessThan(PATIENCE_MS);
});

test('refuses an action asked for, with the reason', async () => {
  const { code, said, waits } = await gitnomic('why', 'hang', '--as', 'bo');
  expect([code, said, waits]).toEqual([
    0,
    expect.stringMatching(/Not now: the code of the rules took too long/u),
    // No timer runs while the rules do, and nobody should take the command for dead.
    expect.stringMatching(/^(?:asking the rules … \d+ s\n)+$/u),
  ]);
});

/** The engine itself tries such a matter twice before it is left, so that this takes half a minute. */
const LONG = process.env['GITNOMIC_FUZZ'] !== undefined;

test.runIf(LONG)('says why a matter waits if its rule doesn’t return', async () => {
  await gitnomic('post', 'cfj', 'Is it late?', '--as', 'bo');
  const { code, said } = await gitnomic('why', '1');
  expect([code, said]).toEqual([
    0,
    expect.stringMatching(/Enacted: no, the code of the rules took too long/u),
  ]);
  expect(said).toMatch(/Failed: no, the code of the rules took too long/u);
});
