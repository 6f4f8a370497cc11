import { boundedCache, type BoundedCache } from './bounded-cache.ts';
import type { Disk } from './disk.ts';
import { gitFiles } from './git-files.ts';
import { askGit, type GitFolder } from './git.ts';
import { memoryDisk } from './memory-disk.ts';
import type { NewPack } from './new-pack.ts';
import { nodeDisk } from './node-disk.ts';
import { sizeOf, type GitObject } from './git-object.ts';
import type { Memo } from '../ruleset/memo.ts';
import { RepositoryError } from './repository-error.ts';
import { QuickPacks, type PacksBy } from './quick-packs.ts';
import type { Oid } from './oid.ts';

export interface Repository extends GitFolder {
  readonly disk: Disk;
  /** Where the game lies that is looked at, where a repository holds several: all its paths are told from there. Else ''. */
  readonly folder: string;
  /** The objects that were read or written last, parsed: isomorphic-git keeps no such cache. */
  readonly objects: BoundedCache<GitObject>;
  /** Objects that are lists of lines, parsed by whoever knows what they say. */
  readonly lines: BoundedCache<readonly unknown[]>;
  /** Values that were made of what was read, by the object that it was read into: they go with that. */
  readonly made: WeakMap<object, Map<string, unknown>>;
  /** Git itself, where it reads packs more quickly. */
  readonly packs: QuickPacks;
  /** Where what is written gathers until all of it is put there at once; absent where each object is a file of its own. */
  readonly newPack?: NewPack;
  /** Brings texts here that were left where the repository comes from; absent where all of it is here. */
  readonly bringTexts?: (oids: readonly Oid[]) => Promise<void>;
  /** Values that were computed from commits, by the commits’ names, in this process or before it. */
  readonly memo: Memo | undefined;
}

const cachedBytes = 32 * 1024 * 1024;
const cachedBytesOfLines = 64 * 1024 * 1024;
const bytesOfLine = 600;
const encoder = new TextEncoder();

/**
 * The settings of ordinary Git for a repository that people push to: check what comes in, keep heads that a forced
 * push left behind (one of them may be what is voted on), and keep pushes as loose objects, whose size can be told
 * without unpacking them.
 */
const config = `[core]
	repositoryformatversion = 0
	filemode = true
	bare = true
	logAllRefUpdates = true
[receive]
	fsckObjects = true
	unpackLimit = 2147483647
	maxInputSize = 268435456
	denyDeletes = false
[gc]
	auto = 0
	pruneExpire = never
`;

export function repositoryOn(
  disk: Disk,
  gitdir: string,
  memo?: Memo,
  folder = '',
  packsBy: PacksBy = 'whoever is quicker',
): Repository {
  const objects = boundedCache<GitObject>(cachedBytes, sizeOf);
  const lines = boundedCache(cachedBytesOfLines, ({ length }: readonly unknown[]) => length * bytesOfLine);
  const packs = new QuickPacks(disk, gitdir, packsBy);
  return {
    disk,
    folder,
    gitdir,
    files: gitFiles(disk),
    cache: {},
    objects,
    lines,
    made: new WeakMap(),
    packs,
    memo,
  };
}

/** The value that was made of an object before, or makes it now. */
export function madeOf<T>({ made }: Pick<Repository, 'made'>, of: object, what: string, make: () => T): T {
  const known = made.get(of) ?? new Map<string, unknown>();
  made.set(of, known);
  if (!known.has(what)) known.set(what, make());
  return known.get(what) as T;
}

interface NewRepository {
  readonly branch?: string;
  readonly memo?: Memo | undefined;
  readonly folder?: string;
  readonly packsBy?: PacksBy;
}

/** Makes a bare repository there, where none is yet. */
export async function createRepository(
  disk: Disk,
  gitdir: string,
  { branch = 'main', memo, folder = '', packsBy }: NewRepository = {},
): Promise<Repository> {
  const repository = repositoryOn(disk, gitdir, memo, folder, packsBy);
  const path = `${gitdir}/config`;
  const begun = await disk.read(path);
  if (begun !== null && new TextDecoder().decode(begun).includes('[receive]')) return repository;
  // isomorphic-git begins none where there is a config, such as a process leaves that is killed on the way.
  if (begun !== null) await disk.remove(path);
  await askGit(repository, 'repository', (git, { fs }) =>
    git.init({ fs, gitdir, bare: true, defaultBranch: branch }),
  );
  await disk.write(path, encoder.encode(config), { durable: true });
  return repository;
}

/** The same with all that lies in it, and not only one game's folder. */
export function wholeRepository(repository: Repository): Repository {
  return repository.folder === '' ? repository : { ...repository, folder: '' };
}

/** The name of one of the engine's own branches: several games in a repository have one each. `journal-games--harbour` */
export function ownBranch({ folder }: Pick<Repository, 'folder'>, name: string): string {
  return folder === '' ? name : `${name}-${folder.replaceAll('/', '--')}`;
}

/** The repository in `folder`: a bare one, or the `.git` of a working tree. */
export async function openRepository(folder: string): Promise<Repository> {
  for (const root of [`${folder}/.git`, folder]) {
    const disk = nodeDisk(root);
    if ((await disk.stat('HEAD')) !== null && (await disk.stat('objects')) !== null)
      return repositoryOn(disk, '.');
  }
  throw new RepositoryError('not-a-repository', `There is no Git repository in ${folder}.`, { folder });
}

export function memoryRepository(): Promise<Repository> {
  return createRepository(memoryDisk(), 'repository.git');
}
