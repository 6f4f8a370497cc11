// A whole game by its commands, on a disk that fills up, fails, comes back and loses its process at any write.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';

import type { Mode } from './failing-disk.ts';
import type { Plan, Progress, Strike } from './play.ts';

const FAILS: readonly Mode[] = ['full', 'dead', 'once', 'short', 'full', 'once', 'dead'];
/** One each time; with `GITNOMIC_FAULTS=all`, which is part of the long suite, enough to strike nearly every write. */
const all = process.env['GITNOMIC_FAULTS'] === 'all';
const GAMES = all ? 12 : 1;
/** Besides a kill of each command. One in a while is a real one: after it everything is loaded anew, which takes longer than a step. */
const MODES = [...FAILS, ...FAILS, 'kill-half', 'killed'] as const;
/** In memory where there is such a folder: what is tested is what the program does, and not how long a disk takes. */
const scratch = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'disk-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const PLAY = fileURLToPath(new URL('play.ts', import.meta.url));
/** Files that every such game writes, and each of which is struck in it. */
const FILES = [
  'clock.json',
  'checkout.json',
  'drafts',
  'cache/reads.json',
  'cache/trials.json',
  'forge/events.jsonl',
  'forge/writing/drafts',
  'forge/repository.git/objects',
  'forge/repository.git/refs/heads/main',
  'private/drafts',
  'private/values',
  'private/pictures',
  'private/told.txt',
  'private/older-keys.txt',
].map((path) => `.gitnomic/${path}`);

/** Commands of the game that write: each is killed at one of its writes. */
const COMMANDS = [
  ...'init act seal propose vote comment tick post roll admin doctor'.split(' '),
  ...(all ? 'links bridge export-pack'.split(' ') : []),
];

async function play(seed: number, calls: Plan['calls'], struck = new Set<string>()): Promise<Progress> {
  const folder = join(scratch, String(seed));
  mkdirSync(join(folder, 'game'), { recursive: true });
  const size = { width: 400, height: 300, channels: 3, background: '#2a6' } as const;
  writeFileSync(join(folder, 'green.png'), await sharp({ create: size }).png().toBuffer());
  const plan: Plan = { folder, seed, modes: MODES, calls, all, struck: [...struck] };
  writeFileSync(join(folder, 'plan.json'), JSON.stringify(plan));
  for (;;) {
    const words = ['--disable-warning=ExperimentalWarning', PLAY, join(folder, 'plan.json')];
    const { signal, status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
    if (signal === 'SIGKILL') continue;
    expect(status, stderr).toBe(0);
    return JSON.parse(readFileSync(join(folder, 'progress.json'), 'utf8')) as Progress;
  }
}

test('nothing reported as done is lost, and every command works once there is room again', async () => {
  const { calls, wrong } = await play(0, null);
  expect(wrong).toEqual([]);
  const struck = new Set<string>();
  const kills: Strike[] = [];
  const spared = (): readonly string[] =>
    COMMANDS.filter((name) => kills.every(({ command }) => command !== name));
  // How often a command writes differs a little from game to game, so that a kill aimed at its last write may miss it.
  for (let seed = 1; seed <= GAMES || (spared().length > 0 && seed <= 3 * GAMES); seed++) {
    const found = await play(seed, calls, struck);
    expect(found.wrong).toEqual([]);
    for (const { kind } of found.struck) struck.add(kind);
    kills.push(...found.struck.filter(({ hasKilled }) => hasKilled));
  }
  expect(FILES.filter((path) => !struck.has(path))).toEqual([]);
  // A kill is aimed at a write; at least every other comes after something was said to be done.
  const late = kills.filter(({ isAcknowledged }) => isAcknowledged);
  expect(late.length).toBeGreaterThan(10);
  expect(2 * late.length).toBeGreaterThanOrEqual(kills.length);
  expect(spared()).toEqual([]);
}, 1_200_000);
