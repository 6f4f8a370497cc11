import { BrokenError } from '../play/broken-error.ts';
import { DYNASTIES, LEDGER, type ContentFiles } from './paths.ts';

/** More of one commit are not looked at. */
const MOST_LOOKED_AT = 10_000;

/**
 * Asserts the invariants of every commit of the engine: it stays inside the game's own files, and what stands in the ledger stays there,
 * unless a dynasty that is over takes it along. Costs what the commit changes.
 */
export function assertCommit(before: ContentFiles, changes: ReadonlyMap<string, string | null>): void {
  const archives = [...changes.keys()].some((path) => path.startsWith(DYNASTIES));
  for (const [path, text] of [...changes].slice(0, MOST_LOOKED_AT)) {
    if (!path.startsWith('content/') || path.split('/').some((name) => name === '..' || name === ''))
      throw new BrokenError(`${path} would be written, which is no file of the game`);
    const old = before.get(path) ?? '';
    if (path.startsWith(LEDGER) && !archives && text?.startsWith(old) !== true)
      throw new BrokenError(`lines that stand in ${path} would be changed or gone`);
  }
}
