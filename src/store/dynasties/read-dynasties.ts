import { folderTree } from '../../repository/folder-tree.ts';
import type { Oid } from '../../repository/oid.ts';
import { readTree } from '../../repository/read-tree.ts';
import type { Repository } from '../../repository/repository.ts';
import { DYNASTIES, dynastyFolder, type ContentFiles } from '../paths.ts';

/** There are no limits, because this is the engine's own archive, which keeps growing. Only what people push has to be limited. */
const LIMITS = { files: Infinity, totalBytes: Infinity };

/** Reads the records of a game's dynasties at a commit, all or the given ones, and nothing else. */
export async function readDynasties(
  repository: Repository,
  commit: Oid,
  numbers?: readonly number[],
): Promise<ContentFiles> {
  return readTextsIn(repository, commit, numbers?.map(dynastyFolder) ?? [DYNASTIES]);
}

/** Caches the dynasties' records until one of them changes, which is rare. */
export class CachedDynasties {
  #tree: Oid | null = null;
  #files: ContentFiles = new Map();

  async at(repository: Repository, commit: Oid): Promise<ContentFiles> {
    const tree = await folderTree(repository, commit, DYNASTIES.slice(0, -1));
    if (tree === this.#tree) return this.#files;
    this.#files = tree === null ? new Map() : await readDynasties(repository, commit);
    this.#tree = tree;
    return this.#files;
  }
}

/** Reads all texts of some folders, and some single ones. */
export async function readTextsIn(
  repository: Repository,
  commit: Oid,
  places: readonly string[],
): Promise<ContentFiles> {
  const under = places.map((place) => place.replace(/\/$/u, ''));
  const { files } = await readTree(repository, commit, { under, limits: LIMITS });
  return new Map([...files].flatMap(([path, { text }]) => (text === null ? [] : [[path, text] as const])));
}
