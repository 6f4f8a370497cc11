import { base64Digest } from '#platform/hash.ts';

import { RecentMemo } from '../ruleset/memo.ts';
import type { Amendment, Edition, RulesRehearsal } from '../play/play-options.ts';
import type { SandboxHost } from '../sandbox/host.ts';

type Ledger = SandboxHost['ledger'];

/** What a rehearsal read from the ledger: its length, and lines by number, as JSON. */
interface Told {
  length: number | null;
  readonly lines: Map<number, string>;
}

interface Rehearsed {
  readonly told: Told;
  readonly result: RulesRehearsal;
}

/** The least number of rehearsals that a process remembers. */
const FEW = 50;

/**
 * Rehearses a change, unless this process has rehearsed the same one before. A tick that starts over, or a look at what is due, repeats
 * the same change of the same rules in the same game at the same time. Of the ledger, which may be long, only lines that a rule read are
 * compared.
 */
export function rehearsedOnce(
  amendment: Amendment,
  rehearse: (amendment: Amendment) => RulesRehearsal,
): RulesRehearsal {
  const { caches, ledger } = amendment;
  const memo = caches.once(caches, 'rehearsed', () => new RecentMemo(FEW));
  const key = keyOf(amendment);
  const known = memo.get('rehearsal', '', key) as Rehearsed | undefined;
  if (known !== undefined && isTheSame(ledger, known.told)) return known.result;
  const told: Told = { length: null, lines: new Map() };
  const result = rehearse({ ...amendment, ledger: noting(ledger, told) });
  // A failure of the rehearsal itself may not happen again.
  if (result.untried === null) memo.set('rehearsal', '', key, { told, result } satisfies Rehearsed);
  return result;
}

function noting(ledger: Ledger, told: Told): Ledger {
  return {
    get length() {
      return (told.length = ledger.length);
    },
    at(index) {
      const line = ledger.at(index);
      told.lines.set(index, asText(line));
      return line;
    },
  };
}

function isTheSame(ledger: Ledger, { length, lines }: Told): boolean {
  return (
    (length === null || length === ledger.length) &&
    [...lines].every(([index, line]) => asText(ledger.at(index)) === line)
  );
}

function asText(line: unknown): string {
  return JSON.stringify(line ?? null);
}

/** Everything that determines a rehearsal, except the ledger. */
function keyOf({ before, after, state, at, matter, values, caches }: Amendment): string {
  const editions = [before, after].map((edition) => caches.once(edition, 'hash', () => hashOf(edition)));
  return base64Digest('sha256', JSON.stringify([editions, at, state, matter ?? null, values ?? null]));
}

function hashOf({ files, terms, privacy }: Edition): string {
  // The order of files counts, since it decides which rules are tried first.
  const parts = [...files].flat().flatMap((part) => [`${part.length} `, part]);
  return base64Digest('sha256', ...parts, JSON.stringify([terms, privacy]));
}
