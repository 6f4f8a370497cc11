// The size of a game of twenty years when somebody clones it, and the time that takes. As in a real game,
// each matter makes a commit on main, one on its own branch if it was enacted, and one on the journal. The
// repository is packed as a host packs it, by searching for similar objects. Then the part that a tick
// fetches on GitHub before it can decide: commits and folders, and the texts of the current dynasty.
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { readContent } from '../src/tick/observe.ts';
import { remoteAt } from '../src/forge/github/remote.ts';
import { firstTexts } from '../src/host/github/action/first-texts.ts';
import { nodeDisk } from '../src/repository/node-disk.ts';
import { bringTexts } from '../src/repository/read-ahead.ts';
import { readBranch } from '../src/repository/refs.ts';
import { createRepository } from '../src/repository/repository.ts';
import { extend, filesOf } from '../src/store/journal/extend.ts';
import { emptyHead, type JournalHead } from '../src/store/journal/journal-head.ts';
import { openPathOf } from '../src/store/journal/part.ts';
import { eventsOf, longGame, MATTERS } from './long-game.ts';
import { median, report, timed } from './measure.ts';
import { ResolvedMatters } from './resolved-matters.ts';
import { timeOf } from './site-history.ts';

const folder = mkdtempSync(join(tmpdir(), 'gitnomic-clone-'));
const bare = join(folder, 'game.git');
const git = (...words: string[]): string => execFileSync('git', words, { cwd: folder, encoding: 'utf8' });

