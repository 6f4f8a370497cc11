import type { GitObject } from './git-object.ts';
import { hasObject, parseStored } from './objects.ts';
import { MANY_OBJECTS } from './quick-packs.ts';
import type { Repository } from './repository.ts';
import type { Oid } from './oid.ts';

/** Brings those of these texts here, in one go, that were left where the repository comes from. */
export async function bringTexts(repository: Repository, oids: readonly Oid[]): Promise<void> {
  if (repository.bringTexts === undefined) return;
  const missing = await missingOf(repository, [...new Set(oids)]);
  if (missing.length > 0) await repository.bringTexts(missing);
}

async function missingOf(repository: Repository, oids: readonly Oid[]): Promise<readonly Oid[]> {
  const asked = oids.filter((oid) => repository.objects.get(oid) === undefined);
  const answer = await repository.packs.ask((git) => git.sizes(asked), asked.length);
  if (answer !== null) return asked.filter((_, at) => answer.said[at] === null);
  const missing: Oid[] = [];
  for (const oid of asked) if (!(await hasObject(repository, oid))) missing.push(oid);
  return missing;
}

/** Whether it can be of use to know beforehand what will be read. */
export function mayReadAhead({ disk, bringTexts: bring }: Repository): boolean {
  return disk.root !== undefined || bring !== undefined;
}

/** Reads those of these that are not too large, alone or all together, at once, where that is quicker than one after another. */
export async function readAhead(
  repository: Repository,
  oids: readonly Oid[],
  { fileBytes, totalBytes }: { readonly fileBytes: number; readonly totalBytes: number },
): Promise<ReadonlyMap<Oid, GitObject>> {
  await bringTexts(repository, oids);
  const found = new Map<Oid, GitObject>();
  const asked = [...new Set(oids)].filter((oid) => repository.objects.get(oid) === undefined);
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
        const read = await git.read(oid, fileBytes);
        if (read !== null && 'bytes' in read) found.set(oid, parseStored(read));
      }),
    );
  }, asked.length);
  return found;
}
