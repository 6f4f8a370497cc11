export type KeyReason = 'first' | 'new-receiver' | 'routine' | 'lost' | 'leaked';

export const KEY_REASONS: readonly KeyReason[] = ['first', 'new-receiver', 'routine', 'lost', 'leaked'];

/** A published key. It stays in the journal for ever. */
export interface KeyEntry {
  readonly key: string;
  readonly recipient: string;
  readonly by?: string;
  readonly line: number;
  readonly at: string;
  readonly reason: KeyReason;
}

/** An office's keys in journal order, whoever held it. */
export type KeyRing = readonly KeyEntry[];

/** The key in force when something was posted. */
export function keyAt(ring: KeyRing, moment: { readonly line: number }): KeyEntry | null {
  return ring.findLast((entry) => entry.line < moment.line) ?? null;
}

/** Tells senders what a new key means for submissions sealed to the old one. */
export const AFTER_CHANGE: Readonly<Record<KeyReason, string>> = {
  first: 'Nothing secret was sent before.',
  'new-receiver': 'The old recipient seals it again with the new key; you don’t have to do anything.',
  routine: 'The recipient still has the old key and can open it; you don’t have to do anything.',
  lost: 'Nobody can open it any more. Seal it again with the new key; it still counts from when you first sent it.',
  leaked: 'Others may have read it. It still counts; you can replace it while the rules allow that.',
};

/** A seed promised for an emperor's secret choices. Its hash stays on record for ever. */
export interface SeedEntry {
  /** `sha256:…`, from `commitmentToSeed`. */
  readonly hash: string;
  /** Null if the game began without an emperor. */
  readonly by: string | null;
  /** The dynasty in which it was promised, if the rules count them. */
  readonly dynasty: number | null;
  readonly line: number;
  readonly at: string;
  /** The previous seed was lost, so its draws can never be checked. */
  readonly lost?: true;
  /** The seed in hex, once nothing is drawn from it any more. */
  readonly revealed?: { readonly seed: string; readonly at: string };
}

/** In journal order; the last one is in use. */
export type SeedRing = readonly SeedEntry[];

export function promisedIn(ring: SeedRing): string | null {
  return ring.at(-1)?.hash ?? null;
}

interface Now {
  readonly emperor: unknown;
  readonly dynasty: number | null;
  readonly isOver: boolean;
  readonly lost: boolean;
}

/**
 * Why another seed can't be promised now, or null. An emperor who could change it at will would rehearse and change
 * it until the outcome pleases.
 */
export function whyNotPromise(ring: SeedRing, { emperor, dynasty, isOver, lost }: Now): string | null {
  const last = ring.at(-1);
  if (last === undefined || isOver || lost) return null;
  return last.by === emperor && last.dynasty === dynasty
    ? 'a seed was promised for this dynasty: it is drawn from until that is over, unless it is “lost”'
    : null;
}
