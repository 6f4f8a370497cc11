// A game that was played in an older format, which this test invents, is converted and played on.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { kernelCaches as caches } from '../../src/scenario/on-kernel/fixtures/runner.ts';
import { runCli } from '../../src/main/run-cli.ts';
import { makeTerminal } from '../../src/cli/terminal.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';
import { openLocalGame } from '../../src/host/embedded/local-game.ts';
import { FORMAT, FORMAT_FILE, migrations, type Migration } from '../../src/store/formats/migrations.ts';
import { slowTest } from '../slowly.ts';

const AT = '2030-06-03T09:00:00Z';
const PLAYERS = 'content/gamestate/players/';

/** In the older format people had `called` instead of `name`. */
const toThis: Migration = {
  to: FORMAT,
  what: 'People’s earlier names stay as they are.',
  migrate: (files) =>
    new Map(
      [...files]
        .filter(([path]) => path.startsWith(PLAYERS))
        .map(([path, text]) => [path, text.replace(/^called: /mu, 'name: ')]),
    ),
};

let folder = '';
beforeEach(async () => {
  // This replaces the engine's own migration.
  (migrations as Migration[]).unshift(toThis);
  folder = mkdtempSync(join(tmpdir(), 'older-'));
  await gitnomic(
    'init',
    folder,
    '--core',
    '2021',
    ...['ana', 'bo', 'cy', 'dee', 'eli'].flatMap((name) => ['--player', name]),
  );
  await gitnomic('roll', '1DICE6', '--as', 'bo');
  await writeOlder();
});
afterEach(() => {
  (migrations as Migration[]).shift();
  rmSync(folder, { recursive: true });
});

async function gitnomic(...words: string[]): Promise<{ code: number; text: string }> {
  let text = '';
  const write = { write: (more: string) => (text += more) };
  const environment = { GITNOMIC_NOW: AT };
  const code = await runCli({
    words,
    folder,
    environment,
    terminal: makeTerminal(write, write, environment, () => 0),
    caches,
  });
  return { code, text };
}

/** Writes the game as an earlier engine would have left it. */
async function writeOlder(): Promise<void> {
  const { forge, main, content } = await openLocalGame(folder, { now: AT, caches });
  const tip = await main();
  const changes = new Map([[FORMAT_FILE, `{"format":${FORMAT - 1}}\n`]]);
  for (const [path, text] of await content())
    if (path.startsWith(PLAYERS)) changes.set(path, text.replace(/^name: /mu, 'called: '));
  expect(changes.size).toBe(6);
  const author = { name: forge.engine.name, email: '', at: AT };
  const commit = await writeCommit(forge.repository, { parents: [tip], changes, author, message: 'Older\n' });
  expect(await forge.advance('main', tip, commit)).toBe('advanced');
}

async function nowHas(): Promise<readonly (string | undefined)[]> {
  const files = await (await openLocalGame(folder, { now: AT, caches })).content();
  return [/^(?:name|called): .*/mu.exec(files.get(`${PLAYERS}bo.md`) ?? '')?.[0], files.get(FORMAT_FILE)];
}

test('gitnomic upgrade says what it changed, does so once, and the game goes on and replays', async () => {
  expect(await nowHas()).toEqual(['called: bo', `{"format":${FORMAT - 1}}\n`]);
  expect(await gitnomic('upgrade')).toEqual({
    code: 0,
    text: `From format ${FORMAT - 1} to ${FORMAT}:\n  People’s earlier names stay as they are.\n`,
  });
  expect(await nowHas()).toEqual(['name: bo', `{"format":${FORMAT}}\n`]);
  expect(readFileSync(join(folder, PLAYERS, 'bo.md'), 'utf8')).toContain('name: bo');
  expect((await gitnomic('upgrade')).text).toContain('nothing has to change');
  expect((await gitnomic('roll', '1DICE6', '--as', 'bo')).code).toBe(0);
  expect((await gitnomic('replay')).text).toContain('Played again, the game is the same: 2 ledger lines');
});

slowTest('where nobody upgrades, the first thing that is done does', async () => {
  expect((await gitnomic('roll', '1DICE6', '--as', 'bo')).text).toContain('bo rolled');
  expect(await nowHas()).toEqual(['name: bo', `{"format":${FORMAT}}\n`]);
  expect((await gitnomic('doctor')).text).toContain('Nothing is wrong');
});
