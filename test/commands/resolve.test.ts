// Texts below the front matter of gamestate files can conflict as rules can, and are resolved the same way.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { openLocalGame } from '../../src/host/embedded/local-game.ts';
import { runCli } from '../../src/main/run-cli.ts';
import { makeTerminal } from '../../src/cli/terminal.ts';
import { slowTest } from '../slowly.ts';

const START = '2024-03-01T09:00:00Z';
const LATER = '2024-03-01T22:00:00Z';
const AFTER = '2024-03-02T11:00:00Z';
const names = ['ana', 'bo', 'cy', 'dee', 'eli', 'fay'];
let folder = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'resolve-'));
  await gitnomic(
    START,
    'init',
    folder,
    '--core',
    '2021',
    ...names.flatMap((name) => ['--player', name]),
    '--admin',
    'ana',
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function gitnomic(now: string, ...words: string[]): Promise<{ code: number; text: string }> {
  let text = '';
  const write = { write: (more: string) => (text += more) };
  const environment = { GITNOMIC_NOW: now };
  const code = await runCli({
    words,
    folder,
    environment,
    terminal: makeTerminal(write, write, environment, () => 0),
    caches,
  });
  return { code, text };
}

const place = (): string => join(folder, 'content/gamestate/players/cy.md');
const wordsOfCy = (): string => readFileSync(place(), 'utf8').split(/^---$/mu).at(-1)?.trim() ?? '';

/** Proposes an edit of the working tree; everybody votes for it. */
async function proposeToSay(now: string, said: string, title: string, by: string): Promise<void> {
  const before = readFileSync(place(), 'utf8');
  writeFileSync(place(), `${before.split(/^---$/mu).slice(0, 2).join('---')}---\n\n${said}\n`);
  expect(await gitnomic(now, 'propose', '--as', by, '--title', title)).toMatchObject({ code: 0 });
  expect(readFileSync(place(), 'utf8')).toBe(before);
  const { people } = await openLocalGame(folder, { now, caches });
  const post = String(Number(title.split(' ')[1]));
  for (const id of names) await people.comment({ id, name: id, bot: false }, post, ':for:');
}

slowTest('two matters that say other things of one player wait for an Admin, who takes either', async () => {
  await proposeToSay(START, 'Cy keeps the bakery.', 'Bakery 1', 'bo');
  await gitnomic(LATER, 'tick');
  expect(wordsOfCy()).toBe('Cy keeps the bakery.');
  await proposeToSay(LATER, 'Cy keeps the mill.', 'Mill 2', 'bo');
  await proposeToSay(LATER, 'Cy keeps the forge.', 'Forge 3', 'dee');
  await proposeToSay(LATER, 'Cy keeps the inn.', 'Inn 4', 'eli');
  const ticked = await gitnomic(AFTER, 'tick');
  expect(ticked.text).toContain(
    'The vote on “Forge 3” is over, but the result can’t be carried out: content/gamestate/players/cy.md',
  );
  expect(wordsOfCy()).toBe('Cy keeps the mill.');

  const shown = await gitnomic(AFTER, 'resolve', '3');
  expect(shown.text).toContain('- proposed: Cy keeps the ~~');
  expect((await gitnomic(AFTER, 'resolve', '3', '--take', 'proposed', '--as', 'bo')).code).toBe(1);
  expect(wordsOfCy()).toBe('Cy keeps the mill.');

  const taken = await gitnomic(AFTER, 'resolve', '3', '--take', 'proposed', '--as', 'ana');
  expect(taken.text).toMatch(/ana resolved the conflict of 3, Forge 3\.\n[0-9a-f]{7} {2}“Forge 3” passed/u);
  expect(wordsOfCy()).toBe('Cy keeps the forge.');

  await gitnomic(AFTER, 'resolve', '4', '--take', 'in-force', '--as', 'ana');
  expect(wordsOfCy()).toBe('Cy keeps the forge.');
  expect((await gitnomic(AFTER, 'replay')).text).toContain('Played again, the game is the same');
});

test('show names a push to a matter’s branch that doesn’t count', async () => {
  const rule = ['--add-rule', 'Lamps', '--text', 'Lamps burn.'];
  const { text } = await gitnomic(AFTER, 'propose', '--as', 'bo', ...rule);
  const post = /^Post (\d+)/u.exec(text)?.[1] ?? '';
  const copy = join(folder, 'copy');
  const git = (...words: string[]): string => execFileSync('git', words, { encoding: 'utf8' });
  git('clone', '-q', join(folder, '.gitnomic/forge/repository.git'), copy);
  const branch = /origin\/(lamps-\w+)/u.exec(git('-C', copy, 'branch', '-r'))?.[1] ?? '';
  git('-C', copy, 'checkout', '-q', branch);
  symlinkSync('/etc/hostname', join(copy, 'content/ruleset/dynastic/link.md'));
  writeFileSync(join(copy, 'content/ruleset/dynastic/bytes.md'), Buffer.from([0xff, 0xfe]));
  rmSync(join(copy, 'content/ruleset/core/fair-play.md'));
  writeFileSync(join(copy, 'README.md'), 'Mine now.\n');
  git('-C', copy, 'add', '-A');
  git('-C', copy, '-c', 'user.name=Bo', '-c', 'user.email=bo@example.org', 'commit', '-qm', 'More');
  git('-C', copy, 'push', '-q', 'origin', branch);
  const shown = (await gitnomic(AFTER, 'show', post)).text;
  expect(shown).toMatch(/About the branch\n.*bytes\.md.*\n.*link\.md.*/u);
  expect(shown).not.toContain('renamed');
  expect(shown).toMatch(
    /Not merged, because it belongs to neither the ruleset nor the gamestate\n {2}README\.md\n/u,
  );
});
