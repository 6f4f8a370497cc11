import type { EngineFacts } from '../store/engine-files.ts';
import type { Envelope } from '../session/secrets/envelope.ts';
import { agree, open } from '../session/secrets/open.ts';
import { withoutCarried } from '../pictures/prepare-picture.ts';
import type { PictureStore } from '../pictures/picture-store.ts';
import { SealError } from '../session/secrets/seal-error.ts';
import { isSealed, parseSealed, type Sealed } from '../session/secrets/sealed-text.ts';
import { Accounts } from '../session/position/accounts.ts';
import type { ForgeEvent, Person } from '../forge/events.ts';
import type { SealedRead, SharesRead, SharedOpening } from '../session/position/secrets.ts';
import type { JournalEvent } from '../session/position/situation.ts';
import { openWithShares, type Joined, isShares, readShares } from '../session/secrets/shares.ts';

export interface Reader {
  readonly game: string;
  readonly dynasty: number;
  readonly people: EngineFacts['people'];
  /** The receiver's keys; empty on other machines. */
  readonly identities: readonly string[];
  /** Stores pictures that submissions contain. */
  readonly pictures?: Pick<PictureStore, 'keep'>;
  /** Envelopes that have been revealed, by commitment, which need no key. */
  readonly revealed?: ReadonlyMap<string, Envelope>;
  /** Earlier comments, only fetched if needed. */
  readonly earlier?: () => Promise<readonly ForgeEvent[]>;
}

/** Reads sealed submissions, by comment. */
export async function readSealed(
  events: readonly JournalEvent[],
  reader: Reader,
): Promise<ReadonlyMap<string, SealedRead | SharesRead>> {
  const found = new Map<string, SealedRead>();
  const sent = new Map<string, { readonly text: string; readonly sender: string }>();
  const accounts = new Accounts(reader.people);
  for (const { event } of events) {
    if (event.by === null || event.type === 'main-pushed') continue;
    // Newcomers are registered in order, so that none is mistaken for a player with the same name.
    const sender = accounts.register(event.by);
    if (event.type !== 'commented' || !isSealed(event.text)) continue;
    sent.set(event.comment, { text: event.text, sender });
    found.set(event.comment, await readOne(event.text, sender, reader));
  }
  for (const [comment, read] of found)
    if (read.ok && !read.opened) found.set(comment, await readCopies(read, comment, { found, sent, reader }));
  const shares = await sharesShown(
    events.map(({ event }) => event),
    { ...reader, playerOf: (who) => accounts.register(who) },
  );
  return new Map<string, SealedRead | SharesRead>([...found, ...shares]);
}

interface AllRead {
  readonly found: ReadonlyMap<string, SealedRead>;
  readonly sent: ReadonlyMap<string, { readonly text: string; readonly sender: string }>;
  readonly reader: Reader;
}

/** A submission that can't be opened may have been resealed to a key that is here; it stays the same one with its time. */
async function readCopies(
  read: SealedRead & { readonly ok: true },
  comment: string,
  { found, sent, reader }: AllRead,
): Promise<SealedRead> {
  const sender = sent.get(comment)?.sender ?? '';
  for (const [other, copy] of found) {
    if (other === comment || !copy.ok || copy.commitment !== read.commitment) continue;
    const again = await readOne(sent.get(other)?.text ?? '', sender, reader);
    if (again.ok && again.opened) return { ...again, key: read.key };
  }
  return read;
}

async function readOne(
  text: string,
  sender: string,
  { game, dynasty, identities, pictures, revealed }: Reader,
): Promise<SealedRead> {
  try {
    const sealed = parseSealed(text);
    const { submission, key, commitment, shared } = sealed;
    const to = shared?.shares.map((share) => share.to);
    const holders = to === undefined ? {} : { holders: { people: to, needed: shared?.needed ?? 0 } };
    const about = { ok: true, submission, key, commitment, ...holders } as const;
    const closed = { ...about, words: sealed.open, opened: false };
    const shown = revealed?.get(commitment);
    if ((identities.length === 0 || to !== undefined) && shown === undefined) return closed;
    try {
      const outside = { game, dynasty, sender };
      const { open: inOpen, params } = shown ?? (await open(identities, text, outside));
      if (shown !== undefined) agree(shown, sealed, outside);
      const words = pictures === undefined ? params : withoutCarried(params, (bytes) => pictures.keep(bytes));
      return { ...about, words: { ...words, ...inOpen }, opened: true };
    } catch (error) {
      // Another key may open it later; the commitment identifies resealed copies.
      if (!(error instanceof SealError)) throw error;
      if (error.code === 'wrong-key') return closed;
      if (error.code === 'other-sender') return { ...closed, problem: error.message };
      throw error;
    }
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    return { ok: false, problem: error.message };
  }
}

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
