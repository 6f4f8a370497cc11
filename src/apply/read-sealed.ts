import type { EngineFacts } from '../store/engine-files.ts';
import type { Envelope } from '../play/secrets/envelope.ts';
import { agree, open } from '../play/secrets/open.ts';
import { withoutCarried } from '../store/pictures/carry-picture.ts';
import type { PictureStore } from '../store/pictures/picture-store.ts';
import { SealError } from '../play/secrets/seal-error.ts';
import { isSealed, parseSealed } from '../play/secrets/sealed-text.ts';
import { Accounts } from '../decide/accounts.ts';
import type { ForgeEvent } from '../forge/events.ts';
import type { SealedRead, SharesRead } from '../decide/secrets.ts';
import { sharesShown } from './read-shares.ts';
import type { JournalEvent } from '../decide/situation.ts';

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
