import { armor, Decrypter } from 'age-encryption';

import { encryptTo } from './seal.ts';

/** A private message from the emperor's side to one player. */
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

/** The posted form doesn't name the receiver, because even an invalid ballot is private. Players try to open each note. */
export async function writeNote(recipient: string, note: PrivateNote): Promise<string> {
  const armored = await encryptTo([recipient], JSON.stringify(note));
  return `/note\n\n\`\`\`age\n${armored.trim()}\n\`\`\`\n`;
}

/** Null if none of the identities fits. */
export async function readNote(identities: readonly string[], text: string): Promise<PrivateNote | null> {
  const armored = NOTE.exec(text.replaceAll('\r\n', '\n'))?.[1];
  if (armored === undefined || identities.length === 0) return null;
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity.trim());
  try {
    const note: unknown = JSON.parse(await decrypter.decrypt(armor.decode(`${armored}\n`), 'text'));
    return isPrivateNote(note) ? note : null;
  } catch {
    // It was for somebody else or was altered; either way, it isn't for them.
    return null;
  }
}

function isPrivateNote(value: unknown): value is PrivateNote {
  const { game, to, text } = (value ?? {}) as Record<string, unknown>;
  return [game, to, text].every((one) => typeof one === 'string');
}
