import { readCommit } from './commit.ts';
import type { Oid } from './oid.ts';
import type { Repository } from './repository.ts';
import { readTreeEntries } from './tree.ts';

/** Returns the tree of a folder of the game, by default the game's own, or null if there is no such folder. */
export async function folderTree(repository: Repository, commit: Oid, folder = ''): Promise<Oid | null> {
  let { tree } = await readCommit(repository, commit);
  const names = [repository.folder, folder].flatMap((path) => (path === '' ? [] : path.split('/')));
  for (const name of names) {
    const entry = (await readTreeEntries(repository, tree)).find((one) => one.name === name);
    if (entry?.kind !== 'folder') return null;
    tree = entry.oid;
  }
  return tree;
}
