import type { Oid } from './oid.ts';
import type { TreeEntry } from './tree-bytes.ts';

export type ObjectKind = 'blob' | 'tree' | 'commit' | 'tag';

export type GitObject =
  | { readonly kind: 'blob'; readonly bytes: Uint8Array }
  | { readonly kind: 'tree'; readonly entries: readonly TreeEntry[] }
  | { readonly kind: 'commit'; readonly commit: Commit }
  | { readonly kind: 'tag' };

/** An object larger than its reader accepts. Its size is known, but it wasn't read. */
export interface LargeObject {
  readonly kind: ObjectKind;
  readonly size: number;
}

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

const entryBytes = 28;
const headerBytes = 200;

/** The size in bytes: exact for a blob, approximate for anything else. */
export function sizeOf(object: GitObject): number {
  if (object.kind === 'blob') return object.bytes.length;
  if (object.kind === 'tree')
    return object.entries.reduce((sum, { raw }) => sum + raw.length + entryBytes, 0);
  return object.kind === 'tag' ? 0 : headerBytes + object.commit.message.length;
}
