import type { Person } from '../forge/events.ts';
import { holdersAt } from '../session/take/take-shares.ts';
import type { Position } from '../session/position/position.ts';
import type { Game } from '../host/game.ts';
import type { Params } from '../ruleset/plain-data.ts';
import { newEnvelope, sealEnvelope, type SealedSubmission } from '../session/secrets/seal.ts';
import { SealError } from '../session/secrets/seal-error.ts';
import { sealToHolders } from '../session/secrets/shares.ts';

interface ToSeal {
  readonly kind: string;
  readonly inPublic: ReadonlySet<string>;
  readonly words: Readonly<Record<string, unknown>>;
}

/** Seals private words to their receiver's current key, or to the keys of all who open them together. */
export async function sealWords(
  { accounts, secrets, name, open: { play } }: Position,
  { vault, now }: Pick<Game, 'vault' | 'now'>,
  who: Person,
  { kind, inPublic, words }: ToSeal,
): Promise<SealedSubmission> {
  const { submissions, dynasty } = play.state();
  const sender = accounts.lookUp(who);
  const part = (open: boolean): Params =>
    Object.fromEntries(Object.entries(words).filter(([key]) => inPublic.has(key) === open)) as Params;
  const envelope = newEnvelope({
    game: name,
    dynasty: Number(dynasty['number'] ?? 0),
    submission: kind,
    sender,
    serial: Object.values(submissions).filter((one) => one.by === sender).length,
    open: part(true),
    params: part(false),
  });
  const holders = holdersAt(play, now(), kind);
  if (holders !== null && 'problem' in holders) throw new SealError('no-recipient', holders.problem);
  if (holders === null)
    return sealEnvelope(secrets.keys.at(-1)?.recipient ?? vault.key?.recipient ?? '', envelope);
  const keyed = holders.people.map((id) => ({ id, recipient: accounts.readerOf(id) ?? '' }));
  const keyless = keyed.filter(({ recipient }) => recipient === '').map(({ id }) => id);
  if (keyless.length > 0)
    throw new SealError(
      'no-recipient',
      `Nothing can be sealed to ${keyless.join(', ')} yet: they first publish a key, with \`gitnomic seal keys mine\`.`,
    );
  return sealToHolders(keyed, holders.needed, envelope);
}
