import { fromHex, hexOf, utf8Length } from '#platform/bytes.ts';
import { hexDigest } from '#platform/hash.ts';
import { join } from '#platform/paths.ts';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { fileNameOf, LEDGER, type ContentFiles } from '../../store/paths.ts';
import type { PrivateValues } from '../../store/private-values.ts';
import {
  appendToFile,
  cutFile,
  isThere,
  makeFolders,
  namesIn,
  putFile,
  readText,
  statOf,
} from '#platform/files.ts';
import { SHAPES, type Shape, readOwnFile, readOwnJson } from '../../cache/own-files.ts';
import { newSeed } from '../chance/committed-seed.ts';
import type { Seeds } from '../chance/draws.ts';
import { madeOnceLater, type Memo } from '../../ruleset/memo.ts';

/** Stores private values outside the repository. They belong to a state of the game, identified by a key. */
export interface Vault {
  read(key: VaultKey): Promise<PrivateValues>;
  write(key: VaultKey, values: PrivateValues): Promise<void>;
  readonly seeds: Seeds;
  /** The key to which submissions for the emperor are sealed. */
  readonly key?: OwnKey;
  /** Earlier keys, with which older submissions can still be opened. */
  readonly older?: readonly string[];
  /** Draws a new key, which is used when the vault is next opened. */
  renew?(): Promise<OwnKey>;
  /** Draws a new seed for secret choices, keeps the old one, and returns the new one. It is used once its hash has been published. */
  renewSeed?(): Uint8Array;
  /** The key with which a player reads private messages. It is drawn on the first call. */
  readerKey?(player: string): Promise<OwnKey>;
  /** Private messages that the emperor's side has sent. */
  notified?(): readonly string[];
  noteNotified?(ids: readonly string[]): void;
}

export interface OwnKey {
  readonly identity: string;
  readonly recipient: string;
}

/** All keys that can open something here. */
export function identitiesOf(vault: Pick<Vault, 'key' | 'older'> | undefined): readonly string[] {
  return [...(vault?.key === undefined ? [] : [vault.key.identity]), ...(vault?.older ?? [])];
}

/**
 * The number of lines in the ledger, including past dynasties, and the digest of the last one, which differs between two simultaneous
 * ticks.
 */
export interface VaultKey {
  readonly lines: number;
  readonly digest: string;
}

export function vaultKeyOf(files: ContentFiles): VaultKey {
  const months = [...files.keys()].filter((path) => path.startsWith(LEDGER)).sort();
  const last = (files.get(months.at(-1) ?? '') ?? '').trimEnd().split('\n').at(-1) ?? '';
  const lines = last === '' ? 0 : 1 + (JSON.parse(last) as { n: number }).n;
  const digest = hexDigest('sha256', last).slice(0, 12);
  return { lines, digest };
}

/** Stores private values in a folder of this machine. Missing seeds are drawn. */
export async function openVault(folder: string, memo?: Memo): Promise<Vault> {
  const values = join(folder, 'values');
  makeFolders(values, 0o700);
  const key = await keyIn(folder, memo);
  return {
    key,
    older: olderIn(folder),
    renew: () => renewIn(folder),
    renewSeed: () => renewSeedIn(folder),
    readerKey: (player) => keyIn(folder, memo, `reader-${fileNameOf(player)}.key`),
    notified: () => wholeLines(join(folder, NOTIFIED)),
    noteNotified: (ids) => noteIn(join(folder, NOTIFIED), ids),
    seeds: {
      dice: await seedIn(folder, 'dice.seed'),
      secret: await seedIn(folder, SECRET),
      older: linesOf(join(folder, OLDER_SEEDS), SHAPES.seeds).map(bytesOf),
    },
    async read({ lines, digest }) {
      const exact = `${lines}-${digest}.json`;
      const older = namesIn(values)
        .filter((name) => name.endsWith('.json'))
        .map((name) => ({ name, lines: Number(name.split('-')[0]) }))
        .filter((one) => one.lines <= lines)
        .sort((a, b) => a.lines - b.lines)
        .at(-1);
      // A tick that saw nothing private changed nothing private, so the earlier values still apply.
      const name = isThere(join(values, exact)) ? exact : older?.name;
      return name === undefined ? {} : (readOwnJson(join(values, name)) as PrivateValues);
    },
    async write({ lines, digest }, given) {
      put(join(values, `${lines}-${digest}.json`), JSON.stringify(given));
    },
  };
}

