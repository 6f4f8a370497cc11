import { armor, Decrypter } from 'age-encryption';

import { encryptTo } from './seal.ts';

/** A message of the emperor's side to one player, and to nobody else. */
export interface PrivateNote {
  readonly game: string;
  readonly to: string;
  readonly text: string;
}

const NOTE =
  /^\s*\/note\s*\n[\s\S]*?(-----BEGIN AGE ENCRYPTED FILE-----\n[\s\S]*?\n-----END AGE ENCRYPTED FILE-----)/u;

export function isNote(text: string): boolean {
  return NOTE.test(text.replaceAll('\r\n', '\n'));
}

/**
 * As it is posted. It doesn't say to whom: that somebody's ballot is invalid is as private as the ballot. Players try
 * which of them they can open.
 */
export async function writeNote(recipient: string, note: PrivateNote): Promise<string> {
  const armored = await encryptTo([recipient], JSON.stringify(note));
  return `/note\n\n\`\`\`age\n${armored.trim()}\n\`\`\`\n`;
}

/** Opens the message with one of these identities; null without a fitting one. */
export async function readNote(identities: readonly string[], text: string): Promise<PrivateNote | null> {
  const armored = NOTE.exec(text.replaceAll('\r\n', '\n'))?.[1];
  if (armored === undefined || identities.length === 0) return null;
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity.trim());
  try {
    const note: unknown = JSON.parse(await decrypter.decrypt(armor.decode(`${armored}\n`), 'text'));
    return isPrivateNote(note) ? note : null;
  } catch {
    // To somebody else, or altered on the way: both are nothing that was told to them.
    return null;
  }
}

function isPrivateNote(value: unknown): value is PrivateNote {
  const { game, to, text } = (value ?? {}) as Record<string, unknown>;
  return [game, to, text].every((one) => typeof one === 'string');
}
