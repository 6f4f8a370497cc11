import type { CommitObject } from 'isomorphic-git';

import type { Commit, Signature } from './git-object.ts';

type GitSignature = CommitObject['author'];

export function toCommit({ tree, parent, author, committer, message }: CommitObject): Commit {
  return { tree, parents: parent, author: toSignature(author), committer: toSignature(committer), message };
}

const latestSeconds = 253_402_300_799;

function toSignature({ name, email, timestamp }: GitSignature): Signature {
  const seconds = timestamp >= 0 && timestamp <= latestSeconds ? timestamp : 0;
  return { name, email, at: `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z` };
}
