import { perSite } from './per-site.ts';
import { href, readSite } from './read-site.ts';
import type { LedgerData } from './site-data.ts';

/** The number of lines on one page of the ledger. */
const LINES = 150;

export interface LedgerPage {
  readonly number: number;
  readonly lines: readonly LedgerData[];
}

const pagesFor = perSite(({ ledger }) => pagesOf(ledger));

/** The pages of the ledger by number. A full page never changes; the last one is the newest. */
export function ledgerPages(): readonly LedgerPage[] {
  return pagesFor(readSite());
}

function pagesOf(ledger: readonly LedgerData[]): readonly LedgerPage[] {
  const count = Math.max(1, Math.ceil(ledger.length / LINES));
  return Array.from({ length: count }, (_, at) => ({
    number: at + 1,
    lines: ledger.slice(at * LINES, (at + 1) * LINES),
  }));
}

export function ledgerPath(number: number): string {
  return number === ledgerPages().length ? 'ledger/' : `ledger/${number}/`;
}

const placesFor = perSite(
  (site) =>
    new Map(pagesFor(site).flatMap(({ number, lines }) => lines.map((line) => [line.n, number] as const))),
);

/** The address of a line of the ledger. */
export function ledgerPlace(n: number): string {
  return href(`${ledgerPath(placesFor(readSite()).get(n) ?? ledgerPages().length)}#n${n}`);
}
