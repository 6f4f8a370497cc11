import type { ForgeEvent } from '../forge/events.ts';
import type { ForgeReading } from '../forge/port.ts';
import type { SubmissionData } from '../kernel/state.ts';
import { isPlainObject } from '../kernel/values.ts';
import type { EngineFacts } from '../store/engine-files.ts';
import type { PrivateValues } from '../play/private-values.ts';
import { withoutCarried } from '../store/pictures/carry-picture.ts';
import type { PictureStore } from '../store/pictures/picture-store.ts';
import { open } from '../play/secrets/open.ts';
import { SealError } from '../play/secrets/seal-error.ts';
import { parseSealed, isSealed } from '../play/secrets/sealed-text.ts';
import { saidBefore } from './said-before.ts';

interface About {
  readonly forge: ForgeReading;
  readonly game: string;
  readonly dynasty: number;
  readonly facts: EngineFacts;
  readonly submissions: Readonly<Record<string, SubmissionData>>;
  readonly hidden: PrivateValues;
  readonly identities: readonly string[];
  readonly pictures?: PictureStore;
}

/**
 * Opens submissions that nobody could open when they were taken in, once the key is available or they were resealed.
 * They are in the journal, so nobody has to send them again.
 */
export async function openLater(about: About): Promise<PrivateValues> {
  const { hidden, identities, submissions } = about;
  const own = isPlainObject(hidden['submissions']) ? hidden['submissions'] : {};
  const closed = Object.values(submissions).filter(
    ({ id, used, holders }) =>
      !used && holders === undefined && !(isPlainObject(own[id]) && 'contents' in own[id]),
  );
  if (closed.length === 0 || identities.length === 0) return hidden;
  const texts = await sealedTexts(about.forge);
  const opened: Record<string, unknown> = {};
  for (const { id, by, open: inPublic } of closed) {
    const commitment = Object.entries(about.facts.sealed).find(([, one]) => one.id === id)?.[0];
    const contents = await firstOpened(texts.get(commitment ?? '') ?? [], { ...about, sender: by });
    if (contents === null) continue;
    const sealed = Object.entries(contents).filter(([key]) => !Object.hasOwn(inPublic, key));
    opened[id] = { contents: Object.fromEntries(sealed) };
  }
  return { ...hidden, submissions: { ...own, ...opened } };
}

/** Sealed posts by commitment, earliest first. */
async function sealedTexts(forge: ForgeReading): Promise<ReadonlyMap<string, readonly string[]>> {
  const texts = new Map<string, string[]>();
  for (const event of await saidBefore(forge)) {
    const found = sealedIn(event);
    if (found !== null) texts.set(found.commitment, [...(texts.get(found.commitment) ?? []), found.text]);
  }
  return texts;
}

function sealedIn(event: ForgeEvent): { readonly commitment: string; readonly text: string } | null {
  if (event.type !== 'commented' || !isSealed(event.text)) return null;
  try {
    return { commitment: parseSealed(event.text).commitment, text: event.text };
  } catch {
    return null;
  }
}

async function firstOpened(
  texts: readonly string[],
  about: About & { readonly sender: string },
): Promise<Readonly<Record<string, unknown>> | null> {
  const { identities, pictures, game, dynasty, sender } = about;
  for (const text of texts) {
    try {
      const { params } = await open(identities, text, { game, dynasty, sender });
      return pictures === undefined ? params : withoutCarried(params, (bytes) => pictures.keep(bytes));
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
    }
  }
  return null;
}
