import { hashOfParts } from '../../cache/cached-reads.ts';
import type { DynastyOver } from '../../store/dynasties/list-past.ts';
import { DYNASTIES, dynastyFolder, type ContentFiles } from '../../store/paths.ts';
import { withLazy } from '../data/lazy-property.ts';

/** The location of a past dynasty's pages within the game's. */
export function placeOfDynasty(number: number): string {
  return `dynasties/${number}/`;
}

/** `dynasties/12/` → 12 */
export function dynastyNumber(place: string): number {
  return Number(place.split('/')[1]);
}

/** Everything that pages are made of. Past dynasties are most of it, so each is read only if its pages must be made. */
export interface GameFiles {
  readonly current: ContentFiles;
  /** The oldest first. */
  readonly past: readonly DynastyOver[];
  /** Reads a dynasty's files, with the beginning of the next one. */
  readonly read: (number: number) => Promise<ContentFiles>;
}

const OF_DYNASTY = new RegExp(String.raw`^${DYNASTIES}(\d+)/(dynasty\.yml$)?`, 'u');

/** Divides the files of a game into those of the running game and those of its past dynasties. */
export function gameFiles(files: ContentFiles): GameFiles {
  const over = new Set<number>();
  for (const path of files.keys()) {
    const [, number, about] = OF_DYNASTY.exec(path) ?? [];
    if (about !== undefined) over.add(Number(number));
  }
  const current = new Map<string, string>();
  const past = new Map<number, Map<string, string>>();
  for (const [path, text] of files) {
    const number = Number(OF_DYNASTY.exec(path)?.[1]);
    if (!over.has(number)) current.set(path, text);
    else past.set(number, (past.get(number) ?? new Map<string, string>()).set(path, text));
  }
  const whole = (number: number): ContentFiles => {
    const first = `${dynastyFolder(number + 1)}first.json`;
    const next = files.get(first);
    return new Map([...(past.get(number) ?? []), ...(next === undefined ? [] : [[first, next] as const])]);
  };
  return {
    current,
    // At home this runs for each state of the game, but the keys are rarely needed.
    past: [...over]
      .sort((a, b) => a - b)
      .map((number) =>
        withLazy({ number }, 'key', () =>
          hashOfParts([...whole(number)].sort(([a], [b]) => (a < b ? -1 : 1)).flat()),
        ),
      ),
    read: (number) => Promise.resolve(whole(number)),
  };
}
