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
      /** The reason why the replay begins later than the game, or null if it doesn't. */
      readonly since: Pick<Checkpoint, 'kind' | 'at'> | null;
    }
  | {
      readonly same: false;
      readonly line: number | null;
      readonly path: string | null;
      readonly why: string;
    };

export function compareFrozen(
  played: ContentFiles,
  frozen: ContentFiles,
  concerns?: (path: string) => boolean,
): ReplayVerdict | null {
  const path = firstFrozenDifference(played, frozen, concerns);
  return path === null
    ? null
    : { same: false, line: null, path, why: 'the frozen copy differs from the result of the replay' };
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
): ReplayVerdict | null {
  for (let n = 0; n < Math.max(played.length, stored.length); n++) {
    const [ours, theirs] = [played[n], stored[n]];
    if (theirs === undefined)
      return {
        same: false,
        line: n,
        path: null,
        why: `the ledger lacks a line: ${ours?.by ?? ''}: ${ours?.what ?? ''}`,
      };
    if (ours === undefined)
      return {
        same: false,
        line: n,
        path: null,
        why: `in a replay ${theirs.by} does not do ${theirs.what}`,
      };
    const key = COMPARED.find((one) => !sameRecord(ours[one] ?? null, theirs[one] ?? null, one));
    if (key !== undefined)
      return {
        same: false,
        line: n,
        path: null,
        why: `its ${key} differs: ${canonical(theirs[key] ?? null)} is recorded, but a replay gives ${canonical(ours[key] ?? null)}`,
      };
  }
  return null;
}

export function compareFiles(played: ContentFiles, stored: ContentFiles): ReplayVerdict | null {
  const paths = [...new Set([...played.keys(), ...stored.keys()])]
    .filter((path) => path.startsWith(RULESET) || path.startsWith(GAMESTATE))
    .sort();
  const path = paths.find((one) => played.get(one) !== stored.get(one));
  return path === undefined
    ? null
    : { same: false, line: null, path, why: 'the file differs from the result of the replay' };
}
