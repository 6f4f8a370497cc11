import type { Person } from '../forge/events.ts';
import { journalTip } from '../store/journal/journal-head.ts';
import { eventOf } from '../store/journal/line.ts';
import { readJournalLines } from '../store/journal/segments.ts';
import { keyIdOf } from '../session/secrets/commitment.ts';
import { reseal } from '../session/secrets/reveal.ts';
import { identitiesOf } from '../session/secrets/vault.ts';
import type { KeyEntry, KeyReason } from '../store/key-ring.ts';
import { SealError } from '../session/secrets/seal-error.ts';
import { parseSealed, isSealed, SEALED_ACTION } from '../session/secrets/sealed-text.ts';
import { identityToRecipient } from 'age-encryption';
import { withPosition } from './read-table.ts';
import type { Game } from '../host/game.ts';

export interface KeySeen extends KeyEntry {
  /** True if this machine can open what is sealed to it. */
  readonly here: boolean;
}

export interface KeyService {
  readonly emperor: string | null;
  readonly ring: readonly KeySeen[];
  readonly own: string | null;
  readonly game: string;
  readonly dynasty: number;
  /** Maps account to player. */
  readonly people: Readonly<Record<string, string>>;
}

export async function readKeyService(game: Game): Promise<KeyService> {
  return withPosition(game, async (position) => {
    const { dynasty } = position.open.play.state();
    const here = new Set(
      await Promise.all(identitiesOf(game.vault).map(async (one) => keyIdOf(await identityToRecipient(one)))),
    );
    return {
      emperor: typeof dynasty['emperor'] === 'string' ? dynasty['emperor'] : null,
      ring: position.secrets.keys.map((entry) => ({ ...entry, here: here.has(entry.key) })),
      own: game.vault.key?.recipient ?? null,
      game: position.name,
      dynasty: Number(dynasty['number'] ?? 0),
      people: { ...position.accounts.all },
    };
  });
}

/** The line to post on the forge: `/key age1… leaked`. */
export function keyLine(recipient: string, reason: KeyReason | undefined): string {
  return `/key ${recipient}${reason === undefined ? '' : ` ${reason}`}`;
}

export interface ToSealAgain {
  readonly texts: readonly string[];
  /** The number of submissions that can't be opened here. */
  readonly closed: number;
}

/** Seals submissions again, from an earlier key to the one in force. Their contents and times stay the same. */
export async function sealAgain(game: Game, service: KeyService): Promise<ToSealAgain> {
  const current = service.ring.at(-1);
  const tip = await journalTip(game.forge.repository);
  if (current === undefined || tip === null) return { texts: [], closed: 0 };
  const found = new Map<string, { key: string; text: string; sender: Person }>();
  const done = new Set<string>();
  for (const line of await readJournalLines(game.forge.repository, tip)) {
    const event = eventOf(line);
    if (event?.type !== 'commented' || event.by === null || !isSealed(event.text)) continue;
    const sealed = parseOrNull(event.text);
    // An action was taken or refused when it came.
    if (sealed === null || sealed.submission === SEALED_ACTION) continue;
    if (sealed.key === current.key) done.add(sealed.commitment);
    else if (!found.has(sealed.commitment))
      found.set(sealed.commitment, { key: sealed.key, text: event.text, sender: event.by });
  }
  const texts: string[] = [];
  let closed = 0;
  for (const [commitment, { text, sender }] of found) {
    if (done.has(commitment)) continue;
    const outside = {
      game: service.game,
      dynasty: service.dynasty,
      sender: service.people[sender.id] ?? sender.id,
    };
    try {
      texts.push((await reseal(identitiesOf(game.vault), text, outside, current.recipient)).text);
    } catch (error) {
      // It belongs to another dynasty, was altered, or needs a key that is not here: it stays as it is.
      if (!(error instanceof SealError)) throw error;
      closed += 1;
    }
  }
  return { texts, closed };
}

function parseOrNull(text: string): ReturnType<typeof parseSealed> | null {
  try {
    return parseSealed(text);
  } catch {
    return null;
  }
}
