import { countOf, isCount, type Count } from '../../kernel/count.ts';
import { committedSource } from '../../play/chance/committed-seed.ts';
import type { Seeds } from '../../play/draws.ts';
import { readEnding, resolving } from '../../play/ledger-verbs.ts';
import type { LedgerLine } from '../../play/ledger-line.ts';

/** Public, since dice that were never rolled have no right result. */
const SEED = new Uint8Array(32);

/**
 * Draws for a changed course of a game: what is still done at the same time keeps its dice, and new rolls come from a
 * public seed, the same each time.
 */
export function asItFell(ledger: readonly LedgerLine[]): NonNullable<Seeds['fell']> {
  const fallen = new Map<string, Count[]>();
  for (const { what, at, draws } of ledger) {
    const ended = readEnding(what);
    const key = keyOf({ what: ended === null ? what : resolving(ended.matter), at });
    const results = draws.flatMap(({ kind, result }) => (kind === 'dice' && isCount(result) ? [result] : []));
    if (results.length > 0) fallen.set(key, [...(fallen.get(key) ?? []), ...results]);
  }
  return (about, place, { kind, size }) => {
    const known = kind === 'dice' ? fallen.get(keyOf(about))?.[place] : undefined;
    if (known !== undefined && BigInt(known) <= BigInt(size)) return known;
    const drawn = committedSource(SEED, `${keyOf(about)} ${place}`).draw(kind, size);
    return kind === 'dice' ? countOf(BigInt(drawn) + 1n) : drawn;
  };
}

function keyOf({ what, at }: { readonly what: string; readonly at: string }): string {
  return `${at} ${what}`;
}
