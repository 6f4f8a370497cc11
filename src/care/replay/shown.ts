import { fromHex } from '#platform/bytes.ts';
import type { Repository } from '../../repository/repository.ts';
import { journalTip } from '../../store/journal/journal-head.ts';
import { eventOf } from '../../store/journal/line.ts';
import { readJournalLines } from '../../store/journal/segments.ts';
import { commitmentToEnvelope } from '../../play/secrets/commitment.ts';
import { isEnvelope, readRevealed } from '../../play/secrets/revealed-text.ts';
import type { Envelope } from '../../play/secrets/envelope.ts';
import { commandsIn } from '../../decide/commands.ts';

interface Shown {
  /** Anything that claims to be a seed; only promised ones are used. */
  readonly seeds: readonly Uint8Array[];
  /** Keyed by commitment. */
  readonly envelopes: ReadonlyMap<string, Envelope>;
}

/**
 * Secrets that have been revealed since a journal segment, with which anybody can replay the emperor's actions. A
 * dynasty's secrets are revealed after it began.
 */
export async function disclosedIn(repository: Repository, segment = ''): Promise<Shown> {
  const tip = await journalTip(repository);
  const seeds: Uint8Array[] = [];
  const envelopes = new Map<string, Envelope>();
  for (const line of tip === null ? [] : await readJournalLines(repository, tip, { from: segment })) {
    const event = eventOf(line);
    if (event?.type !== 'commented') continue;
    seeds.push(...seedsIn(event.text));
    for (const one of (readRevealed(event.text) ?? []).filter(isEnvelope))
      envelopes.set(await commitmentToEnvelope(one), one);
  }
  return { seeds, envelopes };
}

function seedsIn(text: string): readonly Uint8Array[] {
  return commandsIn(text).flatMap(({ name, operands: [verb, hex = ''] }) =>
    name === 'seed' && verb === 'reveal' && /^[0-9a-f]{64}$/u.test(hex) ? [new Uint8Array(fromHex(hex))] : [],
  );
}
