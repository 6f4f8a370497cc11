import { createHash } from 'node:crypto';

import { RecentMemo } from '../ruleset/memo.ts';
import type { Amendment, Edition, RulesRehearsal } from '../play/play-options.ts';
import type { SandboxHost } from '../sandbox/host.ts';

type Ledger = SandboxHost['ledger'];

/** The parts of the ledger that a rehearsal was told: its length, and lines by their numbers, as JSON. */
interface Told {
  length: number | null;
  readonly lines: Map<number, string>;
}

interface Rehearsed {
  readonly told: Told;
  readonly result: RulesRehearsal;
}

/** The number of rehearsals that a process remembers at least. */
const FEW = 50;

/**
 * Rehearses a change, unless the very same one was rehearsed in this process: a tick that has to begin anew, or a look at what is
 * due, comes to the same change of the same rules in the same game at the same time. Of the ledger, which may be long, only
 * those lines are compared that a rule asked for.
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
  // A failure of the rehearsal itself may not come again.
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

/** Everything that a rehearsal goes by besides the ledger. */
function keyOf({ before, after, state, at, matter, values, caches }: Amendment): string {
  const editions = [before, after].map((edition) => caches.once(edition, 'hash', () => hashOf(edition)));
  return createHash('sha256')
    .update(JSON.stringify([editions, at, state, matter ?? null, values ?? null]))
    .digest('base64');
}

function hashOf({ files, terms, privacy }: Edition): string {
  const hash = createHash('sha256');
  // The order of files is kept: it says which rules are tried first.
  for (const part of [...files].flat()) hash.update(`${part.length} `).update(part);
  return hash.update(JSON.stringify([terms, privacy])).digest('base64');
}
