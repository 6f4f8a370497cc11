import type { Disk } from './disk.ts';
import { gitFiles, askGit, type GitFolder } from './git.ts';
import type { NewPack } from './new-pack.ts';
import { nodeDisk } from './node-disk.ts';
import { sizeOf, type GitObject } from './git-object.ts';
import type { Memo } from '../ruleset/memo.ts';
import { RepositoryError } from './repository-error.ts';
import { Packs } from './git-reader.ts';
import type { Oid } from './oid.ts';

/** How large a text may be, and all that are fetched together. */
export interface TextBounds {
  readonly fileBytes: number;
  readonly totalBytes: number;
}

export interface Repository extends GitFolder {
  readonly disk: Disk;
  /** The folder of this game if the repository holds several, else ''. All paths of the game are relative to it. */
  readonly folder: string;
  /** Recently read or written objects, parsed. isomorphic-git keeps no such cache. */
  readonly objects: BoundedCache<GitObject>;
  /** Objects that are lists of lines, as parsed by their readers. */
  readonly lines: BoundedCache<readonly unknown[]>;
  /** Values derived from objects. They are dropped together with the object. */
  readonly made: WeakMap<object, Map<string, unknown>>;
  /** Lets Git itself read packs if it is quicker. */
  readonly packs: Packs;
  /** Collects new objects in order to write them at once. Absent if each object becomes a file. */
  readonly newPack?: NewPack;
  /**
   * Fetches texts that a partial clone left out. With bounds it leaves out those that are too large, and returns their sizes. Absent
   * if the repository is complete.
   */
  readonly bringTexts?: (oids: readonly Oid[], bounds?: TextBounds) => Promise<ReadonlyMap<Oid, number>>;
  /** Called for each object that is read, so that a caller can find out what something reads. */
  readonly noteRead?: (oid: Oid) => void;
  /** Values computed from commits, by the commits' names, in this process or an earlier one. */
  readonly memo: Memo | undefined;
}

const cachedBytes = 32 * 1024 * 1024;
const cachedBytesOfLines = 64 * 1024 * 1024;
const bytesOfLine = 600;
const encoder = new TextEncoder();

/**
 * Settings for ordinary Git in a repository that people push to: check incoming objects, keep heads that a forced push replaced (players
 * may be voting on one), and keep pushed objects loose, so that their size is known without inflating them.
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

export function repositoryOn(disk: Disk, gitdir: string, memo?: Memo, folder = ''): Repository {
  const objects = boundedCache<GitObject>(cachedBytes, sizeOf);
  const lines = boundedCache(cachedBytesOfLines, ({ length }: readonly unknown[]) => length * bytesOfLine);
  return {
    disk,
    folder,
    gitdir,
    files: gitFiles(disk),
    cache: {},
    objects,
    lines,
    made: new WeakMap(),
    packs: new Packs(disk, gitdir),
    memo,
  };
}

/** Returns the value derived from an object earlier, or computes it now. */
export function madeOf<T>({ made }: Pick<Repository, 'made'>, of: object, what: string, make: () => T): T {
  const known = made.get(of) ?? new Map<string, unknown>();
  made.set(of, known);
  if (!known.has(what)) known.set(what, make());
  return known.get(what) as T;
}

interface NewRepository {
  readonly memo?: Memo | undefined;
  readonly folder?: string;
}

/** Settings that Git, isomorphic-git and this engine write, and those of people who share a repository. */
const KNOWN_SETTINGS =
  /^(?:extensions\.partialclone|remote "game"\.(?:promisor|partialclonefilter)|core\.(?:repositoryformatversion|filemode|bare|logallrefupdates|symlinks|ignorecase|precomposeunicode|sharedrepository)|receive\.(?:fsckobjects|unpacklimit|maxinputsize|denydeletes|denynonfastforwards)|gc\.(?:auto|pruneexpire))$/u;

