/* oxlint-disable unicorn/no-thenable -- a key of the format, and no promise */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { runIn } from '../../src/main/fixtures/run-in.ts';
import { beginLocalGame } from '../../src/host/embedded/begin.ts';
import { composeRuleset } from '../../src/ruleset/compose.ts';
import { readRuleset } from '../../src/ruleset/read.ts';
import { runScenarioOn } from '../../src/rehearse/scenarios/run-on.ts';
import { onKernel } from '../../src/scenario/on-kernel/fixtures/on-kernel.ts';
import { runScenario } from '../../src/scenario/run.ts';
import { libraryWithMoot } from './moot.ts';

const NAMES = ['ana', 'bo', 'cy'];
const root = mkdtempSync(join(tmpdir(), 'moot-'));
const game = join(root, 'moot');
afterAll(() => rmSync(root, { recursive: true, force: true }));

beforeAll(async () => {
  await beginLocalGame(
    game,
    libraryWithMoot,
    { name: 'Moot', core: 'moot', players: NAMES.map((id) => ({ id, name: id, admin: id === 'ana' })) },
    { now: () => '2026-03-02T09:00:00Z', caches },
  );
});

async function gitnomic(...words: string[]): Promise<string> {
  const { code, said } = await runIn(root, '2026-03-02T10:00:00Z', [...words, '--game', 'moot']);
  expect(code, said).toBe(0);
  return said;
}

test('a core with its own sections has folders for only those', () => {
  expect(readdirSync(join(game, 'content/ruleset')).sort()).toEqual([
    'charter',
    'charter.md',
    'statutes',
    'statutes.md',
  ]);
  expect(readFileSync(join(game, 'content/game.yml'), 'utf8')).not.toMatch(/emperor/u);
  expect(readdirSync(join(game, 'content/gamestate')).sort()).toEqual(['game.md', 'players']);
});

test('a core with its own sections numbers its rules by them', () => {
  const { files } = composeRuleset(libraryWithMoot, { core: 'moot' });
  const { manifest, problems } = readRuleset(files);
  expect(problems).toEqual([]);
  expect(manifest.rules.map(({ number, path }) => `${number} ${path}`)).toEqual([
    '1 charter',
    '1.1 charter/members',
    '1.2 charter/motions',
    '2 statutes',
    '2.1 statutes/hats',
  ]);
});

test('a game uses its core’s own kinds, votes and roles, and adds new rules last or to another section', async () => {
  await gitnomic('propose', '--as', 'bo', '--add-rule', 'Boots', '--text', 'Boots are worn.');
  await gitnomic(
    'propose',
    '--as',
    'cy',
    '--add-rule',
    'Quiet',
    '--text',
    'Nobody shouts.',
    '--section',
    'charter',
  );
  for (const by of ['ana', 'cy']) await gitnomic('vote', 'AYE', '1', '2', '--as', by);
  await gitnomic('act', 'take-the-chair', '--as', 'bo');
  await gitnomic('tick');
  expect(readdirSync(join(game, 'content/ruleset/statutes')).sort()).toEqual(['boots.md', 'hats.md']);
  expect(readdirSync(join(game, 'content/ruleset/charter'))).toContain('quiet.md');
  expect(await gitnomic('status')).toMatch(/in the chair bo/u);
  const { code, said } = await runIn(root, '2026-03-02T10:00:00Z', [
    'propose',
    '--game',
    'moot',
    '--as',
    'cy',
    '--add-rule',
    'No',
    '--text',
    'No.',
    '--section',
    'dynastic',
  ]);
  expect(code, said).not.toBe(0);
  expect(said).toMatch(/charter\/, statutes\//u);
});

const SCENARIO = JSON.stringify({
  title: 'A motion is carried, and the roll is as it is named',
  rules: { core: 'moot' },
  start: '2026-03-02T09:00:00Z',
  players: { ana: {}, bo: {}, cy: {}, dee: {}, eli: {} },
  steps: [
    {
      at: '+0h',
      by: 'ana',
      propose: {
        title: 'Boots',
        as: 'M1',
        kind: 'motion',
        changes: { 'add-rule': { title: 'Boots', text: 'Worn.' } },
      },
    },
    { at: '+1h', by: 'ana', vote: 'AYE', on: 'M1' },
    { at: '+1h', by: 'bo', vote: 'AYE', on: 'M1' },
    { at: '+1h', tick: true, then: { matters: { M1: { status: 'pending', ayes: 2 } } } },
    { at: '+2h', by: 'cy', vote: 'AYE', on: 'M1' },
    {
      at: '+2h',
      tick: true,
      then: { matters: { M1: { status: 'enacted' } }, ruleset: { Boots: { exists: true } } },
    },
    {
      at: '+3h',
      by: 'dee',
      act: 'take-the-chair',
      then: { game: { speaker: 'dee' }, players: { dee: { marks: 1 }, eli: { marks: 0 } } },
    },
  ],
});

test('a core that doesn’t track who is active begins its scenarios with the whole roster', async () => {
  const onBare = await runScenarioOn(onKernel(), 'moot.yml', SCENARIO, { library: libraryWithMoot, caches });
  const onForge = await runScenario('moot.yml', SCENARIO, libraryWithMoot, caches);
  expect([onBare.failures, onForge.failures]).toEqual([[], []]);
});
