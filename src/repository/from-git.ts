import type { CommitObject, ReadObjectResult } from 'isomorphic-git';

import type { Commit, Signature } from './commit.ts';
import type { GitObject } from './objects.ts';
import { entryOf, isPlainMode, type TreeEntry } from './tree-entry.ts';

type GitTree = readonly { readonly mode: string; readonly path: string; readonly oid: string }[];
type GitSignature = CommitObject['author'];

/** What isomorphic-git read, in our nouns; null for a tree that it would not write back as it is. */
export function fromGit(read: ReadObjectResult): GitObject | null {
  if (read.type === 'blob') return { kind: 'blob', bytes: read.object as Uint8Array };
  if (read.type === 'commit') return { kind: 'commit', commit: toCommit(read.object as CommitObject) };
  if (read.type !== 'tree') return { kind: 'tag' };
  const entries = toEntries(read.object as GitTree);
  return entries === null ? null : { kind: 'tree', entries };
}

export function toCommit({ tree, parent, author, committer, message }: CommitObject): Commit {
  return { tree, parents: parent, author: toSignature(author), committer: toSignature(committer), message };
}

const latestSeconds = 253_402_300_799;

function toSignature({ name, email, timestamp }: GitSignature): Signature {
  const seconds = timestamp >= 0 && timestamp <= latestSeconds ? timestamp : 0;
  return { name, email, at: `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z` };
}

/** Null where a name is no UTF-8, or a mode is none of today's: both would be lost. */
function toEntries(tree: GitTree): readonly TreeEntry[] | null {
  if (tree.some(({ mode, path }) => !isPlainMode(mode) || path.includes('\ufffd'))) return null;
  return tree.map(({ mode, path, oid }) => entryOf(path, mode.replace(/^0/u, ''), oid));
}
