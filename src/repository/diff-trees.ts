import { relativeSlashed } from '#platform/paths.ts';
import { BOUNDS } from '../kernel/bounds.ts';
import { readCommit } from './commit.ts';
import { isWithin, RepositoryError } from './repository-error.ts';
import type { Repository } from './repository.ts';
import type { Oid } from './oid.ts';
import type { EntryKind, TreeEntry } from './tree-bytes.ts';
import { readTreeEntries } from './tree.ts';

interface Side {
  readonly oid: Oid;
  readonly kind: EntryKind;
}

export interface TreeDifference {
  readonly path: string;
  readonly before: Side | null;
  readonly after: Side | null;
}

/**
 * Lists the files that differ between two commits. A path outside the game's folder begins with `../`. Equal folders are recognised by
 * their object names and are not read.
 */
export async function diffTrees(
  repository: Repository,
  before: Oid,
  after: Oid,
  { under = '' }: { readonly under?: string } = {},
): Promise<readonly TreeDifference[]> {
  const [from, to] = await Promise.all([readCommit(repository, before), readCommit(repository, after)]);
  const differences: TreeDifference[] = [];
  const { folder } = repository;
  const whole = under === '' ? '' : folder === '' ? under : `${folder}/${under}`;
  await diffFolders({ repository, under: whole, differences, folders: 0 }, from.tree, to.tree, '');
  if (folder === '') return differences;
  return differences.map((one) => ({ ...one, path: relativeSlashed(`/${folder}`, `/${one.path}`) }));
}

interface Diff {
  readonly repository: Repository;
  readonly under: string;
  readonly differences: TreeDifference[];
  folders: number;
}

async function diffFolders(diff: Diff, before: Oid | null, after: Oid | null, folder: string): Promise<void> {
  if (before === after) return;
  // A few nested folders that each list the next one ten times amount to ten thousand million files.
  if ((diff.folders += 1) > BOUNDS.files.read || diff.differences.length > BOUNDS.files.read) {
    const message = `There are more than ${BOUNDS.files.read} differences: more than is read.`;
    throw new RepositoryError('too-large', message, { folder });
  }
  const [from, to] = await Promise.all([entriesOf(diff, before), entriesOf(diff, after)]);
  for (const raw of [...new Set([...from.keys(), ...to.keys()])].sort()) {
    const [old, young] = [from.get(raw), to.get(raw)];
    const name = (young ?? old)?.name ?? '';
    const path = folder === '' ? name : `${folder}/${name}`;
    if (!isWithin(path, diff.under) && !isWithin(diff.under, path)) continue;
    await diffEntries(diff, old, young, path);
  }
}

async function entriesOf({ repository }: Diff, tree: Oid | null): Promise<ReadonlyMap<string, TreeEntry>> {
  const entries = tree === null ? [] : await readTreeEntries(repository, tree);
  return new Map(entries.map((entry) => [entry.raw, entry]));
}

async function diffEntries(
  diff: Diff,
  before: TreeEntry | undefined,
  after: TreeEntry | undefined,
  path: string,
): Promise<void> {
  if (before?.oid === after?.oid && before?.mode === after?.mode) return;
  const folder = (entry: TreeEntry | undefined): Oid | null => (entry?.kind === 'folder' ? entry.oid : null);
  const side = (entry: TreeEntry | undefined): Side | null =>
    entry === undefined || entry.kind === 'folder' ? null : { oid: entry.oid, kind: entry.kind };
  if (side(before) !== null || side(after) !== null) {
    diff.differences.push({ path, before: side(before), after: side(after) });
  }
  if (folder(before) !== null || folder(after) !== null)
    await diffFolders(diff, folder(before), folder(after), path);
}
