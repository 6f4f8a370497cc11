import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { combine, split } from 'shamir-secret-sharing';
import { z } from 'zod';

import { CodedError } from '../../kernel/coded-error.ts';
import { putFile, putFolder } from '#platform/files.ts';
import { areSafePaths } from '../../ruleset/file-names.ts';

class EscrowError extends CodedError<
  'no-secrets' | 'too-few-shares' | 'not-a-share' | 'other-escrow' | 'escrow-unreadable' | 'too-large'
> {}

/** The most that is handed over, since there may be many secret pictures. */
const MOST_BYTES = 200_000_000;
export const MOST_PEOPLE = 255;

const filesSchema = z.record(z.string(), z.base64()).refine((files) => areSafePaths(Object.keys(files)));

/** A machine's sealed secrets, and a share of the key for each person. Enough shares together open it; fewer reveal nothing. */
export interface Escrow {
  readonly sealed: Uint8Array;
  /** One text for each person, in order. */
  readonly shares: readonly string[];
}

export async function splitSecrets(
  folder: string,
  {
    game,
    people,
    needed,
  }: { readonly game: string; readonly people: readonly string[]; readonly needed: number },
): Promise<Escrow> {
  const files = filesIn(folder);
  if (files.size === 0)
    throw new EscrowError('no-secrets', 'This machine has no secrets of the game.', {
      next: 'Run it where the game is played; a forge elsewhere keeps its own secrets.',
    });
  const identity = await generateX25519Identity();
  const encrypter = new Encrypter();
  encrypter.addRecipient(await identityToRecipient(identity));
  const texts = Object.fromEntries([...files].map(([path, bytes]) => [path, bytes.toString('base64')]));
  const sealed = await encrypter.encrypt(JSON.stringify(texts));
  const keys = await split(new TextEncoder().encode(identity), people.length, needed);
  const id = randomBytes(4).toString('hex');
  const shares = people.map((person, at) => {
    const key = Buffer.from(keys[at] ?? []).toString('base64url');
    return [
      `Share of ${person} in the secrets of ${game}. Any ${needed} of ${people.length} open them together, and fewer open nothing.`,
      'Keep it to yourself. If the person who runs the game is gone, put that many shares beside secrets.age and run:',
      '',
      '  npx gitnomic seal escrow join FOLDER',
      '',
      ['gitnomic-share-1', id, needed, key, checkOf(id, needed, key)].join(' '),
      '',
    ].join('\n');
  });
  return { sealed, shares };
}

/** Opens the sealed files with enough shares. */
export async function joinShares(
  sealed: Uint8Array,
  texts: readonly string[],
): Promise<ReadonlyMap<string, Buffer>> {
  const all = texts.map(shareIn);
  const [first] = all;
  if (first === undefined) throw tooFew(0, 2);
  if (all.some(({ id }) => id !== first.id))
    throw new EscrowError('other-escrow', 'These shares were not made together.', {
      next: 'Take only those that were made with this secrets.age: they have the same word after gitnomic-share-1.',
    });
  const keys = new Map(all.map(({ key }) => [key, new Uint8Array(Buffer.from(key, 'base64url'))]));
  if (keys.size < first.needed) throw tooFew(keys.size, first.needed);
  const decrypter = new Decrypter();
  try {
    decrypter.addIdentity(new TextDecoder().decode(await combine([...keys.values()])));
    const files = filesSchema.parse(JSON.parse(await decrypter.decrypt(sealed, 'text')));
    return new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text, 'base64')]));
  } catch {
    throw new EscrowError('escrow-unreadable', 'These shares don’t open secrets.age, or it is damaged.', {
      next: 'Ask somebody else for a copy of secrets.age, and take shares that were made with it.',
    });
  }
}

/** Replaces the current secrets and keeps them beside the new ones. Returns where, or null if there were none. */
export function putSecrets(folder: string, files: ReadonlyMap<string, Buffer>): string | null {
  const making = `${folder}.${process.pid}`;
  for (const [path, bytes] of files) putFile(join(making, path), bytes, { mode: 0o600 });
  let before: string | null = null;
  if (existsSync(folder)) {
    for (let count = 1; before === null || existsSync(before); count++) before = `${folder}.before-${count}`;
    putFolder(folder, before);
  }
  putFolder(making, folder);
  return before === null ? null : relative(dirname(dirname(folder)), before).replaceAll(sep, '/');
}

function filesIn(folder: string): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>();
  if (!existsSync(folder)) return files;
  let bytes = 0;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(folder, name);
    if (!statSync(path).isFile() || name.endsWith('.lock')) continue;
    const content = readFileSync(path);
    bytes += content.length;
    if (bytes > MOST_BYTES)
      throw new EscrowError(
        'too-large',
        'The secrets of this game, including pictures, are more than 200 MB.',
        {
          next: 'Back the game up to a folder instead: `gitnomic doctor backup FOLDER`.',
        },
      );
    files.set(name.split(sep).join('/'), content);
  }
  return files;
}

function shareIn(text: string): { readonly id: string; readonly needed: number; readonly key: string } {
  const [, id = '', needed = '', key = '', check] =
    /^gitnomic-share-1 (\w{8}) (\d{1,3}) ([\w-]+) (\w{8})\s*$/mu.exec(text) ?? [];
  if (check === undefined || check !== checkOf(id, Number(needed), key))
    throw new EscrowError('not-a-share', 'One of the shares is invalid, or was copied with a mistake.', {
      next: 'Its last line begins with gitnomic-share-1: copy the whole line.',
    });
  return { id, needed: Number(needed), key };
}

function checkOf(id: string, needed: number, key: string): string {
  return createHash('sha256').update(`${id} ${needed} ${key}`).digest('hex').slice(0, 8);
}

function tooFew(there: number, needed: number): EscrowError {
  const shares = there === 1 ? 'one share is' : `${there === 0 ? 'no' : there} shares are`;
  return new EscrowError('too-few-shares', `Only ${shares} there, and ${needed} are needed.`, {
    next: 'Put more of the files that begin with share- into the folder.',
  });
}
