import type isomorphicGit from 'isomorphic-git';
import type { PromiseFsClient } from 'isomorphic-git';

import { DiskFailure } from './git-files.ts';
import { RepositoryError } from './repository-error.ts';

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
