import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { combine, split } from 'shamir-secret-sharing';
import { commitmentToEnvelope, hashOfShare } from './commitment.ts';
import { parseEnvelope, type Envelope } from './envelope.ts';
import { agree, decrypt, type Outside } from './open.ts';
import { sealEnvelope, type SealedSubmission } from './seal.ts';
import { SealError } from './seal-error.ts';
import { formatSealed, type Sealed, type SealedShare } from './sealed-text.ts';
import { z } from 'zod';
import { readWrittenJson } from '../../ruleset/plain-data.ts';

// Runs in browsers too, like seal.ts.

/** A share's holder, with their public reading key. */
export interface Holder {
  readonly id: string;
  readonly recipient: string;
}

/** Seals an envelope to a new key that nobody holds; each holder gets a share of it. */
export async function sealToHolders(
  holders: readonly Holder[],
  needed: number,
  envelope: Envelope,
): Promise<SealedSubmission> {
  const identity = await generateX25519Identity();
  const made = await sealEnvelope(await identityToRecipient(identity), envelope);
  const parts = await split(new TextEncoder().encode(identity), holders.length, needed);
  const shares = await Promise.all(
    holders.map((holder, at) => sealShare(made.sealed.commitment, holder, parts[at] ?? new Uint8Array())),
  );
  const sealed: Sealed = { ...made.sealed, shared: { needed, shares } };
  return { ...made, sealed, text: formatSealed(sealed) };
}

async function sealShare(
  commitment: string,
  { id, recipient }: Holder,
  part: Uint8Array,
): Promise<SealedShare> {
  const share = textOf(part);
  const encrypter = new Encrypter();
  try {
    encrypter.addRecipient(recipient.trim());
  } catch (cause) {
    throw new SealError('no-recipient', `the key of ${id} is no public key; one begins with "age1"`, {
      cause,
    });
  }
  return {
    to: id,
    hash: await hashOfShare(commitment, share),
    sealed: textOf(await encrypter.encrypt(share)),
  };
}

/** Opens a holder's share; null if it isn't theirs or isn't valid. */
export async function shareOf(
  { commitment, shared }: Sealed,
  holder: string,
  identity: string,
): Promise<string | null> {
  const own = shared?.shares.find(({ to }) => to === holder);
  if (own === undefined) return null;
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  try {
    const share = await decrypter.decrypt(bytesOf(own.sealed), 'text');
    return (await hashOfShare(commitment, share)) === own.hash ? share : null;
  } catch {
    // Sealed to another key or altered, so there is nothing to show.
    return null;
  }
}

/** The state of a shared post; `spoilt` if nobody can ever open or count it. */
export type Joined =
  | { readonly how: 'opened'; readonly envelope: Envelope }
  | { readonly how: 'waits'; readonly shown: number }
  | { readonly how: 'spoilt'; readonly why: string };

/** Opens a post with shares by holder, and ignores shares that are not the original ones. */
export async function openWithShares(
  sealed: Sealed,
  given: ReadonlyMap<string, string>,
  outside: Outside,
): Promise<Joined> {
  const { needed, shares } = sealed.shared ?? { needed: Infinity, shares: [] };
  const shown: string[] = [];
  for (const { to, hash } of shares) {
    const share = given.get(to);
    if (share !== undefined && (await hashOfShare(sealed.commitment, share)) === hash) shown.push(share);
  }
  let tries = MOST_TRIES;
  for (const some of choices(shown, needed)) {
    if (tries-- === 0) break;
    const text = await tryOpen(sealed, some);
    if (text !== null) return judged(sealed, text, outside);
  }
  return shown.length === shares.length
    ? { how: 'spoilt', why: 'its shares open nothing' }
    : { how: 'waits', shown: shown.length };
}

/** If shares were dealt wrongly, some of them may still fit together. */
const MOST_TRIES = 500;

async function tryOpen(sealed: Sealed, shares: readonly string[]): Promise<string | null> {
  try {
    const identity = new TextDecoder().decode(await combine(shares.map(bytesOf)));
    return await decrypt([identity], sealed);
  } catch {
    // These are shares of different keys, or no shares at all.
    return null;
  }
}

async function judged(sealed: Sealed, text: string, outside: Outside): Promise<Joined> {
  try {
    const envelope = parseEnvelope(text);
    if ((await commitmentToEnvelope(envelope)) !== sealed.commitment)
      return { how: 'spoilt', why: 'the sealed text differs from what the sender committed to' };
    agree(envelope, sealed, outside);
    return { how: 'opened', envelope };
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    return { how: 'spoilt', why: error.message };
  }
}

/** Every combination of `many` items, earlier items first. */
function* choices<T>(from: readonly T[], many: number): Generator<readonly T[]> {
  if (many === 0) {
    yield [];
    return;
  }
  for (let at = 0; at + many <= from.length; at++)
    for (const rest of choices(from.slice(at + 1), many - 1)) yield [from[at] as T, ...rest];
}

function textOf(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

const SHARES = /^\s*\/shares\s*\n+```json\n([\s\S]*?)\n```\s*$/u;

const sharesSchema = z.record(
  z.string().regex(/^sha256:[0-9a-f]{64}$/u),
  z.string().regex(/^[\w+/=-]{1,400}$/u),
);

/** A post that shows somebody's shares: commitment → share. */
export function writeShares(shares: Readonly<Record<string, string>>): string {
  return `/shares\n\n\`\`\`json\n${JSON.stringify(shares, null, 1)}\n\`\`\`\n`;
}

export function isShares(text: string): boolean {
  return /^\s*\/shares\s/u.test(text);
}

/** Null if it can't be read. */
export function readShares(text: string): Readonly<Record<string, string>> | null {
  const json = SHARES.exec(text.replaceAll('\r\n', '\n'))?.[1];
  if (json === undefined) return null;
  return sharesSchema.safeParse(readWrittenJson(json).value).data ?? null;
}
