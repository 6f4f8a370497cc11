import { readCommit, writeCommitObject, type Signature } from './commit.ts';
import { writeObject } from './objects.ts';
import { namesOf } from './paths.ts';
import { RepositoryError } from './repository-error.ts';
import type { Oid, Repository } from './repository.ts';
import { entryFor, readTreeEntries, writeTreeEntries, type TreeEntry } from './tree.ts';

/** What a path is to hold: a text, bytes, an object that is there already, or nothing any more. */
export type Change = string | Uint8Array | { readonly oid: Oid } | null;
export type Changes = ReadonlyMap<string, Change>;

export interface NewCommit {
  readonly parents: readonly Oid[];
  /** Laid over the tree of the first parent, or over nothing. A null takes a whole folder away too. */
  readonly changes: Changes;
  readonly author: Signature;
  readonly committer?: Signature;
  readonly message: string;
}

/** Writes the objects of a commit; no branch moves. Folders that no change touches are not even read. */
export async function writeCommit(
  repository: Repository,
  { parents, changes, author, committer = author, message }: NewCommit,
): Promise<Oid> {
  const [first] = parents;
  const base = first === undefined ? null : (await readCommit(repository, first)).tree;
  const tree =
    (await writeChanges(repository, base, nest(changes))) ?? (await writeTreeEntries(repository, []));
  return writeCommitObject(repository, { tree, parents, author, committer, message });
}

/** A folder's changes by name: what lies deeper is a map again. */
type Nested = Map<string, Change | Nested>;

function nest(changes: Changes): Nested {
  const root: Nested = new Map();
  for (const [path, change] of changes) {
    const names = [...namesOf(path)];
    const last = names.pop() ?? '';
    let folder = root;
    for (const name of names) {
      const inner = folder.get(name);
      // A file taken away, and a folder in its place: the folder is what remains.
      const next: Nested = inner instanceof Map ? inner : new Map<string, Change | Nested>();
      if (inner !== undefined && inner !== null && !(inner instanceof Map)) throw clash(path);
      folder.set(name, next);
      folder = next;
    }
    const there = folder.get(last);
    if (there instanceof Map && change !== null) throw clash(path);
    if (!(there instanceof Map)) folder.set(last, change);
  }
  return root;
}

/** Null where nothing is left: Git has no empty folders. */
async function writeChanges(repository: Repository, base: Oid | null, changes: Nested): Promise<Oid | null> {
  const before = base === null ? [] : await readTreeEntries(repository, base);
  const entries = new Map(before.map((entry) => [entry.raw, entry]));
  for (const [name, change] of changes) {
    const raw = Buffer.from(name, 'utf8').toString('latin1');
    const entry = await changed(repository, name, entries.get(raw), change);
    if (entry === null) entries.delete(raw);
    else entries.set(raw, entry);
  }
  return entries.size === 0 ? null : writeTreeEntries(repository, [...entries.values()]);
}

async function changed(
  repository: Repository,
  name: string,
  before: TreeEntry | undefined,
  change: Change | Nested,
): Promise<TreeEntry | null> {
  if (change === null) return null;
  if (change instanceof Map) {
    const tree = await writeChanges(repository, before?.kind === 'folder' ? before.oid : null, change);
    // Taking away what lies under a file leaves the file.
    if (tree === null) return before?.kind === 'folder' ? null : (before ?? null);
    return entryFor(name, 'folder', tree);
  }
  const kind = before?.kind === 'executable' ? 'executable' : 'file';
  return entryFor(name, kind, await oidOf(repository, change));
}

function oidOf(repository: Repository, change: string | Uint8Array | { readonly oid: Oid }): Promise<Oid> {
  if (typeof change === 'string') return writeObject(repository, 'blob', Buffer.from(change, 'utf8'));
  if (change instanceof Uint8Array) return writeObject(repository, 'blob', change);
  return Promise.resolve(change.oid);
}

function clash(path: string): RepositoryError {
  return new RepositoryError('bad-path', `${path} would be a file and a folder at once.`, { path });
}
