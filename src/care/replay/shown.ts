import type { Repository } from '../../repository/repository.ts';
import { journalTip } from '../../store/journal/journal-head.ts';
import { eventOf } from '../../store/journal/line.ts';
import { readJournalLines } from '../../store/journal/segments.ts';
import { commitmentToEnvelope } from '../../play/secrets/commitment.ts';
import type { Envelope } from '../../play/secrets/envelope.ts';
import { isEnvelope, readRevealed } from '../../play/secrets/revealed-text.ts';
import { commandsIn } from '../../decide/commands.ts';

interface Shown {
  /** Whatever was said to be one: only that is drawn from which was promised. */
  readonly seeds: readonly Uint8Array[];
  /** By their commitments. */
  readonly envelopes: ReadonlyMap<string, Envelope>;
}

/**
 * The secrets that have been revealed, from one part of the journal on: with it anybody can play again what was done on the emperor's
 * side. What belongs to a dynasty is revealed after it began.
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
    name === 'seed' && verb === 'reveal' && /^[0-9a-f]{64}$/u.test(hex)
      ? [new Uint8Array(Buffer.from(hex, 'hex'))]
      : [],
  );
}