const [NOTIFIED, OLDER, SECRET, OLDER_SEEDS] = [
  'told.txt',
  'older-keys.txt',
  'secret.seed',
  'older-secret-seeds.txt',
] as const;

function put(path: string, line: string): void {
  putFile(path, `${line}\n`, { mode: 0o600 });
}

/** A file with a single line, which is drawn if the file doesn't exist. */
async function lineIn(path: string, shape: Shape, draw: () => string | Promise<string>): Promise<string> {
  if (!isThere(path)) put(path, await draw());
  return (readOwnFile(path, shape) ?? '').trim();
}

function linesOf(path: string, shape: Shape): readonly string[] {
  return (readOwnFile(path, shape) ?? '').split('\n').filter((line) => line !== '');
}

/** Omits a last line that a kill cut off, because it was never reported as stored. */
function wholeLines(path: string): readonly string[] {
  return isThere(path) ? readText(path).split('\n').slice(0, -1) : [];
}

function noteIn(path: string, ids: readonly string[]): void {
  const whole = utf8Length(
    wholeLines(path)
      .map((line) => `${line}\n`)
      .join(''),
  );
  if ((statOf(path)?.size ?? 0) > whole) cutFile(path, whole);
  appendToFile(path, ids.map((id) => `${id}\n`).join(''), 0o600);
}

/** No other process adds to these files, which contain earlier drawings of this machine. */
function addLines(path: string, shape: Shape, lines: readonly string[]): void {
  if (lines.length > 0) put(path, [...linesOf(path, shape), ...lines].join('\n'));
}

async function keyIn(folder: string, memo: Memo | undefined, name = 'emperor.key'): Promise<OwnKey> {
  const identity = await lineIn(join(folder, name), SHAPES.identity, generateX25519Identity);
  // Computed once for each identity, because it takes longer than everything else that a command does with keys.
  const recipient = await madeOnceLater(memo, 'recipient', identity, () => identityToRecipient(identity));
  return { identity, recipient };
}

function olderIn(folder: string): readonly string[] {
  return linesOf(join(folder, OLDER), SHAPES.identities);
}

/** The old key is stored first, so that nothing is lost after an interruption. */
async function renewIn(folder: string): Promise<OwnKey> {
  const path = join(folder, 'emperor.key');
  addLines(join(folder, OLDER), SHAPES.identities, [(readOwnFile(path, SHAPES.identity) ?? '').trim()]);
  const key = await drawKey();
  put(path, key.identity);
  return key;
}

function drawSeed(): string {
  return hexOf(newSeed());
}

async function seedIn(folder: string, name: string): Promise<Uint8Array> {
  return bytesOf(await lineIn(join(folder, name), SHAPES.seed, drawSeed));
}

/** The old seed is stored first, as with keys. */
function renewSeedIn(folder: string): Uint8Array {
  const path = join(folder, SECRET);
  addLines(join(folder, OLDER_SEEDS), SHAPES.seeds, [(readOwnFile(path, SHAPES.seed) ?? '').trim()]);
  const seed = drawSeed();
  put(path, seed);
  return bytesOf(seed);
}

function bytesOf(hex: string): Uint8Array {
  return new Uint8Array(fromHex(hex));
}

/** Keeps private values in memory, for scenarios. */
export function openMemoryVault(key: OwnKey): Vault & { key: OwnKey } {
  const saved = new Map<string, PrivateValues>();
  const nameOf = ({ lines, digest }: VaultKey): string => `${lines}-${digest}`;
  return {
    key,
    seeds: {},
    read: async (at) => saved.get(nameOf(at)) ?? {},
    write: async (at, values) => void saved.set(nameOf(at), values),
  };
}

export async function drawKey(): Promise<OwnKey> {
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}
