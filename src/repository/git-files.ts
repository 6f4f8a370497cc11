import { createHash } from 'node:crypto';

import type { PromiseFsClient } from 'isomorphic-git';

import type { Disk } from './disk.ts';
import { RepositoryError } from './repository-error.ts';

const checksumBytes = 20;

/** That a disk failed, or refused, on its way through isomorphic-git: no fault of the object or ref that was to be read. */
export class DiskFailure extends Error {
  readonly code: unknown;
  constructor(cause: unknown) {
    super(String(cause), { cause });
    this.code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  }
}

/** The file system that isomorphic-git asks for, on a disk of ours: each of its writes is whole or not at all. */
export function gitFiles(disk: Disk): PromiseFsClient {
  const stat = async (path: string): Promise<unknown> => {
    // Of an object it asks only whether to write it. It prints what else it is told, and the writing fails as well.
    const found = await told(disk.stat(path)).catch((error: unknown) => {
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
      // It is called with no path too, to see whether it gives a promise.
      readFile: async (path?: string, options?: unknown) => {
        const bytes = path === undefined ? null : await told(disk.read(path));
        if (path === undefined || bytes === null) throw absent;
        if (path.endsWith('.idx')) assertWholeIndex(path, bytes);
        return wantsText(options) ? new TextDecoder().decode(bytes) : bytes;
      },
      writeFile: (path: string, content: Uint8Array | string) =>
        told(
          disk.write(path, typeof content === 'string' ? new TextEncoder().encode(content) : content, {
            // An object is nobody's before a ref names it; a ref has to outlive a power failure.
            durable: !isObject(path),
          }),
        ),
      unlink: (path: string) => told(disk.remove(path)),
      readdir: async (path: string) => (await told(disk.list(path))).map((entry) => entry.name),
      // A disk makes a folder with the first file in it, and ordinary Git misses some that are empty.
      mkdir: async (path: string) => {
        await told(disk.write(`${path}/.keep`, new Uint8Array(0)));
        await told(disk.remove(`${path}/.keep`));
      },
      rmdir: async () => {},
      stat,
      lstat: stat,
      readlink: noLinks,
      symlink: noLinks,
    },
  };
}

/** One for all: what is absent is asked for often, and to raise an error costs more than the look. */
const absent = Object.assign(new Error('ENOENT: there is no such file'), { code: 'ENOENT' });

function isObject(path: string): boolean {
  return /(^|\/)objects\//u.test(path);
}

async function told<T>(work: Promise<T>): Promise<T> {
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
 * isomorphic-git checks that a pack is whole, and takes the index beside it at its word: a number that is spoilt would
 * have it read without end, or the wrong object.
 */
function assertWholeIndex(path: string, bytes: Uint8Array): void {
  const end = Math.max(0, bytes.length - checksumBytes);
  const sum = createHash('sha1').update(bytes.subarray(0, end)).digest();
  if (sum.equals(bytes.subarray(end))) return;
  throw new RepositoryError('corrupt', `The index ${path} is damaged; git index-pack rebuilds it.`, {
    path,
  });
}
