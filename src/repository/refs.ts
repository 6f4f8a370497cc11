import { RepositoryError } from './repository-error.ts';
import { isOid, type Oid, type Repository } from './repository.ts';

const decoder = new TextDecoder();
const encoder = new TextEncoder();
const heads = 'refs/heads/';
/** Ours hold this text, Git's own hold a name: so one that we left behind is told from one that Git is using. */
const ourLock = 'gitnomic\n';
const lockOfRefs = 'gitnomic.lock';
const gitsTurnMs = 10_000;
const pauseMs = 20;

export interface Branch {
  readonly name: string;
  readonly oid: Oid;
}

/** A branch name that Git takes, and that a shell, a file system or a link can't misread. */
export function isBranchName(name: string): boolean {
  return (
    /^[A-Za-z0-9][\w.+-]*(\/[A-Za-z0-9_][\w.+-]*)*$/u.test(name) &&
    !/\.\.|\.lock(\/|$)|\.(\/|$)/u.test(name) &&
    name.length <= 200
  );
}

/** Where a branch stands, or null where there is none. */
export async function readBranch(repository: Repository, name: string): Promise<Oid | null> {
  assertBranchName(name);
  const loose = await repository.disk.read(`${repository.gitdir}/${heads}${name}`);
  const oid = loose === null ? null : decoder.decode(loose).trim();
  return isOid(oid) ? oid : ((await readPacked(repository)).get(`${heads}${name}`) ?? null);
}

/** All branches, by name. */
export async function listBranches(repository: Repository): Promise<readonly Branch[]> {
  const found = new Map<string, Oid>();
  for (const [ref, oid] of await readPacked(repository)) {
    if (ref.startsWith(heads)) found.set(ref.slice(heads.length), oid);
  }
  for (const name of await looseNames(repository, '')) {
    const bytes = await repository.disk.read(`${repository.gitdir}/${heads}${name}`);
    const oid = bytes === null ? '' : decoder.decode(bytes).trim();
    if (isOid(oid)) found.set(name, oid);
  }
  return [...found].map(([name, oid]) => ({ name, oid })).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Moves a branch from `expected` (null: there is none yet) to `next` (null: away with it), or not at all where it
 * stands elsewhere by now. Safe against other processes of ours and against ordinary Git, whose lock file it takes.
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
      if (next === null) await dropBranch(repository, name, path);
      else await repository.disk.write(path, encoder.encode(`${next}\n`), { durable: true });
      return 'advanced';
    } finally {
      await repository.disk.remove(`${path}.lock`);
    }
  });
}

/**
 * Where some branches stand; those that there are not are left out. A lock that a killed process of ours left on one
 * of them is taken away, so that ordinary Git can push again.
 */
export async function readBranches(
  repository: Repository,
  names: readonly string[],
): Promise<ReadonlyMap<string, Oid>> {
  const { disk, gitdir } = repository;
  const found = new Map<string, Oid>();
  const packed = await readPacked(repository);
  for (const name of names) {
    const path = `${gitdir}/${heads}${name}`;
    if ((await disk.stat(`${path}.lock`)) !== null) {
      await disk.withLock(`${gitdir}/${lockOfRefs}`, () => removeIfOurs(repository, `${path}.lock`));
    }
    const loose = await disk.read(path);
    const oid = loose === null ? packed.get(`${heads}${name}`) : decoder.decode(loose).trim();
    if (isOid(oid)) found.set(name, oid);
  }
  return found;
}

/** The caller holds the lock of refs, so a lock file of ours has no living owner. */
async function removeIfOurs({ disk }: Repository, lock: string): Promise<boolean> {
  const bytes = await disk.read(lock);
  // Ours may be torn too: killed between making the file and filling it.
  if (bytes === null || !ourLock.startsWith(decoder.decode(bytes)) || bytes.length === 0) return false;
  await disk.remove(lock);
  return true;
}

async function takeGitsLock(repository: Repository, path: string): Promise<void> {
  const until = performance.now() + gitsTurnMs;
  while (!(await repository.disk.create(`${path}.lock`, encoder.encode(ourLock)))) {
    if (await removeIfOurs(repository, `${path}.lock`)) continue;
    if (performance.now() > until) {
      const message = `Git has held ${path}.lock for ${gitsTurnMs / 1000} s. If no git is running, remove that file.`;
      throw new RepositoryError('locked', message, { path });
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

async function dropBranch(repository: Repository, name: string, path: string): Promise<void> {
  const packed = await repository.disk.read(`${repository.gitdir}/packed-refs`);
  const ref = `${heads}${name}`;
  if (packed !== null && decoder.decode(packed).includes(` ${ref}\n`)) {
    const kept = decoder
      .decode(packed)
      .split('\n')
      .filter((line) => !line.endsWith(` ${ref}`));
    await repository.disk.write(`${repository.gitdir}/packed-refs`, encoder.encode(kept.join('\n')), {
      durable: true,
    });
  }
  await repository.disk.remove(path);
}

async function readPacked({ disk, gitdir }: Repository): Promise<ReadonlyMap<string, Oid>> {
  const bytes = await disk.read(`${gitdir}/packed-refs`);
  const refs = new Map<string, Oid>();
  for (const line of bytes === null ? [] : decoder.decode(bytes).split('\n')) {
    const [oid, ref] = line.trim().split(' ');
    if (isOid(oid) && ref !== undefined) refs.set(ref, oid);
  }
  return refs;
}

async function looseNames(repository: Repository, folder: string): Promise<string[]> {
  const names: string[] = [];
  for (const entry of await repository.disk.list(`${repository.gitdir}/${heads}${folder}`)) {
    if (entry.folder) names.push(...(await looseNames(repository, `${folder}${entry.name}/`)));
    else if (!entry.name.endsWith('.lock')) names.push(`${folder}${entry.name}`);
  }
  return names;
}

function assertBranchName(name: string): void {
  if (isBranchName(name)) return;
  throw new RepositoryError('bad-ref', `${JSON.stringify(name)} can't be the name of a branch.`, { name });
}

/** Git keeps branches as files: where there is one named `ana`, there is none named `ana/night`. */
async function assertRoomFor(repository: Repository, name: string): Promise<void> {
  const { disk, gitdir } = repository;
  const packed = [...(await readPacked(repository)).keys()].map((ref) => ref.slice(heads.length));
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

function besides(name: string, other: string): RepositoryError {
  return new RepositoryError('bad-ref', `There can be no branch ${name} beside ${other}.`, { name, other });
}
