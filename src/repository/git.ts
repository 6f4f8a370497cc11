import type isomorphicGit from 'isomorphic-git';
import type { PromiseFsClient } from 'isomorphic-git';
import { RepositoryError } from './repository-error.ts';
import { areEqual } from '#platform/bytes.ts';
import { digest } from '#platform/hash.ts';
import type { Disk } from './disk.ts';

type Git = typeof isomorphicGit;

/** A repository in the form that isomorphic-git takes. */
export interface GitFolder {
  /** The folder of the repository's own files, relative to the disk. */
  readonly gitdir: string;
  /** The disk as isomorphic-git sees it, and isomorphic-git's cache of packs, without which each read would load them again. */
  readonly files: PromiseFsClient;
  readonly cache: object;
}

/** The options that most calls of isomorphic-git need. */
export interface At {
  readonly fs: PromiseFsClient;
  readonly gitdir: string;
  readonly cache: object;
}

/**
 * Calls isomorphic-git; `what` is the subject of the error message. Objects that it doesn't find are `missing`, its other complaints are
 * `corrupt`, and errors of the disk pass through unchanged.
 */
export async function askGit<T>(
  { files, gitdir, cache }: GitFolder,
  what: string,
  ask: (git: Git, at: At) => Promise<T>,
): Promise<T> {
  // Half a megabyte of code, loaded only when the first object or ref is needed.
  const { default: git } = await import('isomorphic-git');
  try {
    return await ask(git, { fs: files, gitdir, cache });
  } catch (cause) {
    if (cause instanceof DiskFailure) throw cause.cause;
    if (cause instanceof RepositoryError) throw cause;
    if (cause instanceof git.Errors.NotFoundError)
      throw new RepositoryError('missing', `There is no ${what}.`, { what }, { cause });
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new RepositoryError('corrupt', `The ${what} can't be read: ${why}`, { what }, { cause });
  }
}

const checksumBytes = 20;

/** A disk failed or refused while isomorphic-git used it. The object or ref to be read is not at fault. */
export class DiskFailure extends Error {
  readonly code: unknown;
  constructor(cause: unknown) {
    super(String(cause), { cause });
    this.code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  }
}

/** Adapts a `Disk` to the file system that isomorphic-git expects. Each write is whole or doesn't happen. */
export function gitFiles(disk: Disk): PromiseFsClient {
  const stat = async (path: string): Promise<unknown> => {
    // isomorphic-git asks this of an object only to decide whether to write it. It prints other errors, and the write fails as well.
    const found = await tellingFailures(disk.stat(path)).catch((error: unknown) => {
      if (isObject(path)) return null;
      throw error;
    });
    if (found === null) throw absent;
    return {
      isDirectory: () => found.folder,
      isFile: () => !found.folder,
      isSymbolicLink: () => false,
      size: found.size,
      mtimeMs: found.modifiedMs,
    };
  };
  const noLinks = async (): Promise<never> => {
    throw absent;
  };
  return {
    promises: {
      // isomorphic-git also calls this without a path, to see whether it returns a promise.
      readFile: async (path?: string, options?: unknown) => {
        const bytes = path === undefined ? null : await tellingFailures(disk.read(path));
        if (path === undefined || bytes === null) throw absent;
        if (path.endsWith('.idx')) assertWholeIndex(path, bytes);
        return wantsText(options) ? new TextDecoder().decode(bytes) : bytes;
      },
      writeFile: (path: string, content: Uint8Array | string) =>
        tellingFailures(
          disk.write(path, typeof content === 'string' ? new TextEncoder().encode(content) : content, {
            // Nothing depends on an object until a ref names it, but a ref has to survive a power failure.
            durable: !isObject(path),
          }),
        ),
      unlink: (path: string) => tellingFailures(disk.remove(path)),
      readdir: async (path: string) => (await tellingFailures(disk.list(path))).map((entry) => entry.name),
      // A disk creates a folder together with its first file, but ordinary Git expects some folders to exist even when empty.
      mkdir: async (path: string) => {
        await tellingFailures(disk.write(`${path}/.keep`, new Uint8Array(0)));
        await tellingFailures(disk.remove(`${path}/.keep`));
      },
      rmdir: async () => {},
      stat,
      lstat: stat,
      readlink: noLinks,
      symlink: noLinks,
    },
  };
}

/** Shared, because isomorphic-git often asks for absent files, and creating an error costs more than the lookup. */
const absent = Object.assign(new Error('ENOENT: there is no such file'), { code: 'ENOENT' });

function isObject(path: string): boolean {
  return /(^|\/)objects\//u.test(path);
}

async function tellingFailures<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new DiskFailure(error);
  }
}

function wantsText(options: unknown): boolean {
  if (typeof options !== 'object' || options === null) return typeof options === 'string';
  return 'encoding' in options && typeof options.encoding === 'string';
}

/**
 * isomorphic-git verifies packs but trusts their indexes: a corrupted number would make it read without end, or read the wrong object.
 */
function assertWholeIndex(path: string, bytes: Uint8Array): void {
  const end = Math.max(0, bytes.length - checksumBytes);
  if (areEqual(digest('sha1', bytes.subarray(0, end)), bytes.subarray(end))) return;
  throw new RepositoryError('corrupt', `The index ${path} is damaged; git index-pack rebuilds it.`, {
    path,
  });
}
