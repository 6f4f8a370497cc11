import { addCheckpoint, CHECKPOINTS } from '../../../store/checkpoints.ts';
import { firstSnapshot } from '../../../store/dynasties/frozen.ts';
import { DYNASTIES, dynastyFolder, ENGINE, GAMESTATE, type ContentFiles } from '../../../store/paths.ts';
import { readGame } from '../../../store/read-game.ts';
import { readTracked, writeTracked } from '../../../store/tracked-file.ts';
import { applyChanges } from '../../../store/write-game.ts';
import { CodedError } from '../../../kernel/coded-error.ts';

class NoPlaceForPastError extends CodedError<'history-there' | 'dynasty-taken'> {}

export interface BroughtIn {
  readonly at: string;
  readonly by: string;
  readonly from: readonly string[];
  readonly dynasties: number;
}

/**
 * Adds dynasties before the current one. If that is the first and nothing has happened in it, its number continues
 * from them; a game that has been played is never renumbered.
 */
export function addPast(
  files: ContentFiles,
  past: ReadonlyMap<string, string>,
  last: number,
  { at, by, from, dynasties }: BroughtIn,
): ReadonlyMap<string, string | null> {
  if ([...files.keys()].some((path) => path.startsWith(DYNASTIES) && path.endsWith('/dynasty.yml')))
    throw new NoPlaceForPastError('history-there', 'The game already has past dynasties.', {
      next: 'A history is imported once, before any dynasty has ended. Put all its files in one folder, and start a new game with them.',
    });
  const { facts, state, ledger } = readGame(files);
  const number = facts.dynasty?.number ?? null;
  const record = { kind: 'history' as const, at, by, from, dynasties };
  const marked = new Map<string, string | null>([
    ...past,
    [CHECKPOINTS, addCheckpoint(files.get(CHECKPOINTS), record)],
  ]);
  if (number === null || facts.dynasty === null || number > last) return marked;
  const isFresh = ledger.length === 0 && Object.keys(state?.posts ?? {}).length === 0;
  if (!isFresh)
    throw new NoPlaceForPastError(
      'dynasty-taken',
      `The game plays dynasty ${number}, and the history has dynasties up to ${last}.`,
      {
        next: `A proposal that sets dynasty.number to ${last + 1} makes room; or start a new game and import before anybody plays.`,
      },
    );
  const path = `${GAMESTATE}dynasty.md`;
  const before = files.get(path) ?? null;
  const dynasty = before === null ? {} : readTracked(path, before).data;
  const next = last + 1;
  const renumbered = new Map<string, string | null>([
    [path, writeTracked(path, before, { ...dynasty, number: next })],
    [`${ENGINE}dynasty.json`, `${JSON.stringify({ ...facts.dynasty, number: next }, null, 2)}\n`],
    [`${dynastyFolder(number)}first.json`, null],
  ]);
  const first = firstSnapshot(applyChanges(files, renumbered));
  return new Map([...renumbered, ...marked, [`${dynastyFolder(next)}first.json`, first]]);
}
