// What costs the same on every machine must not get worse unnoticed: Git objects that are read and written, their bytes, and
// steps of the sandbox. `GITNOMIC_RECORD=1 npx vitest run test/counts` writes recorded.json anew, for whoever means it.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { counting } from '../../bench/counting-disk.ts';
import { author, BEGINS, beginOn, longGame, people } from '../../bench/long-game.ts';
import { tick } from '../../src/tick/tick.ts';
import { Caches } from '../../src/cache/caches.ts';
import { localForgeOn } from '../../src/forge/embedded/local-forge.ts';
import { memoryDisk, type MemoryDisk } from '../../src/repository/memory-disk.ts';
import { readBranch } from '../../src/repository/refs.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';

type Counts = Readonly<Record<'read' | 'bytes' | 'written' | 'bytesWritten' | 'steps', number>>;

const RECORD = fileURLToPath(new URL('./recorded.json', import.meta.url));
const RULE = 'content/ruleset/core/proposals.md';
/** Compressed sizes and the place of a stop differ by a little with what is random in a game. */
const LEEWAY = 1.03;
/** A record that is so much above what is so holds nothing. */
const SLACK = 1.15;
const STEPS_A_POLL = 10_000;

/** A tick as a clock starts it: in a process that knows nothing yet. */
async function countTick(disk: MemoryDisk, now: string, commits: number): Promise<Counts> {
  const counted = counting(disk);
  const caches = new Caches(null);
  const { forge } = await localForgeOn(counted, { clock: () => now });
  const report = await tick({ forge, now, caches, newSalt: () => 'sixteen letters!' });
  expect(report.commits).toHaveLength(commits);
  return { ...counted.count, steps: caches.sandboxes.work.polls * STEPS_A_POLL };
}

async function countAll(): Promise<Readonly<Record<string, Counts>>> {
  const disk = memoryDisk();
  const files = await longGame(0);
  const { forge, table } = await beginOn(disk, files, () => BEGINS);
  await tick({ forge, now: BEGINS });
  const idle = await countTick(disk.copy(), '2026-01-02T00:00:00Z', 0);

  const main = (await readBranch(forge.repository, 'main')) ?? '';
  const changes = new Map([[RULE, `${files.get(RULE) ?? ''}\nProposals are to be short.\n`]]);
  const head = await writeCommit(forge.repository, { parents: [main], changes, author, message: 'Short' });
  const [first, ...others] = people;
  if (first === undefined) throw new Error('nobody plays');
  const post = await table.open(first, { kind: 'proposal', title: '[Core] Short', text: 'Shorter.', head });
  for (const one of others) await table.comment(one, post, ':for:');
  const voted = await countTick(disk, '2026-01-01T01:00:00Z', 0);
  const enacted = await countTick(disk, '2026-01-05T00:00:00Z', 1);
  return { 'nothing new': idle, 'a proposal and eleven votes': voted, 'one enacted': enacted };
}

test('a tick costs no more than was recorded', async () => {
  const counts = await countAll();
  if (process.env['GITNOMIC_RECORD'] === '1') writeFileSync(RECORD, `${JSON.stringify(counts, null, 2)}\n`);
  const recorded = JSON.parse(readFileSync(RECORD, 'utf8')) as typeof counts;
  expect(Object.keys(counts)).toEqual(Object.keys(recorded));
  for (const [what, its] of Object.entries(recorded))
    for (const [of, most] of Object.entries(its)) {
      const now = counts[what]?.[of as keyof Counts] ?? Number.NaN;
      expect(now, `${what}: ${of}, ${most} as recorded`).toBeLessThanOrEqual(most * LEEWAY);
      expect(most, `${what}: ${of} is ${now} now; record it`).toBeLessThanOrEqual(now * SLACK + 1);
    }
});
