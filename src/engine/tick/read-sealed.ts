import type { EngineFacts } from '../game/engine-files.ts';
import { open } from '../secrets/open.ts';
import { withoutCarried } from '../pictures/carry-picture.ts';
import type { PictureStore } from '../pictures/picture-store.ts';
import { SealError } from '../secrets/seal-error.ts';
import { parseSealed } from '../secrets/sealed-text.ts';
import type { Seen } from './decide.ts';
import { playerFor } from './table.ts';

/** A sealed submission as it can be read here: its public part, and the rest where the receiver's key is at hand. */
export type SealedRead =
  | { readonly ok: true; readonly submission: string; readonly words: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly problem: string };

export interface Reader {
  readonly game: string;
  readonly dynasty: number;
  readonly people: EngineFacts['people'];
  /** The receiver's keys; none where this is not the receiver's machine. */
  readonly identities: readonly string[];
  /** Where pictures go that came in the submissions themselves. */
  readonly pictures?: PictureStore;
}

/** What an action is posted as whose words are partly sealed: `/seal act {"action":"start-round"}`. */
export const SEALED_ACTION = 'act';

export function isSealed(text: string): boolean {
  return /^\s*\/seal\s/u.test(text);
}

/** Reads what was sealed in comments, by the comment. */
export async function readSealed(
  events: readonly Seen[],
  reader: Reader,
): Promise<ReadonlyMap<string, SealedRead>> {
  const found = new Map<string, SealedRead>();
  const people = { ...reader.people };
  for (const { event } of events) {
    if (event.by === null || event.type === 'main-pushed') continue;
    // Newcomers are told apart in the order in which they come: none is taken for a player of the same name.
    const sender = playerFor(people, event.by);
    if (event.type !== 'commented' || !isSealed(event.text)) continue;
    found.set(event.comment, await readOne(event.text, sender, reader));
  }
  return found;
}

async function readOne(
  text: string,
  sender: string,
  { game, dynasty, identities, pictures }: Reader,
): Promise<SealedRead> {
  try {
    const sealed = parseSealed(text);
    if (identities.length === 0) return { ok: true, submission: sealed.submission, words: sealed.open };
    const { submission, open: inOpen, params } = await open(identities, text, { game, dynasty, sender });
    const words = pictures === undefined ? params : withoutCarried(params, pictures);
    return { ok: true, submission, words: { ...words, ...inOpen } };
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    return { ok: false, problem: error.message };
  }
}
