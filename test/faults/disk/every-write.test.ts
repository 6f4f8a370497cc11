// A command is killed at any of its writes: once more it does its work, nothing is lost, and `doctor` finds what was left behind.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { caches } from '../../../src/cache/fixtures/shared-caches.ts';
import { runIn } from '../../../src/main/fixtures/run-in.ts';
import { openLocalGame } from '../../../src/host/embedded/local-game.ts';
import { writeCommit } from '../../../src/repository/write-commit.ts';
import { FORMAT, FORMAT_FILE } from '../../../src/store/formats/migrations.ts';
import { NAMES, USES } from '../../attacks/uses.ts';
import type { Killed, KillPlan } from './kill-at-writes.ts';

const all = process.env['GITNOMIC_FAULTS'] === 'all';
const AT = '2030-06-03T09:00:00Z';
const scratch = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'every-write-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const SCRIPT = fileURLToPath(new URL('kill-at-writes.ts', import.meta.url));

const HISTORY = 'kind,title,author,opened,outcome\nproposal,First,Ana,2020-01-01,enacted\n';

const world = (name: string): string => join(scratch, name, 'game');
const gitnomic = (name: string, ...words: readonly string[]) => runIn(world(name), AT, words);

function copied(name: string): void {
  cpSync(join(scratch, 'clean'), join(scratch, name), { recursive: true });
}

beforeAll(async () => {
  mkdirSync(join(scratch, 'clean'));
  const people = NAMES.flatMap((name) => ['--player', name]);
  await runIn(join(scratch, 'clean'), AT, ['init', 'game', ...people, '--admin', 'ana']);
  copied('fresh');
  writeFileSync(join(scratch, 'fresh/history.csv'), HISTORY);
  await gitnomic('clean', 'propose', '--as', 'ana', '--add-rule', 'Manners', '--text', 'Please.');
  await gitnomic('clean', 'roll', 'DICE6', '--as', 'bo');
  writeFileSync(join(scratch, 'clean/ruleset.md'), '# Rules\n\n## One\n\nA rule.\n');
  await gitnomic('clean', 'doctor', 'backup', '../copies');
  execFileSync('git', [
    'init',
    '--quiet',
    '--bare',
    '--initial-branch=main',
    join(scratch, 'clean/remote.git'),
  ]);
  await gitnomic('clean', 'doctor', 'backup', '--git', '../remote.git');

  copied('no-log');
  rmSync(join(world('no-log'), '.gitnomic/forge/events.jsonl'));
  copied('no-main');
  rmSync(join(world('no-main'), '.gitnomic/forge/repository.git/refs/heads/main'));
  copied('no-forge');
  rmSync(join(world('no-forge'), '.gitnomic/forge'), { recursive: true });
  mkdirSync(join(scratch, 'cloned'));
  const forge = join(world('clean'), '.gitnomic/forge/repository.git');
  execFileSync('git', ['clone', '--quiet', forge, world('cloned')]);

  await changed('older', FORMAT_FILE, () => `{"format":${FORMAT - 1}}\n`);
});

/** A copy of the game in which one file is another on main. */
async function changed(name: string, path: string, change: (text: string) => string): Promise<void> {
  copied(name);
  const { forge, main, content } = await openLocalGame(world(name), { now: AT, caches });
  const tip = await main();
  const commit = await writeCommit(forge.repository, {
    parents: [tip],
    changes: new Map([[path, change((await content()).get(path) ?? '')]]),
    author: { name: forge.engine.name, email: '', at: AT },
    message: 'Other\n',
  });
  await forge.advance('main', tip, commit);
}

function killedAt(name: string, uses: KillPlan['uses'], most: number | null): readonly Killed[] {
  const plan: KillPlan = { folder: scratch, most, seed: 3, uses };
  const path = join(scratch, `${name}.json`);
  writeFileSync(path, JSON.stringify(plan));
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', SCRIPT, path],
    {
      encoding: 'utf8',
    },
  );
  expect(status, stderr).toBe(0);
  return JSON.parse(readFileSync(join(scratch, 'found.json'), 'utf8')) as Killed[];
}

const CARE: KillPlan['uses'] = [
  { world: 'no-log', words: ['doctor', 'recover', '--forge', '--yes'] },
  { world: 'no-main', words: ['doctor', 'recover', '--forge', '--yes'] },
  { world: 'no-forge', words: ['doctor', 'recover', '--forge', '--yes'] },
  { world: 'cloned', words: ['doctor', 'recover', '--forge', '--yes'] },
  { world: 'older', words: ['upgrade'] },
  { world: 'fresh', words: ['import', 'history', '../history.csv', '--as', 'ana'] },
  { world: 'clean', words: ['doctor', 'backup', '../more'] },
  { world: 'clean', words: ['doctor', 'restore', '../copies', '../back'] },
  { world: 'clean', words: ['doctor', 'restore', '--git', '../remote.git', '../back'] },
];

/** Two of these, each killed once; all at every tenth write with `GITNOMIC_FAULTS=all`, which is part of the long suite. */
const SAMPLE = CARE.filter(({ words }, index) => all || index === 3 || words.includes('../copies'));

test('recover, upgrade, import-history, backup and restore', () => {
  const found = killedAt('care', SAMPLE, all ? 40 : 1);
  expect(found.flatMap(({ words, wrong }) => wrong.map((what) => `${words.join(' ')}: ${what}`))).toEqual([]);
  for (const { words, writes, kills } of found)
    expect([words, writes > 0, kills > 0]).toEqual([words, true, true]);
});

/** They run another program, take a minute, or are in the list above. */
const APART = new Set(['site', 'doctor backup', 'doctor restore', 'upgrade', 'import history', 'move']);

test.runIf(all)(
  'every other command that writes',
  () => {
    const uses = Object.entries(USES).flatMap(([name, ways]) =>
      APART.has(name) ? [] : ways.map((words) => ({ world: 'clean', words: [...name.split(' '), ...words] })),
    );
    const found = killedAt('others', uses, 12);
    expect(found.filter(({ writes }) => writes > 0).length).toBeGreaterThan(20);
    expect(found.flatMap(({ words, wrong }) => wrong.map((what) => `${words.join(' ')}: ${what}`))).toEqual(
      [],
    );
  },
  3_600_000,
);
