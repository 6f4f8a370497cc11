import type { SandboxHost } from '../sandbox/host.ts';
import type { LedgerLine } from './ledger-line.ts';

/** Counts the lines, including those archived with past dynasties. */
export function linesIn(ledger: readonly LedgerLine[]): number {
  return 1 + (ledger.at(-1)?.n ?? -1);
}

/** Lines by number, without past dynasties. Rules see only what everybody sees, because their results are public. */
export function ledgerReader(
  ledger: readonly LedgerLine[],
  open: { get(line: LedgerLine): LedgerLine | undefined } = new Map<LedgerLine, LedgerLine>(),
): SandboxHost['ledger'] {
  return {
    get length() {
      return linesIn(ledger);
    },
    at(index) {
      const place = index < 0 ? index : index - (ledger[0]?.n ?? 0);
      const line = index >= 0 && place < 0 ? undefined : ledger.at(place);
      return line === undefined ? null : (open.get(line) ?? line);
    },
  };
}
