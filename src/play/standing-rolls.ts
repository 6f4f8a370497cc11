import type { Count } from '../kernel/count.ts';
import type { LedgerLine } from './ledger-line.ts';
import { isResolution, readEnding, resolving } from './ledger-verbs.ts';

/** Rolls for something that was refused, and that the player has not done since. */
export interface StandingRolls {
  /** When it was first tried; the rolls are those of that time. */
  readonly at: string;
  /** The number of lines of the same kind before the first try. */
  readonly before: number;
  /** The result of a die, by its place among the rolls, from 0, and its sides. */
  readonly resultOf: (place: number, size: Count) => Count | null;
}

/**
 * Rolls of what was refused stay on record, and they stand: whoever tries the same again gets them again, die by die.
 * Otherwise an action that fails where the dice are bad could be tried until they are good. `by` is null where it
 * doesn't matter who tries, as with matters.
 */
export function standingRolls(
  ledger: readonly LedgerLine[],
  by: string | null,
  what: string,
): StandingRolls | null {
  const tries: LedgerLine[] = [];
  for (let place = ledger.length - 1; place >= 0; place--) {
    const line = ledger[place];
    if (line?.what !== what || (by !== null && line.by !== by)) continue;
    if (line.refused === undefined) break;
    tries.unshift(line);
  }
  const [first] = tries;
  if (first === undefined) return null;
  return {
    at: first.at,
    before: ledger.filter((line) => line.what === what && line.n < first.n).length,
    resultOf(place, size) {
      for (const { draws } of tries) {
        const draw = draws[place];
        if (draw?.size === size) return draw.result as Count;
      }
      return null;
    },
  };
}

/** When what a line tells of was first tried: its rolls are of that time. */
export function firstTryAt(lines: readonly LedgerLine[], place: number): string {
  const line = lines[place];
  if (line === undefined) return '';
  const ended = readEnding(line.what);
  const what = ended === null ? line.what : resolving(ended.matter);
  const by = isResolution(what) ? null : line.by;
  return standingRolls(lines.slice(0, place), by, what)?.at ?? line.at;
}
