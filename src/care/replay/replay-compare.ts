import { canonical } from '../../kernel/values.ts';
import { firstFrozenDifference } from '../../store/dynasties/compare-frozen.ts';
import { GAMESTATE, RULESET, type ContentFiles } from '../../store/paths.ts';
import { sameRecord } from '../../store/tracked-file.ts';
import type { RecordedLine } from '../../store/ledger-line.ts';
import type { Checkpoint } from '../../store/checkpoints.ts';
import type { StoppedAgain } from './try-stopped.ts';

export type ReplayVerdict =
  | {
      readonly same: true;
      readonly lines: number;
      /** Steps recorded as stopped, with the result of trying them here. */
      readonly stopped: readonly StoppedAgain[];
      /** The reason why the replay begins later than the game, and the ledger lines before; null if it doesn't. */
      readonly since: (Pick<Checkpoint, 'kind' | 'at'> & { readonly skipped: number }) | null;
    }
  | Difference;

interface Difference {
  readonly same: false;
  readonly line: number | null;
  readonly path: string | null;
  readonly why: string;
}

export function differs(why: string, at: Partial<Pick<Difference, 'line' | 'path'>> = {}): Difference {
  return { same: false, line: null, path: null, why, ...at };
}

export function compareFrozen(
  played: ContentFiles,
  frozen: ContentFiles,
  concerns?: (path: string) => boolean,
): Difference | null {
  const path = firstFrozenDifference(played, frozen, concerns);
  return path === null ? null : differs('the frozen copy differs from the result of the replay', { path });
}

const COMPARED = [
  'n',
  'at',
  'by',
  'what',
  'with',
  'draws',
  'changes',
  'result',
  'refused',
  'stopped',
  'fault',
] as const;

export function compareLines(
  played: readonly RecordedLine[],
  stored: readonly RecordedLine[],
): Difference | null {
  for (let line = 0; line < Math.max(played.length, stored.length); line++) {
    const [ours, theirs] = [played[line], stored[line]];
    if (theirs === undefined)
      return differs(`the ledger lacks a line: ${ours?.by ?? ''}: ${ours?.what ?? ''}`, { line });
    if (ours === undefined) return differs(`in a replay ${theirs.by} does not do ${theirs.what}`, { line });
    const key = COMPARED.find((one) => !sameRecord(ours[one] ?? null, theirs[one] ?? null, one));
    if (key !== undefined)
      return differs(
        `its ${key} differs: ${canonical(theirs[key] ?? null)} is recorded, but a replay gives ${canonical(ours[key] ?? null)}`,
        { line },
      );
  }
  return null;
}

export function compareFiles(played: ContentFiles, stored: ContentFiles): Difference | null {
  const paths = [...new Set([...played.keys(), ...stored.keys()])]
    .filter((path) => path.startsWith(RULESET) || path.startsWith(GAMESTATE))
    .sort();
  const path = paths.find((one) => played.get(one) !== stored.get(one));
  return path === undefined ? null : differs('the file differs from the result of the replay', { path });
}
