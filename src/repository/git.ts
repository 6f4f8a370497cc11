import type isomorphicGit from 'isomorphic-git';
import type { PromiseFsClient } from 'isomorphic-git';

import { DiskFailure } from './git-files.ts';
import { RepositoryError } from './repository-error.ts';

type Git = typeof isomorphicGit;

/** A repository as isomorphic-git is asked about it. */
export interface GitFolder {
  /** Where on the disk the repository's own files are. */
  readonly gitdir: string;
  /** The disk as isomorphic-git asks for it, and what it keeps of packs: without it each read would load them anew. */
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
 * Has isomorphic-git read or write something; `what` is the subject of the sentence if it can't. What it doesn't find
 * is `missing`, whatever else it complains of is `corrupt`; what the disk says is passed on as it is.
 */
export async function askGit<T>(
  { files, gitdir, cache }: GitFolder,
  what: string,
  ask: (git: Git, at: At) => Promise<T>,
): Promise<T> {
  // Half a megabyte of code, loaded when the first object or ref is asked for: who asks for none pays nothing.
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
