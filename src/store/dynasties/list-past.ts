import { folderTree, readTreeEntries } from '../../repository/tree.ts';
import type { Oid } from '../../repository/oid.ts';
import type { Repository } from '../../repository/repository.ts';
import { DYNASTIES, dynastyFolder, type ContentFiles } from '../paths.ts';
import { readTree } from '../../repository/read-tree.ts';

const FIRST = 'first.json';

/** A finished dynasty, by its number and a key for its files. */
export interface DynastyOver {
  readonly number: number;
  /** Changes if the dynasty's files change, or the beginning of the next one, which its pages show. */
  readonly key: string;
}

/** Lists a game's dynasties at a commit, oldest first. It looks at folders only and reads no texts. */
export async function listDynasties(
  repository: Repository,
  commit: Oid,
): Promise<{
  readonly past: readonly DynastyOver[];
  /** Dynasties that aren't finished, or can't be shown by themselves. */
  readonly others: readonly number[];
}> {
  const tree = await folderTree(repository, commit, DYNASTIES.slice(0, -1));
  if (tree === null) return { past: [], others: [] };
  const folders = (await readTreeEntries(repository, tree)).filter(
    ({ kind, name }) => kind === 'folder' && /^\d+$/u.test(name),
  );
  const inside = new Map(
    await Promise.all(
      folders.map(async ({ name, oid }) => {
        const entries = await readTreeEntries(repository, oid);
        const oidOf = (file: string): Oid | undefined => entries.find((one) => one.name === file)?.oid;
        return [
          Number(name),
          { oid, isOver: oidOf('dynasty.yml') !== undefined, first: oidOf(FIRST) },
        ] as const;
      }),
    ),
  );
  const numbers = [...inside.keys()].sort((a, b) => a - b);
  const past = numbers.flatMap((number) => {
    const found = inside.get(number);
    const next = inside.get(number + 1)?.first ?? '';
    return found?.isOver === true ? [{ number, key: `${found.oid} ${next}` }] : [];
  });
  return { past, others: numbers.filter((number) => inside.get(number)?.isOver !== true) };
}

/** Reads the files that a key stands for. */
export async function readDynastyOver(
  repository: Repository,
  commit: Oid,
  number: number,
): Promise<ContentFiles> {
  return readTextsIn(repository, commit, [dynastyFolder(number), `${dynastyFolder(number + 1)}${FIRST}`]);
}

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
