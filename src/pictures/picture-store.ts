import { hexDigest } from '#platform/hash.ts';
import { join } from '#platform/paths.ts';

import type { Pictures } from '../kernel/pictures.ts';
import { isThere, putFile, readBytes } from '#platform/files.ts';
import type { Network } from './fetch-picture.ts';
import { gatherPictures } from './gather-pictures.ts';
import { readOwnJson } from '../cache/own-files.ts';

/** Fetched pictures by address. None is requested twice. */
export interface PictureStore {
  /** The pictures that were fetched, and those that failed a moment ago and may be tried again soon. */
  known(): Pictures;
  /** Everything that was ever found out, for replaying the game. */
  all(): Pictures;
  /** Fetches missing pictures, checks them and encodes them again. A failure doesn't stop the others. */
  gather(addresses: readonly string[], progress?: (done: number, all: number) => void): Promise<void>;
  /** Stores a picture that came within a submission, and returns its new address. */
  keep(bytes: Uint8Array): string;
  /** Stores a copy made elsewhere. */
  keepCopy(bytes: Uint8Array): void;
  /** The copy of this name. */
  read(copy: string): Uint8Array | null;
  /** The file in which it can be viewed. */
  fileOf(copy: string): string;
}

type Found = Pictures[string] & { readonly tried?: number };

const TRY_AGAIN_AFTER_MS = 5 * 60_000;

/**
 * Stores fetched pictures in a folder of this machine and never in the repository, because a picture that isn't shown yet is a secret of
 * the game, and so is its address.
 */
export function openPictureStore(
  folder: string,
  { network }: { readonly network?: Network } = {},
): PictureStore {
  const index = join(folder, 'addresses.json');
  const found = new Map<string, Found>(Object.entries((readOwnJson(index) ?? {}) as Record<string, Found>));
  const fileOf = (copy: string): string => join(folder, `${copy}.webp`);
  const sentFile = (address: string): string => join(folder, 'sent', address.slice(CARRIED.length));
  const all = (): Pictures => picturesOf(found);
  return {
    all,
    known: () =>
      Object.fromEntries(
        Object.entries(all()).filter(
          ([address, one]) =>
            'copy' in one || Date.now() - (found.get(address)?.tried ?? 0) < TRY_AGAIN_AFTER_MS,
        ),
      ),
    keep(bytes) {
      const address = `${CARRIED}${pictureName(bytes)}`;
      if (!isThere(sentFile(address))) write(sentFile(address), bytes);
      return address;
    },
    async gather(addresses, progress) {
      const wanted = [...new Set(addresses)].filter((address) => !hasCopy(found.get(address)));
      if (wanted.length === 0) return;
      const { pictures, failures } = await gatherPictures(
        wanted.map((address) => ({ handle: address, image: address })),
        {
          files: new Map(wanted.filter(isCarried).map((address) => [address, sentFile(address)])),
          ...(network === undefined ? {} : { network }),
          ...(progress === undefined ? {} : { progress }),
        },
      );
      for (const [address, { bytes }] of pictures) {
        const copy = pictureName(bytes);
        write(fileOf(copy), bytes);
        found.set(address, { copy });
      }
      for (const [address, { message }] of failures)
        found.set(address, { problem: message, tried: Date.now() });
      write(index, textOf(found));
    },
    keepCopy(bytes) {
      write(fileOf(pictureName(bytes)), bytes);
      found.set(`copy:${pictureName(bytes)}`, { copy: pictureName(bytes) });
      write(index, textOf(found));
    },
    read: (copy) => (isThere(fileOf(copy)) ? new Uint8Array(readBytes(fileOf(copy))) : null),
    fileOf,
  };
}

function picturesOf(found: ReadonlyMap<string, Found>): Pictures {
  return Object.fromEntries(
    [...found].map(([address, one]) => [
      address,
      'copy' in one ? { copy: one.copy } : { problem: one.problem },
    ]),
  );
}

function textOf(found: ReadonlyMap<string, Found>): string {
  return `${JSON.stringify(Object.fromEntries(found))}\n`;
}

function write(path: string, content: string | Uint8Array): void {
  putFile(path, content, { mode: 0o600 });
}

const CARRIED = 'picture:';

function isCarried(address: string): boolean {
  return /^picture:[0-9a-f]{16}$/u.test(address);
}

function hasCopy(found: Found | undefined): boolean {
  return found !== undefined && 'copy' in found;
}

/** Named after its content, so that anybody can check that a stored picture is the right one. */
export function pictureName(bytes: Uint8Array): string {
  return hexDigest('sha256', bytes).slice(0, 16);
}
