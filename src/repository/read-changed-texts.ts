import { diffTrees } from './diff-trees.ts';
import { readObject } from './objects.ts';
import { isWithin, nullIfUnreadable } from './repository-error.ts';
import { bringTexts, FOREIGN } from './read-ahead.ts';
import { decodeText } from './read-tree.ts';
import type { Repository, TextBounds } from './repository.ts';
import type { Oid } from './oid.ts';
import type { EntryKind } from './tree-bytes.ts';

/** The texts of a commit whose files could all be read, in the order in which they were read. */
export interface TextsRead {
  readonly commit: Oid;
  readonly texts: readonly (readonly [string, string])[];
  /** The total size of its files in bytes, or a larger number. */
  readonly bytes: number;
}

interface Within {
  readonly under: readonly string[];
  readonly limits: TextBounds;
  /** Anybody may have pushed it, so its texts are not fetched before their sizes are known. */
  readonly isForeign?: boolean;
}

/**
 * Returns the texts that `readTree` would read, reusing those of another commit that are the same. Returns null if only a read of the
 * whole tree would do: files were added or removed, one of them can't be read, or there may be too many.
 */
export async function readChangedTexts(
  repository: Repository,
  before: TextsRead,
  commit: Oid,
  { under, limits, isForeign = false }: Within,
): Promise<Omit<TextsRead, 'commit'> | null> {
  const all = await diffTrees(repository, before.commit, commit).catch(nullIfUnreadable);
  const differ = all?.filter(({ path }) => under.some((folder) => isWithin(path, folder)));
  if (differ === undefined) return null;
  const texts = new Map(before.texts);
  const isText = (path: string, kind: EntryKind | undefined): boolean =>
    texts.has(path) && (kind === 'file' || kind === 'executable');
  if (!differ.every((one) => isText(one.path, one.before?.kind) && isText(one.path, one.after?.kind)))
    return null;
  const found = differ.flatMap(({ path, after }) => (after === null ? [] : [{ path, oid: after.oid }]));
  const tooLarge = await bringTexts(
    repository,
    found.map(({ oid }) => oid),
    isForeign ? FOREIGN : undefined,
  );
  if (tooLarge.size > 0) return null;
  let { bytes } = before;
  for (const { path, oid } of found) {
    const object = await readObject(repository, oid, limits.fileBytes).catch(nullIfUnreadable);
    if (object === null || !('bytes' in object)) return null;
    const { text, problem } = decodeText(path, object.bytes);
    if (text === null || problem?.note === false) return null;
    bytes += object.bytes.length;
    texts.set(path, text);
  }
  return bytes > limits.totalBytes ? null : { texts: [...texts], bytes };
}
