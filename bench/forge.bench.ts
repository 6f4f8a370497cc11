// The cost of the embedded forge, the journal and the repository: setting them up in memory, a commit and a
// tree compared with git, and a look at a forge whose log holds 1, 10 and 100 % of fifteen thousand matters.
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { keepJournal } from '../src/store/journal/keep-journal.ts';
import { openLocalForge, openMemoryForge } from '../src/forge/embedded/local-forge.ts';
import { nodeDisk } from '../src/repository/node-disk.ts';
import { readTree } from '../src/repository/read-tree.ts';
import { advance } from '../src/repository/refs.ts';
import { createRepository, type Repository } from '../src/repository/repository.ts';
import type { Oid } from '../src/repository/oid.ts';
import { writeCommit } from '../src/repository/write-commit.ts';
import { compareRuns, median, report, timed } from './measure.ts';

const now = '2021-06-18T09:00:00Z';
const clock = (): string => now;
const ana = { id: 'ana', name: 'Ana', bot: false };
const author = { name: 'Ana', email: 'ana@example.org', at: now };
const scratch = mkdtempSync(join(tmpdir(), 'gitnomic-bench-'));
const git = (folder: string, ...args: string[]): string =>
  execFileSync('git', ['-C', folder, '-c', 'user.name=Ana', '-c', 'user.email=ana@example.org', ...args], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });

async function measureSetUp(): Promise<void> {
  const runs: number[] = [];
  for (let n = 0; n < 20; n += 1) {
    const setUp = async (): Promise<void> => {
      const { forge, table } = await openMemoryForge({ clock });
      const changes = new Map([['content/game.yml', 'name: A game\n']]);
      const main = await writeCommit(forge.repository, { parents: [], changes, author, message: 'Begin' });
      await forge.advance('main', null, main);
      await table.open(ana, { kind: 'proposal', title: 'One', text: '', head: main });
      await keepJournal({ forge, record: null, now });
    };
    runs.push(await timed(setUp));
  }
  report({ bench: 'forge-set-up-in-memory', ms: median(runs), firstMs: runs[0], bar: 20 });
}

async function measureGit(): Promise<void> {
  const files = 3000;
  const texts = Array.from({ length: files }, (_, n) => [
    `content/f-${n % 60}/r-${n}.md`,
    `rule ${n}\n`.repeat(100),
  ]);
  const repository = await createRepository(nodeDisk(scratch), 'game.git');
  const changes = new Map(texts as [string, string][]);
  let main: Oid = await writeCommit(repository, { parents: [], changes, author, message: 'Begin' });
  await advance(repository, 'main', null, main);
  const bare = join(scratch, 'game.git');
  const copy = join(scratch, 'copy');
  git(scratch, 'clone', '-q', 'game.git', copy);
  let n = 0;
  const ours = async (): Promise<void> => {
    n += 1;
    const next = await commitOne(repository, main, n);
    await advance(repository, 'main', main, next);
    main = next;
  };
  const theirs = (): void => {
    n += 1;
    writeFileSync(join(copy, 'content/f-3/r-3.md'), `${n}\n`);
    git(copy, 'commit', '-qam', `${n}`);
  };
  report({ bench: 'commit-one-file', peer: 'git commit', ...(await compareRuns(ours, theirs, 15)) });
  git(bare, 'gc', '-q');
  const archive = (): unknown => git(bare, 'archive', '--format=tar', 'main');
  const { root: _, ...withoutGit } = nodeDisk(scratch);
  for (const [by, disk] of [
    ['isomorphic-git', withoutGit],
    ['Git', nodeDisk(scratch)],
  ] as const) {
    const cold = async (): Promise<unknown> => readTree(await createRepository(disk, 'game.git'), main);
    const { ours, theirs, ratio } = await compareRuns(cold, archive, 7);
    const bench = `read-3000-packed-files-cold, by ${by}`;
    report({ bench, ms: ours, peer: 'git archive', peerMs: theirs, ratio });
  }
}

function commitOne(repository: Repository, parent: Oid, n: number): Promise<Oid> {
  const changes = new Map([['content/f-3/r-3.md', `${n}\n`]]);
  return writeCommit(repository, { parents: [parent], changes, author, message: `${n}` });
}

/** The forge's log after this many matters, all but the last hundred settled. */
function logOf(forge: string, posts: number): string {
  const lines: string[] = [];
  const add = (record: object): void =>
    void lines.push(JSON.stringify({ id: `${forge}-${lines.length + 2}`, at: now, ...record }));
  for (let post = 1; post <= posts; post += 1) {
    add({
      type: 'opened',
      by: ana,
      post: `${post}`,
      kind: 'proposal',
      title: `T ${post}`,
      text: 'x'.repeat(600),
      head: null,
    });
    for (let n = 0; n < 8; n += 1)
      add({ type: 'commented', by: ana, post: `${post}`, comment: `c${lines.length + 2}`, text: 'FOR' });
    if (post <= posts - 100) add({ type: 'engine-settled', by: ana, post: `${post}` });
  }
  return `${lines.join('\n')}\n`;
}

async function measureLongLog(share: number): Promise<void> {
  const folder = join(scratch, `log-${share}`);
  const begun = await openLocalForge(folder, { clock, forgeId: 'f' });
  const { mark: first } = await begun.forge.observe(null);
  const posts = 15_800 * share;
  appendFileSync(join(folder, 'events.jsonl'), logOf('f', posts));
  const writer = await openLocalForge(folder, { clock });
  const writes = 1001;
  for (let n = 0; n < writes; n += 1) await writer.table.react(ana, `${posts}`, `r${n}`);
  const { mark } = await writer.forge.observe(first);
  const act: number[] = [];
  const look: number[] = [];
  for (let n = 0; n < 7; n += 1) {
    const { forge, table } = await openLocalForge(folder, { clock });
    act.push(await timed(() => table.comment(ana, `${posts}`, `${n}`)));
    look.push(await timed(() => forge.observe(mark)));
  }
  report({ bench: 'long-log', share, posts, firstActMs: median(act), lookMs: median(look) });
}

try {
  await measureSetUp();
  await measureGit();
  for (const share of [0.01, 0.1, 1]) await measureLongLog(share);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
