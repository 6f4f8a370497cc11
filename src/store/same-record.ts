import { isPlainObject, sameValue } from '../kernel/values.ts';
import { isOfEngine } from '../language/recorded.ts';

/** The keys of a ledger line and of a post that hold reasons. */
const REASONS: ReadonlySet<string> = new Set(['refused', 'change', 'reason']);

/**
 * Whether a replay agrees with the record. Sentences of the engine change from version to version, so an older game may have
 * recorded a reason in other words. A rule's own reason must be the same.
 */
export function sameRecord(played: unknown, recorded: unknown, key = ''): boolean {
  if (typeof played === 'string' && typeof recorded === 'string')
    return played === recorded || (REASONS.has(key) && isOfEngine(played));
  if (Array.isArray(played) && Array.isArray(recorded))
    return played.length === recorded.length && played.every((one, at) => sameRecord(one, recorded[at], key));
  if (!isPlainObject(played) || !isPlainObject(recorded)) return sameValue(played, recorded);
  const keys = Object.keys({ ...played, ...recorded });
  return keys.every((one) => sameRecord(played[one] ?? null, recorded[one] ?? null, one));
}
