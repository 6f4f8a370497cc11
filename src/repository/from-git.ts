import type { CommitObject } from 'isomorphic-git';

import type { Commit, Signature } from './git-object.ts';
import { toTime } from '../kernel/time.ts';

type GitSignature = CommitObject['author'];

export function toCommit({ tree, parent, author, committer, message }: CommitObject): Commit {
  return { tree, parents: parent, author: toSignature(author), committer: toSignature(committer), message };
}

const latestSeconds = 253_402_300_799;

function toSignature({ name, email, timestamp }: GitSignature): Signature {
  return signatureAt(name, email, timestamp);
}

/** A missing or impossible time becomes the beginning of the epoch. */
export function signatureAt(name: string, email: string, timestamp: number): Signature {
  const seconds = timestamp >= 0 && timestamp <= latestSeconds ? timestamp : 0;
  return { name, email, at: toTime(seconds * 1000) };
}
