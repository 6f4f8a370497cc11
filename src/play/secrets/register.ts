import { keyAt, type KeyRing } from './key-ring.ts';
import type { Sealed } from './sealed-text.ts';

/** A sealed post as the journal has it. */
export interface SealedPost {
  readonly id: string;
  /** Its line in the journal: the order that decides where two times are equal. */
  readonly line: number;
  readonly at: string;
  readonly sender: string;
  readonly sealed: Sealed;
}

/** What can be said of a sealed post without a key. */
export type KeyStanding =
  | { readonly as: 'counts' }
  /** The same envelope by the same sender: nothing new, and the first one's time. */
  | { readonly as: 'repeats'; readonly of: string }
  /** The same, sealed to a later key: it is opened in place of the first, at the first one's time. */
  | { readonly as: 'resealed'; readonly of: string }
  /** Somebody else's envelope. */
  | { readonly as: 'copied'; readonly of: string }
  /** Sealed to a key that was not, or no longer, that of the receiver. */
  | { readonly as: 'old-key'; readonly current: string | null };

/** Goes through sealed posts in the order of the journal and says how each stands. Nobody's key is needed. */
export function registerSealed(
  posts: readonly SealedPost[],
  ring: KeyRing,
): ReadonlyMap<string, KeyStanding> {
  const first = new Map<string, SealedPost>();
  const standings = new Map<string, KeyStanding>();
  for (const post of [...posts].sort((a, b) => a.line - b.line)) {
    standings.set(post.id, standingOf(post, first, ring));
    if (standings.get(post.id)?.as === 'counts') first.set(post.sealed.commitment, post);
  }
  return standings;
}

function standingOf(post: SealedPost, first: ReadonlyMap<string, SealedPost>, ring: KeyRing): KeyStanding {
  const earlier = first.get(post.sealed.commitment);
  if (earlier !== undefined && earlier.sender !== post.sender) return { as: 'copied', of: earlier.id };
  const current = keyAt(ring, post);
  if (post.sealed.key !== current?.key) return { as: 'old-key', current: current?.key ?? null };
  if (earlier === undefined) return { as: 'counts' };
  return earlier.sealed.key === post.sealed.key
    ? { as: 'repeats', of: earlier.id }
    : { as: 'resealed', of: earlier.id };
}

export type Closing =
  /** Something that somebody did: it comes before whatever stands below it in the journal. */
  | { readonly line: number }
  /** The end of a span of time: its last second is still within it. */
  | { readonly until: string };

/** Whether something was sent in time. At the second of a closing act the order in the journal decides. */
export function isInTime(sent: { readonly at: string; readonly line: number }, closing: Closing): boolean {
  return 'line' in closing ? sent.line < closing.line : Date.parse(sent.at) <= Date.parse(closing.until);
}
