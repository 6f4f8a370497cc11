import type { Count } from '../../kernel/chance.ts';
import { type LedgerLine, isResolution, readEnding, resolving } from '../../store/ledger-line.ts';

/** Rolls of a refused step that the player has not accomplished since. */
export interface BindingRolls {
  /** When it was first tried. */
  readonly at: string;
  /** How many lines of the same kind came before the first try. */
  readonly before: number;
  /** A die's result by its position, from 0, and its size. */
  readonly resultOf: (place: number, size: Count) => Count | null;
}

/**
 * Rolls of a refused step are binding: another try gets the same results die by die. Otherwise an action that fails on bad dice could be
 * repeated until they are good. `by` is null for matters, since it doesn't matter who tries.
 */
export function bindingRolls(
  ledger: readonly LedgerLine[],
  by: string | null,
  what: string,
): BindingRolls | null {
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

/** When the step of a line was first tried, which is the time of its rolls. */
export function firstTryAt(lines: readonly LedgerLine[], place: number): string {
  const line = lines[place];
  if (line === undefined) return '';
  const ended = readEnding(line.what);
  const what = ended === null ? line.what : resolving(ended.matter);
  const by = isResolution(what) ? null : line.by;
  return bindingRolls(lines.slice(0, place), by, what)?.at ?? line.at;
}
