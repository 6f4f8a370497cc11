import { askGit } from './git.ts';
import { RepositoryError } from './repository-error.ts';
import { readKind } from './objects.ts';
import type { Oid, Repository } from './repository.ts';

export interface Signature {
  readonly name: string;
  readonly email: string;
  /** `2021-06-18T09:00:00Z` */
  readonly at: string;
}

export interface Commit {
  readonly tree: Oid;
  readonly parents: readonly Oid[];
  readonly author: Signature;
  readonly committer: Signature;
  readonly message: string;
}

const largestCommitBytes = 1024 * 1024;

export async function readCommit(repository: Repository, oid: Oid): Promise<Commit> {
  return (await readKind(repository, 'commit', oid, largestCommitBytes)).commit;
}

export async function writeCommitObject(repository: Repository, commit: Commit): Promise<Oid> {
  const { tree, parents } = commit;
  const author = toGit(commit.author);
  const committer = toGit(commit.committer);
  const message = commit.message.replaceAll('\0', '');
  return askGit(repository, 'commit', (git, { fs, gitdir }) =>
    git.writeCommit({
      fs,
      gitdir,
      commit: { tree, parent: [...parents], author, committer, message },
    }),
  );
}

interface GitSignature {
  name: string;
  email: string;
  timestamp: number;
  timezoneOffset: number;
}

/** A name is whatever somebody calls themselves: what would end the field in a commit is left out. */
function toGit({ name, email, at }: Signature): GitSignature {
  // eslint-disable-next-line no-control-regex
  const plain = (text: string): string => text.replace(/[\u0000-\u001f\u007f<>]/gu, '').trim();
  const seconds = Math.floor(Date.parse(at) / 1000);
  if (Number.isNaN(seconds))
    throw new RepositoryError('corrupt', `${JSON.stringify(at)} is no time.`, { at });
  return {
    name: plain(name) || 'nobody',
    email: plain(email),
    timestamp: Math.max(0, seconds),
    timezoneOffset: 0,
  };
}