/** Most other settings of Git start programs or read elsewhere. */
function assertKnownSettings(path: string, text: string): void {
  let section = '';
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '' || /^[#;]/u.test(line)) continue;
    const [, name] = /^\[(\w+(?: "\w+")?)\]$/u.exec(line) ?? [];
    const [, key] = /^(\w+)\s*=\s*[\w.:=]*$/u.exec(line) ?? [];
    if (name !== undefined) section = name.toLowerCase();
    else if (key === undefined || !KNOWN_SETTINGS.test(`${section}.${key.toLowerCase()}`))
      throw strange(path, `has a setting that no game needs: ${line.slice(0, 80)}`);
  }
}

function strange(path: string, what: string): RepositoryError {
  const next =
    'Git settings can start any program. If you made this one, remove it; if somebody sent you the game, ask for it without the setting.';
  return new RepositoryError('strange-settings', `${path} ${what}.`, { path }, { next });
}

/** Creates a bare repository unless one exists. */
export async function createRepository(
  disk: Disk,
  gitdir: string,
  { memo, folder = '' }: NewRepository = {},
): Promise<Repository> {
  const repository = repositoryOn(disk, gitdir, memo, folder);
  const path = `${gitdir}/config`;
  const begun = await disk.read(path);
  if (begun !== null) assertKnownSettings(path, new TextDecoder().decode(begun));
  if ((await disk.stat(`${gitdir}/objects/info/alternates`)) !== null)
    throw strange(`${gitdir}/objects/info/alternates`, 'names other folders to read from');
  if (begun !== null && new TextDecoder().decode(begun).includes('[receive]')) return repository;
  // isomorphic-git won't initialise a folder that has a config, such as one left by a killed process.
  if (begun !== null) await disk.remove(path);
  await askGit(repository, 'repository', (git, { fs }) =>
    git.init({ fs, gitdir, bare: true, defaultBranch: 'main' }),
  );
  await disk.write(path, encoder.encode(config), { durable: true });
  return repository;
}

/** The same repository with everything in it, instead of one game's folder. */
export function wholeRepository(repository: Repository): Repository {
  return repository.folder === '' ? repository : { ...repository, folder: '' };
}

/**
 * The name of one of the engine's own branches. Several games in a repository each have their own: `journal-games
 * --harbour`
 */
export function ownBranch({ folder }: Pick<Repository, 'folder'>, name: string): string {
  return folder === '' ? name : `${name}-${folder.replaceAll('/', '--')}`;
}

/** Opens the repository in `folder`, which is a bare one or the `.git` of a working tree. */
export async function openRepository(folder: string): Promise<Repository> {
  for (const root of [`${folder}/.git`, folder]) {
    const disk = nodeDisk(root);
    if ((await disk.stat('HEAD')) !== null && (await disk.stat('objects')) !== null)
      return repositoryOn(disk, '.');
  }
  throw new RepositoryError('not-a-repository', `There is no Git repository in ${folder}.`, { folder });
}

interface BoundedCache<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
  entries(): Iterable<readonly [string, T]>;
}

/** Keeps the most recently used values, up to a number of bytes. A single value may take at most a quarter of them. */
function boundedCache<T>(mostBytes: number, bytesOf: (value: T) => number): BoundedCache<T> {
  const cached = new Map<string, T>();
  const overhead = 100;
  let bytes = 0;
  return {
    get(key) {
      const value = cached.get(key);
      if (value === undefined) return undefined;
      // A Map keeps the order of insertion. Moving a used key to the end leaves the oldest at the start.
      cached.delete(key);
      cached.set(key, value);
      return value;
    },
    entries: () => cached.entries(),
    set(key, value) {
      const cost = bytesOf(value) + overhead;
      if (cost > mostBytes / 4 || cached.has(key)) return;
      cached.set(key, value);
      bytes += cost;
      for (const [oldest, dropped] of cached) {
        if (bytes <= mostBytes) break;
        cached.delete(oldest);
        bytes -= bytesOf(dropped) + overhead;
      }
    },
  };
}
