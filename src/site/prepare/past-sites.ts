import { createHash } from 'node:crypto';
import { DYNASTIES, dynastyFolder, type ContentFiles } from '../../engine/game/paths.ts';

/** Where the pages of a dynasty that is over stand, below the game's. */
export function placeOf(number: number): string {
  return `dynasties/${number}/`;
}

/** A dynasty that is over, with what its pages and what is said of it follow from. */
export interface PastSite {
  readonly number: number;
  readonly files: ContentFiles;
  /** How the next one began, if that is kept. */
  readonly next: string | null;
  /** Changes with the files. */
  readonly key: string;
}

/** All that are over, the oldest first. */
export function pastSites(files: ContentFiles): readonly PastSite[] {
  const own = new Map<number, Map<string, string>>();
  for (const [path, text] of files) {
    const number = Number(/^content\/dynasties\/(\d+)\//.exec(path)?.[1] ?? Number.NaN);
    if (!path.startsWith(DYNASTIES) || Number.isNaN(number)) continue;
    own.set(number, (own.get(number) ?? new Map<string, string>()).set(path, text));
  }
  return [...own]
    .filter(([number, its]) => its.has(`${dynastyFolder(number)}dynasty.yml`))
    .sort(([a], [b]) => a - b)
    .map(([number, its]) => {
      const next = files.get(`${dynastyFolder(number + 1)}first.json`) ?? null;
      return { number, files: its, next, key: keyOf(its, next) };
    });
}

function keyOf(files: ContentFiles, next: string | null): string {
  const hash = createHash('sha1');
  for (const [path, text] of [...files].sort(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(`${path}\0${text.length}\0`).update(text);
  return hash.update(next ?? '').digest('base64url');
}
