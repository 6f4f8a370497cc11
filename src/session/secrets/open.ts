import { armor, Decrypter, identityToRecipient } from 'age-encryption';

import { commitmentToEnvelope, keyIdOf } from './commitment.ts';
import { canonical } from '../../kernel/values.ts';
import { parseEnvelope, type Envelope } from './envelope.ts';
import { SealError } from './seal-error.ts';
import { parseSealed, type Sealed } from './sealed-text.ts';

/** Facts about a sealed post that its envelope must match. */
export interface Outside {
  readonly game: string;
  readonly dynasty: number;
  readonly sender: string;
}

/**
 * Opens a sealed post with the first of the receiver's identities that fits, and checks that its content is what the
 * poster promised and belongs to this game, dynasty and kind of submission. Otherwise throws a SealError. The rules
 * decide whether the submission is valid.
 */
export async function open(identities: readonly string[], text: string, outside: Outside): Promise<Envelope> {
  const sealed = parseSealed(text);
  const envelope = parseEnvelope(await decrypt(identities, sealed));
  if ((await commitmentToEnvelope(envelope)) !== sealed.commitment) {
    throw new SealError('commitment-mismatch', 'the sealed text differs from what the sender committed to');
  }
  agree(envelope, sealed, outside);
  return envelope;
}

/** Decrypts without checking the content. */
export async function decrypt(identities: readonly string[], sealed: Sealed): Promise<string> {
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity.trim());
  try {
    return await decrypter.decrypt(armor.decode(sealed.armored), 'text');
  } catch (cause) {
    if (await hasKey(identities, sealed.key)) {
      throw new SealError('tampered', 'the sealed text was altered or cut short after it was sealed', {
        cause,
      });
    }
    throw new SealError('wrong-key', `it is sealed to the key ${sealed.key}, which isn’t on this machine`, {
      cause,
    });
  }
}

/** Throws unless the envelope matches its post. */
export function agree(envelope: Envelope, sealed: Sealed, outside: Outside): void {
  if (envelope.game !== outside.game)
    throw new SealError('other-game', `it was sealed for the game ${envelope.game}`);
  if (envelope.dynasty !== outside.dynasty) {
    throw new SealError(
      'other-dynasty',
      `it was sealed in dynasty ${envelope.dynasty}, not ${outside.dynasty}`,
    );
  }
  if (envelope.sender !== outside.sender) {
    throw new SealError(
      'other-sender',
      `${outside.sender} posted something that ${envelope.sender} had sealed`,
    );
  }
  if (envelope.submission !== sealed.submission) {
    throw new SealError(
      'other-submission',
      `it was posted as "${sealed.submission}" and sealed as "${envelope.submission}"`,
    );
  }
  if (canonical(envelope.open) !== canonical(sealed.open)) {
    throw new SealError('other-open', 'the public part of the post differs from the sealed one');
  }
}

async function hasKey(identities: readonly string[], key: string): Promise<boolean> {
  for (const identity of identities) {
    if ((await keyIdOf(await identityToRecipient(identity.trim()))) === key) return true;
  }
  return false;
}
