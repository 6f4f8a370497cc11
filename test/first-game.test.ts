import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { runCli } from '../src/main/run-cli.ts';
import { makeTerminal } from '../src/cli/terminal.ts';
import { shippedLibrary } from '../src/store/fixtures/shipped-library.ts';
import { listPacks } from '../src/ruleset/compose.ts';
import { quickCaches as caches } from './quick-caches.ts';
import { slowTest } from './slowly.ts';

const players = ['ana', 'bo', 'cy', 'dee', 'eli', 'fay'];
const votes = 'content/ruleset/core/votable-matters/votes.md';
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gitnomic-first-game-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a command line in the folder, as its own process would. */
async function gitnomic(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  const written = { out: '', err: '' };
  const environment = { GITNOMIC_NOW: '2024-03-01T09:00:00Z', CI: '1' };
  const terminal = makeTerminal(
    { write: (text) => (written.out += text) },
    { write: (text) => (written.err += text) },
    environment,
    () => 0,
  );
  const code = await runCli({ words, folder, environment, terminal, caches });
  return { code, ...written };
}

async function json(...words: string[]): Promise<unknown> {
  const { code, out, err } = await gitnomic(...words, '--json');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out);
}

test('a group begins a game, edits a number in a rule, votes, and the engine obeys the new rule', async () => {
  const names = players.flatMap((name) => ['--player', name]);
  const core = listPacks(shippedLibrary).core.at(-1) ?? '';
  expect(await gitnomic('init', 'game', '--name', 'Harbour', '--core', core, ...names)).toMatchObject({
    code: 0,
  });
  expect(await gitnomic('lint')).toMatchObject({ code: 0, out: 'Nothing is wrong.\n' });

  // Somebody opens the rule in an editor.
  const path = join(folder, 'game', votes);
  const before = readFileSync(path, 'utf8');
  writeFileSync(path, before.replace('[48 hours](#value:window)', '[6 hours](#value:window)'));
  expect(await json('propose', '--as', 'bo', '--title', '[Core] A shorter window')).toMatchObject({
    post: '1',
    by: 'bo',
  });
  expect(readFileSync(path, 'utf8')).toBe(before);

  const own = join(folder, 'game', 'content', 'notes.txt');
  writeFileSync(own, 'mine\n');
  expect((await gitnomic('propose', '--as', 'bo')).err).toContain('nothing in content/ is edited');
  expect(readFileSync(own, 'utf8')).toBe('mine\n');

  for (const name of ['ana', 'cy', 'dee']) await json('vote', 'for', '1', '--as', name);
  expect(await json('status')).toMatchObject({
    figures: [{ title: 'Quorum', value: 4 }],
    queue: [
      {
        id: '1',
        counts: [
          { title: 'for', count: 4 },
          { title: 'against', count: 0 },
        ],
        state: 'passing',
      },
    ],
  });
  expect(await gitnomic('tick')).toMatchObject({ code: 0, out: 'Everything is up to date.\n' });
  expect(await json('tick', '--forward', '13h')).toMatchObject({
    commits: [{ message: expect.stringContaining('Enact 1: [Core] A shorter window') as string }],
  });
  expect(readFileSync(path, 'utf8')).toBe(
    before.replace('[48 hours](#value:window)', '[6 hours](#value:window)'),
  );

  // Two votes of six: no quorum, so it is the window that decides, and it is over after 13 hours and not after 48.
  await json('propose', '--as', 'dee', '--add-rule', 'Manners', '--text', 'Everybody says please.');
  await json('vote', 'for', 'Manners', '--as', 'eli');
  expect(await json('tick', '--forward', '13h')).toMatchObject({
    commits: [{ message: expect.stringContaining('Enact 2: Manners') as string }],
  });
  expect(await json('show', 'Manners')).toMatchObject({
    section: 'dynastic',
    text: 'Everybody says please.',
  });
  expect(await gitnomic('replay')).toMatchObject({ code: 0 });
  expect(await gitnomic('log', 'journal', 'verify')).toMatchObject({ code: 0 });
}, 300_000);

test('previewing what is due moves no clock', async () => {
  const { now } = (await json('tick', '--dry-run')) as { readonly now: string };
  const both = await gitnomic('tick', '--dry-run', '--forward', '13h');
  expect(both.code).toBe(2);
  expect(both.err).toContain('--dry-run changes nothing, so --forward can’t move the clock');
  const after = (await json('tick', '--dry-run')) as { readonly now: string };
  expect(Date.parse(after.now) - Date.parse(now)).toBeLessThan(3_600_000);
});

slowTest('what is refused ends with 1, and names the rule where it is one that refuses', async () => {
  await json('propose', '--as', 'eli', '--add-rule', 'Thanks', '--text', 'And thanks.');
  const refused = await gitnomic('vote', 'veto', 'Thanks', '--as', 'ana');
  expect(refused.code).toBe(1);
  expect(refused.err).toMatch(/may use VETO.\n {2}where {5}rule \d/u);
  const { code, err } = await gitnomic('vote', 'for', 'Manners', '--as', 'ana');
  expect(code).toBe(1);
  expect(err).toContain('Post 2 is settled');
  const path = join(folder, 'game', votes);
  const edited = readFileSync(path, 'utf8').replace('[6 hours](#value:window)', '[5 hours](#value:window)');
  writeFileSync(path, edited);
  expect(
    (await gitnomic('propose', '--as', 'somebody', '--new', '--title', '[Core] Shorter still')).code,
  ).toBe(1);
  expect(readFileSync(path, 'utf8')).toBe(edited);
});
