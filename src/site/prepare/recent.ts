import type { LedgerLine } from '../../play/ledger-line.ts';
import type { SiteData } from '../data/site-data.ts';

const RECENT_MS = 3 * 24 * 3_600_000;

/** Values that changed in the last few days, each with its value before. */
export function recentOf(ledger: readonly LedgerLine[], now: string): SiteData['recent'] {
  const since = Date.parse(now) - RECENT_MS;
  const found = new Map<string, { readonly before: unknown; readonly at: string }>();
  for (let at = ledger.length - 1; at >= 0; at--) {
    const line = ledger[at];
    if (line === undefined || Date.parse(line.at) < since) break;
    for (const { path, before } of line.changes) {
      const key = path.join('.');
      found.set(key, { before, at: found.get(key)?.at ?? line.at });
    }
  }
  return Object.fromEntries(found);
}
