import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { addons } from '../../src/addons/registry.ts';
import { registryOf } from '../../src/cli/registry.ts';
import { runCli } from '../../src/main/run-cli.ts';
import { makeTerminal } from '../../src/cli/terminal.ts';
import { some } from '../slowly.ts';

const players = ['Ana', 'Bo', 'Cyrille', 'Dee', 'Eli', 'Fay'].flatMap((name) => ['--player', name]);
let folder = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nobody-'));
  await gitnomic('init', join(folder, 'game'), '--core', '2021', ...players);
  const rule = ['--add-rule', 'Manners', '--text', 'Everybody says please.'];
  const { code, said } = await gitnomic('propose', '--as', 'ana', '--title', 'Manners', ...rule);
  if (code !== 0) throw new Error(said);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function gitnomic(...words: string[]): Promise<{ code: number; said: string }> {
  let said = '';
  const write = { write: (more: string) => (said += more) };
  const environment = { GITNOMIC_NOW: '2024-03-01T09:00:00Z' };
  const code = await runCli({
    words,
    folder: join(folder, words[0] === 'init' ? '' : 'game'),
    environment,
    terminal: makeTerminal(write, write, environment, () => 0),
    caches,
  });
  return { code, said };
}

const seats = (): string[] => readdirSync(join(folder, 'game/content/gamestate/players')).sort();

/** Each command by which somebody does something, as somebody would use it. */
const USES: Readonly<Record<string, readonly string[]>> = {
  propose: ['--add-rule', 'Thanks', '--text', 'And thanks.'],
  vote: ['for', '1'],
  comment: ['1', 'Gladly :for:'],
  post: ['story', 'A tale'],
  act: ['roll', 'roll=DICE6'],
  roll: ['DICE6'],
  seal: ['keys', 'mine'],
  why: ['roll', 'roll=DICE6'],
  can: [],
  status: [],
  rehearse: ['act', 'roll', 'roll=DICE6'],
  mcp: [],
  admin: ['idle', 'bo'],
  'admin moderation': ['mute', 'bo', '--why', 'insults'],
  resolve: ['1', '--take', 'proposed'],
  'doctor recover': ['--dry-run'],
  'admin redact': ['bo'],
  'import history': ['history.csv'],
};

test('every command that takes --as is used here', async () => {
  const acting = [];
  for (const { name, load } of registryOf([], addons))
    if ('as' in (await load()).command.options) acting.push(name);
  expect(acting.sort()).toEqual(Object.keys(USES).sort());
});

/** They say first that there is nothing of what is asked for, to whomever. */
const NOTHING_THERE = new Set(['resolve', 'import history']);

test.each(
  some(
    Object.entries(USES).filter(([name]) => !NOTHING_THERE.has(name)),
    4,
  ),
)('a mistyped name does nothing: %s', async (name, use) => {
  const before = seats();
  const { code, said } = await gitnomic(...name.split(' '), ...use, '--as', 'Cyrile');
  expect(said).toContain('no-such-person');
  expect(said).toContain('Did you mean cyrille?');
  expect(said).toContain('--new, and ask to be let in with `gitnomic post join-request TITLE --as NAME`');
  expect(code).not.toBe(0);
  await gitnomic('tick');
  expect(seats()).toEqual(before);
  expect((await gitnomic('show', '1')).said).not.toContain('cyrile');
});

test('a newcomer can begin with a join request, or by saying --new', async () => {
  expect((await gitnomic('post', 'join-request', 'May I?', '--as', 'Dov')).code).toBe(0);
  expect((await gitnomic('comment', '1', 'Thanks', '--as', 'dov')).code).toBe(0);
  expect((await gitnomic('comment', '1', 'Hello', '--as', 'Eve', '--new')).code).toBe(0);
  const { said } = await gitnomic('show', '1');
  for (const words of ['Thanks', 'Hello']) expect(said).toContain(words);
});

test.each(['--emperor', '--admin'])('%s must name one of the players', async (option) => {
  const { code, said } = await gitnomic(
    'init',
    join(folder, 'other'),
    '--core',
    '2021',
    ...players,
    option,
    'cyrile',
  );
  expect(said).toMatch(/no-such-person.*is not one of the players[\s\S]*Did you mean cyrille\?/u);
  expect(code).not.toBe(0);
  expect(readdirSync(folder)).toEqual(['game']);
});
