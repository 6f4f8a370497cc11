import type { ForgeEvent, Person } from '../forge/events.ts';
import type { SharedOpening, SharesRead } from '../decide/secrets.ts';
import { openWithShares, type Joined, isShares, readShares } from '../play/secrets/shares.ts';
import { isSealed, parseSealed, type Sealed } from '../play/secrets/sealed-text.ts';
import { SealError } from '../play/secrets/seal-error.ts';

type Comment = ForgeEvent & { readonly type: 'commented' };

interface Reading {
  readonly game: string;
  readonly dynasty: number;
  readonly playerOf: (who: Person) => string;
  /** Earlier comments, only fetched if shares are shown. */
  readonly earlier?: () => Promise<readonly ForgeEvent[]>;
}

/** The state of shared submissions after each comment that shows shares. */
export async function sharesShown(
  events: readonly ForgeEvent[],
  { game, dynasty, playerOf, earlier }: Reading,
): Promise<ReadonlyMap<string, SharesRead>> {
  const found = new Map<string, SharesRead>();
  const fresh = new Set(
    events.filter(isComment).flatMap(({ text, comment }) => (isShares(text) ? [comment] : [])),
  );
  if (fresh.size === 0) return found;
  const posts = new Map<string, { readonly sealed: Sealed; readonly sender: string }>();
  const given = new Map<string, Map<string, string>>();
  const seen = new Set<string>();
  for (const event of [...((await earlier?.()) ?? []), ...events]) {
    if (!isComment(event) || event.by === null || seen.has(event.comment)) continue;
    seen.add(event.comment);
    const by = playerOf(event.by);
    const sealed = isSealed(event.text) ? sealedToSeveral(event.text) : null;
    if (sealed !== null && !posts.has(sealed.commitment))
      posts.set(sealed.commitment, { sealed, sender: by });
    if (!isShares(event.text)) continue;
    const shares = readShares(event.text);
    for (const [commitment, share] of Object.entries(shares ?? {}))
      given.set(commitment, (given.get(commitment) ?? new Map<string, string>()).set(by, share));
    if (!fresh.has(event.comment)) continue;
    const opens: SharedOpening[] = [];
    for (const commitment of Object.keys(shares ?? {})) {
      const post = posts.get(commitment);
      if (post === undefined) continue;
      const outside = { game, dynasty, sender: post.sender };
      const joined = await openWithShares(post.sealed, given.get(commitment) ?? new Map(), outside);
      opens.push(openingOf(post.sealed, joined));
    }
    found.set(event.comment, { opens: shares === null ? null : opens });
  }
  return found;
}

function isComment(event: ForgeEvent): event is Comment {
  return event.type === 'commented';
}

function sealedToSeveral(text: string): Sealed | null {
  try {
    const sealed = parseSealed(text);
    return sealed.shared === undefined ? null : sealed;
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    return null;
  }
}

function openingOf({ commitment, shared }: Sealed, joined: Joined): SharedOpening {
  if (joined.how === 'opened') return { commitment, how: 'opened', words: joined.envelope.params };
  if (joined.how === 'waits') return { commitment, ...joined, needed: shared?.needed ?? 0 };
  return { commitment, ...joined };
}
