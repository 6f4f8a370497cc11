import type { PromiseFsClient } from 'isomorphic-git';
import { gitFiles, askGit } from './git.ts';
import { RepositoryError } from './repository-error.ts';
import type { Repository } from './repository.ts';
import { isOid, type Oid } from './oid.ts';
import { uptimeMs } from '#platform/machine.ts';

const decoder = new TextDecoder();
const encoder = new TextEncoder();
const heads = 'refs/heads/';
/**
 * Our lock files contain this text and Git's contain an object name, so a lock that we left behind can be told from one that Git is
 * using.
 */
const ourLock = 'gitnomic\n';
/** The operating system's lock is held on this file. The file's existence means nothing. */
export const lockOfRefs = 'gitnomic.lock';
const gitsTurnMs = 10_000;
const pauseMs = 20;

interface Branch {
  readonly name: string;
  readonly oid: Oid;
}

/** Whether Git accepts the name, and no shell, file system or link can misread it. */
export function isBranchName(name: string): boolean {
  return (
    /^[A-Za-z0-9][\w.+-]*(\/[A-Za-z0-9_][\w.+-]*)*$/u.test(name) &&
    !/\.\.|\.lock(\/|$)|\.(\/|$)/u.test(name) &&
    name.length <= 200
  );
}

export async function readBranch(repository: Repository, name: string): Promise<Oid | null> {
  assertBranchName(name);
  return (await resolveAll(repository, [name])).get(name) ?? null;
}

