import { BrokenError } from './play/unplayable-error.ts';
import { DYNASTIES, LEDGER, type ContentFiles } from '../store/paths.ts';

/** More changes than these aren't checked. */
const MOST_CHECKED = 10_000;

/**
 * Checks what holds for every commit of the engine: it changes only the game's own files, and lines of the ledger stay unless a finished
 * dynasty takes them along. The cost depends only on what the commit changes.
 */
export function assertCommit(before: ContentFiles, changes: ReadonlyMap<string, string | null>): void {
  const archives = [...changes.keys()].some((path) => path.startsWith(DYNASTIES));
  for (const [path, text] of [...changes].slice(0, MOST_CHECKED)) {
    if (!path.startsWith('content/') || path.split('/').some((name) => name === '..' || name === ''))
      throw new BrokenError(`${path} would be written, which is no file of the game`);
    const old = before.get(path) ?? '';
    if (path.startsWith(LEDGER) && !archives && text?.startsWith(old) !== true)
      throw new BrokenError(`lines that stand in ${path} would be changed or gone`);
  }
}
