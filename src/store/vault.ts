import { createHash } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { generateX25519Identity, identityToRecipient } from 'age-encryption';

import { newSeed } from '../play/chance/committed-seed.ts';
import type { Seeds } from '../play/draws.ts';
import { fileNameOf, LEDGER, type ContentFiles } from './paths.ts';
import type { PrivateValues } from '../play/private-values.ts';
import { madeOnceLater, type Memo } from '../ruleset/memo.ts';

/** Where private values are kept: never in the repository. They belong to a state of the game, named by a key. */
export interface Vault {
  read(key: VaultKey): Promise<PrivateValues>;
  write(key: VaultKey, values: PrivateValues): Promise<void>;
  readonly seeds: Seeds;
  /** The key to which submissions for the emperor are sealed. */
  readonly key?: OwnKey;
  /** Keys that were used before: what was sealed to them can still be opened. */
  readonly older?: readonly string[];
  /** Draws another key. It is used from the next opening of the vault on. */
  renew?(): Promise<OwnKey>;
  /** Draws another seed of secret choices, keeps the old one, and gives the new. It is drawn from once it is promised. */
  renewSeed?(): Uint8Array;
  /** The key with which a player reads what is told to them alone: drawn where there is none yet. */
  readerKey?(player: string): Promise<OwnKey>;
  /** What the emperor's side has told in private. */
  told?(): readonly string[];
  noteTold?(ids: readonly string[]): void;
}

export interface OwnKey {
  readonly identity: string;
  readonly recipient: string;
}

/** All keys with which something can be opened here. */
export function identitiesOf(vault: Pick<Vault, 'key' | 'older'> | undefined): readonly string[] {
  return [...(vault?.key === undefined ? [] : [vault.key.identity]), ...(vault?.older ?? [])];
}

/** How many lines the ledger has, those of past dynasties too, and what the last one says: of two ticks that ran at once each has its own. */
export interface VaultKey {
  readonly lines: number;
  readonly digest: string;
}

export function vaultKeyOf(files: ContentFiles): VaultKey {
  const months = [...files.keys()].filter((path) => path.startsWith(LEDGER)).sort();
  const last = (files.get(months.at(-1) ?? '') ?? '').trimEnd().split('\n').at(-1) ?? '';
  const lines = last === '' ? 0 : 1 + (JSON.parse(last) as { n: number }).n;
  const digest = createHash('sha256').update(last).digest('hex').slice(0, 12);
  return { lines, digest };
}

/** Private values in a folder of this machine. Seeds that are missing are drawn. */
export async function openVault(folder: string, memo?: Memo): Promise<Vault> {
  const values = join(folder, 'values');
  mkdirSync(values, { recursive: true, mode: 0o700 });
  const key = await keyIn(folder, memo);
  return {
    key,
    older: olderIn(folder),
    renew: () => renewIn(folder),
    renewSeed: () => renewSeedIn(folder),
    readerKey: (player) => keyIn(folder, memo, `reader-${fileNameOf(player)}.key`),
    told: () => linesOf(join(folder, TOLD)),
    noteTold: (ids) => {
      appendFileSync(join(folder, TOLD), ids.map((id) => `${id}\n`).join(''), { mode: 0o600 });
    },
    seeds: {
      dice: seedIn(folder, 'dice.seed'),
      secret: seedIn(folder, SECRET),
      older: linesOf(join(folder, OLDER_SEEDS)).map(bytesOf),
    },
    async read({ lines, digest }) {
      const exact = `${lines}-${digest}.json`;
      const older = readdirSync(values)
        .map((name) => ({ name, lines: Number(name.split('-')[0]) }))
        .filter((one) => one.lines <= lines)
        .sort((a, b) => a.lines - b.lines)
        .at(-1);
      // A tick that saw nothing private changed nothing private: what was known before it still holds.
      const name = existsSync(join(values, exact)) ? exact : older?.name;
      return name === undefined
        ? {}
        : (JSON.parse(readFileSync(join(values, name), 'utf8')) as PrivateValues);
    },
    async write({ lines, digest }, given) {
      const path = join(values, `${lines}-${digest}.json`);
      writeFileSync(`${path}.new`, `${JSON.stringify(given)}\n`, { mode: 0o600 });
      renameSync(`${path}.new`, path);
    },
  };
}

const TOLD = 'told.txt';

async function keyIn(folder: string, memo: Memo | undefined, name = 'emperor.key'): Promise<OwnKey> {
  const path = join(folder, name);
  if (!existsSync(path)) writeFileSync(path, `${await generateX25519Identity()}\n`, { mode: 0o600 });
  const identity = readFileSync(path, 'utf8').trim();
  // Worked out once for each identity: that takes longer than all else that a command has to do with keys.
  const recipient = await madeOnceLater(memo, 'recipient', identity, () => identityToRecipient(identity));
  return { identity, recipient };
}

const OLDER = 'older-keys.txt';

function olderIn(folder: string): readonly string[] {
  return linesOf(join(folder, OLDER));
}

function linesOf(path: string): readonly string[] {
  return existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
    : [];
}

/** The old key is kept first, so that nothing is lost where this breaks off half-way. */
async function renewIn(folder: string): Promise<OwnKey> {
  const path = join(folder, 'emperor.key');
  const all = [...olderIn(folder), readFileSync(path, 'utf8').trim()];
  writeFileSync(join(folder, OLDER), all.map((one) => `${one}\n`).join(''), { mode: 0o600 });
  const identity = await generateX25519Identity();
  writeFileSync(`${path}.new`, `${identity}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
  return { identity, recipient: await identityToRecipient(identity) };
}

function seedIn(folder: string, name: string): Uint8Array {
  const path = join(folder, name);
  if (!existsSync(path)) writeFileSync(path, `${Buffer.from(newSeed()).toString('hex')}\n`, { mode: 0o600 });
  return bytesOf(readFileSync(path, 'utf8').trim());
}

const SECRET = 'secret.seed';
const OLDER_SEEDS = 'older-secret-seeds.txt';

/** As with keys the old one is kept first. */
function renewSeedIn(folder: string): Uint8Array {
  const path = join(folder, SECRET);
  const all = [...linesOf(join(folder, OLDER_SEEDS)), readFileSync(path, 'utf8').trim()];
  writeFileSync(join(folder, OLDER_SEEDS), all.map((one) => `${one}\n`).join(''), { mode: 0o600 });
  const seed = newSeed();
  writeFileSync(`${path}.new`, `${Buffer.from(seed).toString('hex')}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
  return seed;
}

function bytesOf(hex: string): Uint8Array {
  return new Uint8Array(Buffer.from(hex, 'hex'));
}