export async function listBranches(repository: Repository): Promise<readonly Branch[]> {
  const names = await askGit(repository, 'branches', (git, { fs, gitdir }) =>
    git.listBranches({ fs, gitdir }),
  );
  const found = await resolveAll(
    repository,
    names.filter((name) => !name.endsWith('.lock')),
  );
  return [...found].map(([name, oid]) => ({ name, oid })).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Moves a branch from `expected` (null if it doesn't exist yet) to `next` (null to delete it), unless it has moved meanwhile. It is safe
 * against other processes of ours, and against ordinary Git, whose lock file it takes.
 */
export async function advance(
  repository: Repository,
  name: string,
  expected: Oid | null,
  next: Oid | null,
): Promise<'advanced' | 'moved'> {
  assertBranchName(name);
  const path = `${repository.gitdir}/${heads}${name}`;
  await assertRoomFor(repository, name);
  return repository.disk.withLock(`${repository.gitdir}/${lockOfRefs}`, async () => {
    await takeGitsLock(repository, path);
    try {
      if ((await readBranch(repository, name)) !== expected) return 'moved';
      await setBranch(repository, `${heads}${name}`, next);
      return 'advanced';
    } finally {
      await repository.disk.remove(`${path}.lock`);
    }
  });
}

/**
 * The commits of these branches, without those that don't exist. Removes locks that killed processes of ours left on them, so that
 * ordinary Git can push again.
 */
export async function readBranches(
  repository: Repository,
  names: readonly string[],
): Promise<ReadonlyMap<string, Oid>> {
  const { disk, gitdir } = repository;
  for (const name of names) {
    const lock = `${gitdir}/${heads}${name}.lock`;
    if ((await disk.stat(lock)) !== null) {
      await disk.withLock(`${gitdir}/${lockOfRefs}`, () => removeIfOurs(repository, lock));
    }
  }
  return resolveAll(repository, names);
}

async function resolveAll(
  repository: Repository,
  names: readonly string[],
): Promise<ReadonlyMap<string, Oid>> {
  const found = new Map<string, Oid>();
  const fs = await filesWithFewRefs(repository, names);
  for (const name of names) {
    const ref = `${heads}${name}`;
    const oid = await askGit(repository, `branch ${name}`, async (git, { gitdir }) => {
      // If no ref has exactly this name, isomorphic-git looks for others that end in it.
      if ((await git.expandRef({ fs, gitdir, ref })) !== ref) return null;
      return git.resolveRef({ fs, gitdir, ref });
    }).catch((error: unknown) => {
      if (error instanceof RepositoryError && error.code === 'missing') return null;
      throw error;
    });
    if (isOid(oid)) found.set(name, oid);
  }
  return found;
}

/**
 * isomorphic-git parses all packed refs for each ref that it resolves, and an old game has a branch for each of thousands of proposals.
 * So it is only shown the refs that are asked for.
 */
async function filesWithFewRefs(
  { disk, gitdir, files }: Repository,
  names: readonly string[],
): Promise<PromiseFsClient> {
  const path = `${gitdir}/packed-refs`;
  const packed = await disk.read(path);
  if (packed === null) return files;
  const refs = new Set(names.map((name) => `${heads}${name}`));
  const lines = decoder.decode(packed).split('\n');
  const few = encoder.encode(`${lines.filter((line) => refs.has(line.slice(41).trim())).join('\n')}\n`);
  return gitFiles({ ...disk, read: async (file) => (file === path ? few : disk.read(file)) });
}

async function setBranch(repository: Repository, ref: string, oid: Oid | null): Promise<void> {
  await askGit(repository, `ref ${ref}`, (git, { fs, gitdir }) =>
    oid === null
      ? git.deleteRef({ fs, gitdir, ref })
      : git.writeRef({ fs, gitdir, ref, value: oid, force: true }),
  );
}

/** The caller holds the lock of refs, so no living process owns a lock file of ours. */
async function removeIfOurs({ disk }: Repository, lock: string): Promise<boolean> {
  const bytes = await disk.read(lock);
  // Earlier engines could be killed between creating the file and filling it.
  if (bytes === null || bytes.length === 0 || !ourLock.startsWith(decoder.decode(bytes))) return false;
  await disk.remove(lock);
  return true;
}

async function takeGitsLock(repository: Repository, path: string): Promise<void> {
  const until = uptimeMs() + gitsTurnMs;
  while (!(await repository.disk.create(`${path}.lock`, encoder.encode(ourLock)))) {
    if (await removeIfOurs(repository, `${path}.lock`)) continue;
    if (uptimeMs() > until) {
      const message = `Git has held ${path}.lock for ${gitsTurnMs / 1000} s. If no git is running, remove that file.`;
      throw new RepositoryError('locked', message, { path });
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

function assertBranchName(name: string): void {
  if (isBranchName(name)) return;
  throw new RepositoryError('bad-ref', `${JSON.stringify(name)} can't be the name of a branch.`, { name });
}

/** Git stores branches as files: if a branch `ana` exists, there can be none called `ana/night`. */
async function assertRoomFor(repository: Repository, name: string): Promise<void> {
  const { disk, gitdir } = repository;
  const packed = await packedNames(repository);
  const names = name.split('/');
  for (const depth of names.keys()) {
    const parent = names.slice(0, depth).join('/');
    if (parent === '') continue;
    const stat = await disk.stat(`${gitdir}/${heads}${parent}`);
    if (stat?.folder === false || packed.includes(parent)) throw besides(name, parent);
  }
  const below = packed.find((other) => other.startsWith(`${name}/`));
  const folder = await disk.stat(`${gitdir}/${heads}${name}`);
  if (below !== undefined || folder?.folder === true) throw besides(name, below ?? `${name}/…`);
}

async function packedNames({ disk, gitdir }: Repository): Promise<readonly string[]> {
  const packed = await disk.read(`${gitdir}/packed-refs`);
  const lines = packed === null ? [] : decoder.decode(packed).split('\n');
  return lines.flatMap((line) => (line.slice(41).startsWith(heads) ? [line.slice(41 + heads.length)] : []));
}

function besides(name: string, other: string): RepositoryError {
  return new RepositoryError('bad-ref', `There can’t be a branch ${name} beside ${other}.`, { name, other });
}
