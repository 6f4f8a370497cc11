import { type LedgerLine, isResolution } from '../../play/ledger-line.ts';
import type { RecordedEnding } from '../../play/aborted-calls.ts';

const OF_MATTER = /^(?:resolve|enact|fail) (.*)$/u;

/**
 * Calls that the ledger records as out of time or memory. A replay has to believe it: machines differ in speed, and a
 * matter that ran out is asked about again by each tick.
 */
export function recordedEndings(ledger: readonly LedgerLine[]): readonly RecordedEnding[] {
  return ledger.flatMap((line, place) => {
    const { stopped: key, refused: reason, where, what, draws, fault, engine } = line;
    if (key === undefined || reason === undefined) return [];
    const matter = OF_MATTER.exec(what)?.[1];
    const next = isResolution(what)
      ? ledger.slice(place + 1).find((later) => OF_MATTER.exec(later.what)?.[1] === matter)
      : undefined;
    const until = next === undefined ? null : momentOf(next);
    const dice = draws.map(({ size }) => size);
    return [{ key, reason, where, dice, from: momentOf(line), until, fault, engine }];
  });
}

function momentOf({ at, n }: LedgerLine): RecordedEnding['from'] {
  return { at, lines: n };
}
