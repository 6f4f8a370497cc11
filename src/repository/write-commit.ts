import { latin1Of, utf8 } from '#platform/bytes.ts';
import { readCommit, writeCommitObject } from './commit.ts';
import type { Signature } from './git-object.ts';
import { segmentsOf, RepositoryError } from './repository-error.ts';
import { writeCompressed } from './objects.ts';
import { NewPack } from './new-pack.ts';
import type { Repository } from './repository.ts';
import type { Oid } from './oid.ts';
import { entryFor, type TreeEntry } from './tree-bytes.ts';
import { readTreeEntries, writeTreeEntries } from './tree.ts';

/** The new content of a path: a text, bytes, an existing object, or null to delete it. */
export type NewContent = string | Uint8Array | { readonly oid: Oid; readonly kind?: 'folder' } | null;
export type Changes = ReadonlyMap<string, NewContent>;

export interface NewCommit {
  readonly parents: readonly Oid[];
  /** Applied to the tree of the first parent, or to an empty tree. Null also removes a whole folder. */
  readonly changes: Changes;
  readonly author: Signature;
  readonly committer?: Signature;
  readonly message: string;
}

/** From this many changes on, the objects are written as one pack. */
const MANY_CHANGES = 200;

/** Writes the objects of a commit without moving a branch. Folders that don't change aren't read. */
export async function writeCommit(repository: Repository, commit: NewCommit): Promise<Oid> {
  if (repository.disk.root === undefined || commit.changes.size < MANY_CHANGES)
    return writeObjectsOf(repository, commit);
  const newPack = new NewPack();
  const oid = await writeObjectsOf({ ...repository, newPack }, commit);
  await newPack.write(repository);
  return oid;
}

async function writeObjectsOf(
  repository: Repository,
  { parents, changes, author, committer = author, message }: NewCommit,
): Promise<Oid> {
  const [first] = parents;
  const base = first === undefined ? null : (await readCommit(repository, first)).tree;
  const tree =
    (await writeFolder(repository, base, nest(changes, repository.folder))) ??
    (await writeTreeEntries(repository, []));
  return writeCommitObject(repository, { tree, parents, author, committer, message });
}

/** All changes at one name. The existing entry is removed first if requested; then a file or the deeper entries are added. */
interface Node {
  dropped: boolean;
  content: NonNullable<NewContent> | null;
  readonly inner: Map<string, Node>;
}

const newNode = (): Node => ({ dropped: false, content: null, inner: new Map() });

function nest(changes: Changes, folder: string): Node {
  const root = newNode();
  for (const [path, change] of changes) {
    let node = root;
    for (const name of segmentsOf(folder === '' ? path : `${folder}/${path}`)) {
      if (change !== null && node.content !== null) throw clash(path);
      const next = node.inner.get(name) ?? newNode();
      node.inner.set(name, next);
      node = next;
    }
    if (change === null) node.dropped = true;
    else if (holdsContent(node)) throw clash(path);
    else node.content = change;
  }
  return root;
}

function holdsContent({ inner }: Node): boolean {
  return [...inner.values()].some((node) => node.content !== null || holdsContent(node));
}

/** Returns null if nothing is left, since Git has no empty folders. */
async function writeFolder(repository: Repository, base: Oid | null, { inner }: Node): Promise<Oid | null> {
  const before = base === null ? [] : await readTreeEntries(repository, base);
  const entries = new Map(before.map((entry) => [entry.raw, entry]));
  // In parallel, because isomorphic-git compresses objects on other threads.
  const writing = [...inner].map(async ([name, node]) => {
    const raw = latin1Of(utf8(name));
    return { raw, entry: await writeNode(repository, name, entries.get(raw) ?? null, node) };
  });
  for (const { raw, entry } of await Promise.all(writing)) {
    if (entry === null) entries.delete(raw);
    else entries.set(raw, entry);
  }
  return entries.size === 0 ? null : writeTreeEntries(repository, [...entries.values()]);
}

async function writeNode(
  repository: Repository,
  name: string,
  before: TreeEntry | null,
  node: Node,
): Promise<TreeEntry | null> {
  if (node.content !== null) {
    const there = before?.kind === 'executable' ? 'executable' : 'file';
    const kind = typeof node.content === 'object' && 'kind' in node.content ? node.content.kind : there;
    return entryFor(name, kind ?? there, await oidOf(repository, node.content));
  }
  const retained = node.dropped ? null : before;
  if (node.inner.size === 0) return retained;
  const tree = await writeFolder(repository, retained?.kind === 'folder' ? retained.oid : null, node);
  if (tree !== null) return entryFor(name, 'folder', tree);
  // Removing a path below a file leaves the file in place.
  return retained?.kind === 'folder' ? null : retained;
}

function oidOf(repository: Repository, change: NonNullable<NewContent>): Promise<Oid> {
  if (typeof change === 'string') return writeCompressed(repository, 'blob', utf8(change));
  if (change instanceof Uint8Array) return writeCompressed(repository, 'blob', change);
  return Promise.resolve(change.oid);
}

function clash(path: string): RepositoryError {
  return new RepositoryError('bad-path', `${path} would be a file and a folder at once.`, { path });
}
