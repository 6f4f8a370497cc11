/** A seed that an emperor's side promised to draw its secret choices from: its hash, on record, never taken back. */
export interface SeedEntry {
  /** `sha256:…`, as `commitmentToSeed` makes it. */
  readonly hash: string;
  /** Whose it is; null where the game began with nobody at its head. */
  readonly by: string | null;
  /** The dynasty in which it was promised, where the rules count them. */
  readonly dynasty: number | null;
  readonly line: number;
  readonly at: string;
  /** The one before was lost: what was drawn from it can never be checked. */
  readonly lost?: true;
  /** Once nothing is drawn from it any more: in hexadecimal digits. */
  readonly revealed?: { readonly seed: string; readonly at: string };
}

/** In the order of the journal; the last one is drawn from. */
export type SeedRing = readonly SeedEntry[];

/** The hash of the seed from which secret choices are drawn; null where none was promised. */
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
 * Why another seed can't be promised now, or null. Whoever could change it at will would rehearse, change it, and
 * rehearse again, until they like what comes.
 */
export function whyNotPromise(ring: SeedRing, { emperor, dynasty, isOver, lost }: Now): string | null {
  const last = ring.at(-1);
  if (last === undefined || isOver || lost) return null;
  return last.by === emperor && last.dynasty === dynasty
    ? 'a seed was promised for this dynasty: it is drawn from until that is over, unless it is “lost”'
    : null;
}
