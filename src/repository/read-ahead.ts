import type { GitObject, LargeObject } from './git-object.ts';
import { hasObject, parseStored } from './objects.ts';
import type { Repository, TextBounds } from './repository.ts';
import type { Oid } from './oid.ts';

/** Fewer are read as quickly one after another. */
export const MANY_OBJECTS = 200;

/** The most that is fetched of a branch, which anybody may have pushed. One proposal changes far less. */
export const FOREIGN: TextBounds = { fileBytes: 2 * 1024 * 1024, totalBytes: 16 * 1024 * 1024 };

/**
 * Fetches, in one request, those of these texts that a partial clone left out. With bounds, large texts are
 * skipped and their sizes returned.
 */
export async function bringTexts(
  repository: Repository,
  oids: readonly Oid[],
  bounds?: TextBounds,
): Promise<ReadonlyMap<Oid, number>> {
  if (repository.bringTexts === undefined) return new Map();
  const missing = await missingOf(repository, [...new Set(oids)]);
  return missing.length === 0 ? new Map() : repository.bringTexts(missing, bounds);
}

async function missingOf(repository: Repository, oids: readonly Oid[]): Promise<readonly Oid[]> {
  const asked = oids.filter((oid) => repository.objects.get(oid) === undefined);
  const answer = await repository.packs.ask((git) => git.sizes(asked));
  if (answer !== null) return asked.filter((_, at) => answer.said[at] === null);
  const missing: Oid[] = [];
  for (const oid of asked) if (!(await hasObject(repository, oid))) missing.push(oid);
  return missing;
}

/** True if knowing in advance what will be read makes reading faster. */
export function mayReadAhead({ disk, bringTexts: bring }: Repository): boolean {
  return disk.root !== undefined || bring !== undefined;
}

/** Reads all of these objects at once, except large ones, if that is faster than one after another. */
export async function readAhead(
  repository: Repository,
  oids: readonly Oid[],
  { fileBytes, totalBytes }: TextBounds,
  isForeign = false,
): Promise<ReadonlyMap<Oid, GitObject | LargeObject>> {
  const tooLarge = await bringTexts(repository, oids, isForeign ? FOREIGN : undefined);
  const found = new Map<Oid, GitObject | LargeObject>();
  for (const [oid, size] of tooLarge) found.set(oid, { kind: 'blob', size });
  const asked = [...new Set(oids)].filter(
    (oid) => !found.has(oid) && repository.objects.get(oid) === undefined,
  );
  if (asked.length < MANY_OBJECTS) return found;
  await repository.packs.ask(async (git) => {
    const sizes = await git.sizes(asked);
    let room = totalBytes;
    const fit = asked.filter((_, at) => {
      const size = sizes[at] ?? Infinity;
      if (size > fileBytes || size > room) return false;
      room -= size;
      return true;
    });
    await Promise.all(
      fit.map(async (oid) => {
        repository.noteRead?.(oid);
        const read = await git.read(oid, fileBytes);
        if (read !== null && 'bytes' in read) found.set(oid, parseStored(read));
      }),
    );
  });
  return found;
}
