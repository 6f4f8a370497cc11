import { sameValue } from '../../kernel/values.ts';
import type { LedgerLine } from '../../play/ledger-line.ts';
import type { SiteData } from '../data/site-data.ts';

const RECENT_MS = 3 * 24 * 3_600_000;

/** Values that changed in the last few days, each with its value before. */
export function recentOf(ledger: readonly LedgerLine[], now: string): SiteData['recent'] {
  const since = Date.parse(now) - RECENT_MS;
  const found = new Map<string, { readonly before: unknown; readonly after: unknown; readonly at: string }>();
  // The last lines are not always the latest: the clock may have been put back.
  for (const { at, changes } of ledger.filter((line) => Date.parse(line.at) >= since).reverse()) {
    for (const { path, before, after } of [...changes].reverse()) {
      const key = path.join('.');
      const last = found.get(key) ?? { after, at };
      found.set(key, { before, after: last.after, at: last.at });
    }
  }
  // A value that is again as it was has not changed for a reader.
  const changed = [...found].filter(([, { before, after }]) => !sameValue(before ?? null, after ?? null));
  return Object.fromEntries(changed.map(([key, { before, at }]) => [key, { before, at }]));
}
