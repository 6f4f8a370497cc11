import { engineFile, engineText, readEngineFiles } from '../store/engine-files.ts';
import type { ContentFiles } from '../store/paths.ts';
import type { HeadRead } from './branches.ts';

/**
 * Adds the changes of matters whose heads could not be read when they were taken in but can be now: `unread.json`
 * with `{ "7": "1234…" }` goes, and matter 7 in `pending.json` gets its changes. Empty if there are none.
 */
export function lateHeads(
  files: ContentFiles,
  heads: ReadonlyMap<string, HeadRead>,
): ReadonlyMap<string, string | null> {
  if (!files.has(engineFile('unread'))) return new Map();
  const { facts, pending } = readEngineFiles(files).engine;
  const known = Object.entries(facts.unread).flatMap(([matter, head]) => {
    const read = heads.get(head);
    return read === undefined || read.unread !== undefined ? [] : [[matter, read] as const];
  });
  if (known.length === 0) return new Map();
  const late = new Map(known);
  const filled = Object.entries(pending).map(([id, post]) => {
    const read = late.get(id);
    return [id, read === undefined ? post : { ...post, changes: [...read.changes] }] as const;
  });
  const unread = Object.entries(facts.unread).filter(([matter]) => !late.has(matter));
  return new Map([
    [engineFile('pending'), engineText('pending', Object.fromEntries(filled))],
    [engineFile('unread'), engineText('unread', Object.fromEntries(unread))],
  ]);
}
