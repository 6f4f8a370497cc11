import { boundedCache, type BoundedCache } from './bounded-cache.ts';
import type { Disk } from './disk.ts';
import { memoryDisk } from './memory-disk.ts';
import { nodeDisk } from './node-disk.ts';
import type { GitObject } from './objects.ts';
import { packsIn, type Packs } from './packs.ts';
import { RepositoryError } from './repository-error.ts';

/** The name of a Git object: 40 hexadecimal digits. */
export type Oid = string;

export interface Repository {
  readonly disk: Disk;
  /** Where on the disk the repository's own files are. */
  readonly gitdir: string;
  readonly packs: Packs;
  readonly objects: BoundedCache<GitObject>;
  /** How hard new objects are pressed; in memory, not at all. */
  readonly compression: number;
}

const cachedBytes = 32 * 1024 * 1024;
const oidForm = /^[0-9a-f]{40}$/;
const encoder = new TextEncoder();

/**
 * What ordinary Git is told about a repository that people push to: check what comes in, keep heads that a forced
 * push left behind (one of them may be what is voted on), and keep small pushes as loose objects, whose size can be
 * told without unpacking them.
 */
const config = `[core]
	repositoryformatversion = 0
	filemode = true
	bare = true
	logAllRefUpdates = true
[receive]
	fsckObjects = true
	unpackLimit = 10000
	maxInputSize = 268435456
	denyDeletes = false
[gc]
	auto = 0
	pruneExpire = never
`;

export function isOid(text: unknown): text is Oid {
  return typeof text === 'string' && oidForm.test(text);
}

export function repositoryOn(disk: Disk, gitdir: string, { compression = 1 } = {}): Repository {
  const objects = boundedCache<GitObject>(cachedBytes, (object) => object.bytes.length);
  return { disk, gitdir, packs: packsIn(disk, gitdir), objects, compression };
}

/** Makes a bare repository there, where none is yet. */
export async function createRepository(
  disk: Disk,
  gitdir: string,
  { branch = 'main', compression = 1 } = {},
): Promise<Repository> {
  if ((await disk.stat(`${gitdir}/HEAD`)) === null) {
    await disk.write(`${gitdir}/config`, encoder.encode(config));
    // Git takes a folder for a repository only where these are, and on disk a folder needs a file to be.
    await disk.write(`${gitdir}/objects/info/packs`, encoder.encode('\n'));
    await disk.write(`${gitdir}/refs/heads/.keep`, encoder.encode(''));
    await disk.remove(`${gitdir}/refs/heads/.keep`);
    await disk.write(`${gitdir}/HEAD`, encoder.encode(`ref: refs/heads/${branch}\n`), { durable: true });
  }
  return repositoryOn(disk, gitdir, { compression });
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
  return createRepository(memoryDisk(), 'repository.git', { compression: 0 });
}
