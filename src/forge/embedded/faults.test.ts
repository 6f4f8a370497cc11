import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, expect, test } from 'vitest';

import { memoryDisk } from '../../repository/memory-disk.ts';
import { dyingDisk, Killed, type Moment } from '../../repository/fixtures/dying-disk.ts';
import { advance, readBranch } from '../../repository/refs.ts';
import { writeCommit } from '../../repository/write-commit.ts';
import type { Oid } from '../../repository/oid.ts';
import type { ForgeEvent, Person } from '../events.ts';
import { localForgeOn, openLocalForge, type LocalForge } from './local-forge.ts';

const clock = (): string => '2021-06-18T09:00:00Z';
const ana: Person = { id: 'ana', name: 'Ana', bot: false };
const bo: Person = { id: 'bo', name: 'Bo', bot: false };
const scratch = mkdtempSync(join(tmpdir(), 'gitnomic-faults-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const commit = ({ forge }: LocalForge, parents: readonly Oid[], text: string): Promise<Oid> =>
  writeCommit(forge.repository, {
    parents,
    changes: new Map([['content/a.md', text]]),
    author: { name: 'Ana', email: '', at: clock() },
    message: text,
  });

/** A little of everything. Each step names the events that must exist once it is acknowledged. */
const steps: readonly ((local: LocalForge) => Promise<void>)[] = [
  async (local) => void (await local.forge.advance('main', null, await commit(local, [], 'one'))),
  async (local) => {
    const main = await readBranch(local.forge.repository, 'main');
    const head = await commit(local, [main ?? ''], 'two');
    await local.table.open(ana, { kind: 'proposal', title: 'Two', text: '', head });
  },
  async ({ table }) => void (await table.comment(bo, '1', 'FOR')),
  async (local) => {
    const main = await readBranch(local.forge.repository, 'main');
    await local.table.push(ana, '1', await commit(local, [main ?? ''], 'three'));
  },
  async ({ table }) => table.react(bo, '1', '+1'),
  async ({ forge }) => forge.comment('1', 'status', 'One for.'),
  async ({ forge }) => void (await forge.post({ key: 'k', kind: 'story', title: 'S', text: '' })),
  async (local) => {
    const main = await readBranch(local.forge.repository, 'main');
    const next = await commit(local, [main ?? ''], 'four');
    if ((await local.forge.advance('main', main, next)) === 'moved') throw new Error('moved');
  },
  async ({ forge }) => forge.settle('1'),
];

const typesOf = (events: readonly ForgeEvent[]): string[] => events.map((event) => event.type);
const whole = ['opened', 'commented', 'pushed', 'reacted', 'opened', 'closed'];

/** Runs the steps on a disk that dies. The next process repeats the interrupted step. */
async function playThrough(
  dieAt: number,
  moment: Moment,
): Promise<{ died: boolean; types: string[]; ids: string[] }> {
  const disk = memoryDisk();
  const dying = dyingDisk(disk, dieAt, moment);
  let done = 0;
  try {
    const local = await localForgeOn(dying, { clock, forgeId: 'f' });
    for (const step of steps) {
      await step(local);
      done += 1;
    }
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
  }
  const next = await localForgeOn(disk, { clock, forgeId: 'f' });
  const before = (await next.forge.observe(null)).events;
  for (const [index, step] of steps.entries()) {
    if (index > done || (index === done && !isDone(index, before))) await step(next);
  }
  const { events } = await next.forge.observe(null);
  expect(events.slice(0, before.length)).toEqual(before);
  return { died: dying.writes() >= dieAt, types: typesOf(events), ids: events.map((event) => event.id) };
}

/** True if the interrupted step reached the log. People then see that it is done and don't repeat it. */
function isDone(step: number, events: readonly ForgeEvent[]): boolean {
  const shows: Readonly<Record<number, string>> = { 1: 'opened', 2: 'commented', 3: 'pushed', 4: 'reacted' };
  return events.some((event) => event.type === shows[step]);
}

test.each<Moment>(['before', 'half', 'after'])(
  'if killed %s any write, it loses nothing that was acknowledged, and duplicates nothing',
  async (moment) => {
    let dieAt = 1;
    for (; ; dieAt += 1) {
      const { died, types, ids } = await playThrough(dieAt, moment);
      expect([dieAt, types]).toEqual([dieAt, whole]);
      expect(new Set(ids).size).toBe(ids.length);
      if (!died) break;
    }
    expect(dieAt).toBeGreaterThan(40);
  },
);

/** Writes what Git does for a push, including the reflog. */
async function pushMain({ forge: { repository } }: LocalForge, from: string, to: string): Promise<void> {
  await advance(repository, 'main', from, to);
  const { disk, gitdir } = repository;
  const log = `${gitdir}/logs/refs/heads/main`;
  const line = `${from} ${to} bo <bo@example.org> 1709283600 +0000\tpush\n`;
  await disk.write(log, Buffer.concat([(await disk.read(log)) ?? Buffer.of(), Buffer.from(line)]));
}

test.each([
  ['on top of that', 'top'],
  ['beside it', 'beside'],
  ['back to where it was', 'back'],
] as const)(
  'wherever it dies while moving main, a push %s is reported from where it left main',
  async (_, where) => {
    const from = new Set<string>();
    for (let dieAt = 1; ; dieAt += 1) {
      const disk = memoryDisk();
      const local = await localForgeOn(disk, { clock, forgeId: 'f' });
      const first = await commit(local, [], 'one');
      await local.forge.advance('main', null, first);
      const next = await commit(local, [first], 'two');
      const dying = dyingDisk(disk, dieAt, 'after');
      const died = await localForgeOn(dying, { clock, forgeId: 'f' })
        .then(({ forge }) => forge.advance('main', first, next))
        .then(
          () => false,
          (error: unknown) => error instanceof Killed,
        );
      const here = (await readBranch(local.forge.repository, 'main')) ?? '';
      const parent = where === 'top' ? here : first;
      const pushed = where === 'back' ? first : await commit(local, [parent], 'three');
      await pushMain(local, here, pushed);
      const { forge } = await localForgeOn(disk, { clock, forgeId: 'f' });
      const { events } = await forge.observe(null);
      const said = events.filter(({ type }) => type === 'main-pushed');
      // If it was never moved, nothing is reverted either.
      expect([dieAt, said]).toMatchObject([dieAt, here === pushed ? [] : [{ from: here, to: pushed }]]);
      from.add(here === next ? 'the next' : 'the first');
      if (!died) break;
    }
    expect([...from]).toEqual(['the first', 'the next']);
  },
);

interface Commenter {
  readonly acknowledged: readonly string[];
  kill(): void;
  readonly ended: Promise<void>;
}

function startCommenter(folder: string, name: string, count: number, killAfter = Infinity): Commenter {
  const script = fileURLToPath(new URL('fixtures/comment-many.ts', import.meta.url));
  const child = spawn(process.execPath, [script, folder, name, String(count)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (data: Buffer) => {
    said += data.toString();
    if (said.split('\n').length > killAfter) child.kill('SIGKILL');
  });
  return {
    get acknowledged() {
      return said.split('\n').slice(0, -1);
    },
    kill: () => void child.kill('SIGKILL'),
    ended: new Promise((resolve) => child.once('close', () => resolve())),
  };
}

test('several processes at once lose no event, even if some are killed', async () => {
  const folder = join(scratch, 'several');
  const { forge, table } = await openLocalForge(folder, { clock });
  await table.open(ana, { kind: 'story', title: 'One', text: '' });
  const commenters = [
    startCommenter(folder, 'cy', 40),
    startCommenter(folder, 'dee', 40),
    startCommenter(folder, 'eli', 4000, 5),
    startCommenter(folder, 'fay', 4000, 20),
  ];
  const own = Array.from({ length: 20 }, (_, n) => table.comment(ana, '1', `ana ${n}`));
  const acknowledged = await Promise.all(own);
  await Promise.all(commenters.map((commenter) => commenter.ended));
  acknowledged.push(...commenters.flatMap((commenter) => commenter.acknowledged));
  await table.comment(ana, '1', 'last');
  const comments = (await forge.observe(null)).events.filter((event) => event.type === 'commented');
  const ids = comments.map((event) => event.comment);
  expect(new Set(ids).size).toBe(ids.length);
  expect(acknowledged.filter((id) => !ids.includes(id))).toEqual([]);
  expect(comments.filter((event) => event.by?.id === 'cy' || event.by?.id === 'dee')).toHaveLength(80);
  expect(new Set(comments.map((event) => event.text)).size).toBe(comments.length);
  // Each killed process may have completed one act without acknowledging it.
  expect(comments.length - acknowledged.length - 1).toBeLessThanOrEqual(2);
});