try {
  git('init', '--quiet', '--bare', '--initial-branch=main', bare);
  const plain = await fill();
  // fast-import only finds similar objects in the same place, and `gc` trusts its result.
  git('-C', bare, 'repack', '-a', '-d', '-f', '--quiet');
  const texts = gzipSync(Buffer.concat(plain.map((text) => Buffer.from(text))));
  const bytes = sizeOf(join(bare, 'objects'));
  report({
    bench: 'the size of a clone',
    matters: MATTERS,
    commits: Number(git('-C', bare, 'rev-list', '--all', '--count')),
    megabytes: bytes / 1e6,
    peer: 'its last texts alone, by gzip',
    peerMegabytes: texts.length / 1e6,
    ratio: bytes / texts.length,
    bar: 2,
  });
  report({ bench: 'of which', ...shares() });
  let n = 0;
  const clone = (...options: string[]): void => {
    const to = join(folder, `copy-${++n}`);
    git('clone', '--quiet', ...options, `file://${bare}`, to);
    rmSync(to, { recursive: true });
  };
  const cloned = { ours: await timed(() => clone()), theirs: await timed(() => clone('--depth=1')) };
  const peer = 'the same at depth 1, without the journal';
  const { ours, theirs } = cloned;
  report({ bench: 'cloning it', ms: ours, peer, peerMs: theirs, ratio: ours / theirs, barMs: 10_000 });
  report({ bench: 'cloning it without a checkout', ms: await timed(() => clone('--bare')) });
  git('-C', bare, 'config', 'uploadpack.allowFilter', 'true');
  git('-C', bare, 'config', 'uploadpack.allowAnySHA1InWant', 'true');
  const times: number[] = [];
  let fetched = 0;
  for (let run = 0; run < 3; run++)
    times.push(await timed(async () => (fetched = await checkOutForTick(run))));
  report({ bench: 'what a tick fetches of it', megabytes: fetched / 1e6, ms: median(times), barMs: 2000 });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Divides the pack's size among its kinds of objects. */
function shares(): Readonly<Record<string, number>> {
  const options = { encoding: 'utf8', maxBuffer: 2 ** 28 } as const;
  const input = execFileSync('git', ['-C', bare, 'rev-list', '--all', '--objects'], options);
  const form = '--batch-check=%(objecttype) %(objectsize:disk) %(rest)';
  const found: Record<string, number> = {};
  for (const line of execFileSync('git', ['-C', bare, 'cat-file', form], { ...options, input }).split('\n')) {
    const [, type, size, path = ''] = /^(\S+) (\d+) (.*)$/u.exec(line) ?? [];
    const blob = path.endsWith('.log') ? 'journal' : 'texts';
    const of = type === 'commit' ? 'commits' : type === 'tree' ? 'folders' : blob;
    found[`${of}Megabytes`] = (found[`${of}Megabytes`] ?? 0) + Number(size ?? 0) / 1e6;
  }
  return found;
}

/**
 * Fetches what every tick reads into an empty folder, like that of a runner, reads the game, and returns the
 * number of bytes fetched.
 */
async function checkOutForTick(run: number): Promise<number> {
  const own = join(folder, `tick-${run}`);
  const here = await createRepository(nodeDisk(own), 'repository.git');
  const gitdir = join(own, 'repository.git');
  const remote = remoteAt({ repository: here, gitdir, url: `file://${bare}`, token: 'none' });
  await remote.fetch();
  const bring = (oids: readonly string[]): Promise<ReadonlyMap<string, number>> =>
    remote.fetchTexts(oids).then(() => new Map());
  const repository = { ...here, bringTexts: bring };
  await bringTexts(repository, await firstTexts(repository));
  const main = (await readBranch(repository, 'main')) ?? '';
  if ((await readContent({ repository }, main)).size === 0) throw new Error('no game was fetched');
  const packs = join(gitdir, 'objects/pack');
  return readdirSync(packs)
    .filter((name) => name.endsWith('.pack'))
    .reduce((sum, name) => sum + statSync(join(packs, name)).size, 0);
}

/** Writes both branches, and returns all texts at the ends of main and the journal. */
async function fill(): Promise<readonly string[]> {
  const child = spawn('git', ['-C', bare, 'fast-import', '--quiet'], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const done = once(child, 'close');
  const to = child.stdin;
  const game = new ResolvedMatters(await longGame(0));
  await commit(to, { branch: 'main', at: timeOf(0), message: 'Begin', changes: game.files });
  const journal = new Map<string, string>();
  let head = emptyHead;
  for (let n = 1; n <= MATTERS; n++) {
    const at = timeOf(n + 4);
    const before = head;
    head = await append(to, journal, before, n);
    const { message, author, files, rule } = game.resolve(n, head);
    const own = { branch: 'proposal', at: timeOf(n), message: `Matter ${n}`, author, from: 'main' };
    if (rule !== null) await commit(to, { ...own, changes: [rule] });
    const merged = rule === null ? {} : { merge: 'proposal' };
    await commit(to, { branch: 'main', at, message, author, changes: files, ...merged });
    const over = game.close(n);
    if (over === null) continue;
    const about = `content/dynasties/${over.number}/dynasty.yml`;
    const changes = [[about, game.files.get(about) ?? '']] as const;
    const renames = over.moves
      .map(([from, then]) => `R ${from.slice(0, -1)} ${then.slice(0, -1)}\n`)
      .join('');
    await commit(to, { branch: 'main', at, message: `Dynasty ${over.number} is over`, changes, renames });
  }
  to.end();
  const [code] = (await done) as [number];
  if (code !== 0) throw new Error(`git fast-import ended with ${code}`);
  git('-C', bare, 'update-ref', '-d', 'refs/heads/proposal');
  return [...game.files.values(), ...journal.values()];
}

/** Appends the events of one matter; returns the journal's new end. */
async function append(
  to: Writable,
  files: Map<string, string>,
  before: JournalHead,
  n: number,
): Promise<JournalHead> {
  const seen = timeOf(n + 4);
  const newSalt = (): string => createHash('md5').update(`part of ${n}`).digest('hex');
  const more = extend(before, eventsOf(n), {
    known: new Set<string>(),
    seen,
    mark: `f:${n * 2500}`,
    newSalt,
  });
  const changes = filesOf(before, more, files.get(openPathOf(before.segment)) ?? '');
  for (const [path, text] of changes)
    if (text === null) files.delete(path);
    else files.set(path, text);
  const message = `Lines ${before.n + 1} to ${more.head.n}`;
  await commit(to, { branch: 'journal', at: seen, message, changes });
  return more.head;
}

interface Commit {
  readonly branch: string;
  readonly at: string;
  readonly message: string;
  readonly author?: string;
  readonly changes: Iterable<readonly [string, string | null]>;
  /** A parent that is not the previous commit of this branch. */
  readonly from?: string;
  readonly merge?: string;
  readonly renames?: string;
}

async function commit(
  to: Writable,
  { branch, at, message, author, changes, from, merge, renames = '' }: Commit,
): Promise<void> {
  const time = `${Date.parse(at) / 1000} +0000`;
  const lines = [
    `commit refs/heads/${branch}`,
    author === undefined
      ? `author Gitnomic <> ${time}`
      : `author ${author} <${author}@players.invalid> ${time}`,
    `committer Gitnomic <> ${time}`,
    `data ${Buffer.byteLength(message) + 1}`,
    `${message}\n`,
    ...(from === undefined ? [] : [`from refs/heads/${from}`]),
    ...(merge === undefined ? [] : [`merge refs/heads/${merge}`]),
  ];
  const laid = [...changes]
    .map(([path, text]) => (text === null ? `D ${path}\n` : `M 100644 inline ${path}\n${data(text)}`))
    .join('');
  if (!to.write(`${lines.join('\n')}\n${renames}${laid}\n`)) await once(to, 'drain');
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`;
}

/** Leaves out the bitmap, which only hosts make. */
function sizeOf(path: string): number {
  if (path.endsWith('.bitmap')) return 0;
  const about = statSync(path);
  if (!about.isDirectory()) return about.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}
