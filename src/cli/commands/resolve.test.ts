// What matters say below the front matter of the gamestate can disagree as rules can, and is resolved the same way.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { openLocalGame } from '../../engine/local/local-game.ts';
import { runCli } from '../run-cli.ts';
import { makeTerminal } from '../terminal.ts';

const START = '2024-03-01T09:00:00Z';
const LATER = '2024-03-01T22:00:00Z';
const AFTER = '2024-03-02T11:00:00Z';
const names = ['ana', 'bo', 'cy', 'dee', 'eli', 'fay'];
let folder = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'resolve-'));
  await gitnomic(START, 'init', folder, ...names.flatMap((name) => ['--player', name]), '--admin', 'ana');
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function gitnomic(now: string, ...words: string[]): Promise<{ code: number; text: string }> {
  let text = '';
  const write = { write: (more: string) => (text += more) };
  const environment = { GITNOMIC_NOW: now };
  const code = await runCli({
    words,
    folder,
    environment,
    terminal: makeTerminal(write, write, environment),
  });
  return { code, text };
}

const place = (): string => join(folder, 'content/gamestate/players/cy.md');
const wordsOfCy = (): string => readFileSync(place(), 'utf8').split(/^---$/mu).at(-1)?.trim() ?? '';

/** From an edited working tree, and voted through by everybody. */
async function proposeToSay(now: string, said: string, title: string, by: string): Promise<void> {
  const before = readFileSync(place(), 'utf8');
  writeFileSync(place(), `${before.split(/^---$/mu).slice(0, 2).join('---')}---\n\n${said}\n`);
  expect(await gitnomic(now, 'propose', '--as', by, '--title', title)).toMatchObject({ code: 0 });
  expect(readFileSync(place(), 'utf8')).toBe(before);
  const { table } = await openLocalGame(folder, { now });
  const post = String(Number(title.split(' ')[1]));
  for (const id of names) await table.comment({ id, name: id, bot: false }, post, ':for:');
}

test('two matters that say other things of one player wait for an Admin, who takes either', async () => {
  await proposeToSay(START, 'Cy keeps the bakery.', 'Bakery 1', 'bo');
  await gitnomic(LATER, 'tick');
  expect(wordsOfCy()).toBe('Cy keeps the bakery.');
  await proposeToSay(LATER, 'Cy keeps the mill.', 'Mill 2', 'bo');
  await proposeToSay(LATER, 'Cy keeps the forge.', 'Forge 3', 'dee');
  await proposeToSay(LATER, 'Cy keeps the inn.', 'Inn 4', 'eli');
  const ticked = await gitnomic(AFTER, 'tick');
  expect(ticked.text).toContain('Matter 3 is due and can’t be resolved: content/gamestate/players/cy.md');
  expect(wordsOfCy()).toBe('Cy keeps the mill.');

  const shown = await gitnomic(AFTER, 'resolve', '3');
  expect(shown.text).toContain('- proposed: Cy keeps the ~~');
  expect((await gitnomic(AFTER, 'resolve', '3', '--take', 'proposed', '--as', 'bo')).code).toBe(1);
  expect(wordsOfCy()).toBe('Cy keeps the mill.');

  const taken = await gitnomic(AFTER, 'resolve', '3', '--take', 'proposed', '--as', 'ana');
  expect(taken.text).toMatch(/ana resolved the conflict of 3, Forge 3\.\n[0-9a-f]{7} {2}Enact 3: Forge 3/u);
  expect(wordsOfCy()).toBe('Cy keeps the forge.');

  await gitnomic(AFTER, 'resolve', '4', '--take', 'in-force', '--as', 'ana');
  expect(wordsOfCy()).toBe('Cy keeps the forge.');
  expect((await gitnomic(AFTER, 'replay')).text).toContain('Played again the game is the same');
}, 60_000);
