import { constants, inflateSync } from 'node:zlib';

import type { LargeObject, ObjectKind } from './git-object.ts';
import type { Repository } from './repository.ts';
import type { Oid } from './oid.ts';

const firstBytes = 128;
const headerForm = /^(blob|tree|commit|tag) (\d+)\0/;

/**
 * Reads the type and size of an object outside the packs from its first bytes; null where there is no such object. A push
 * can hold a few KB that unpack to a GB, and isomorphic-git unpacks before it looks.
 */
export async function sizeOfLoose({ disk, gitdir }: Repository, oid: Oid): Promise<LargeObject | null> {
  const start = await disk.readFrom(pathOfLoose(gitdir, oid), 0, firstBytes);
  const [, kind, size] = headerForm.exec(startOf(start)) ?? [];
  return kind === undefined ? null : { kind: kind as ObjectKind, size: Number(size) };
}

export function pathOfLoose(gitdir: string, oid: Oid): string {
  return `${gitdir}/objects/${oid.slice(0, 2)}/${oid.slice(2)}`;
}

/** Nothing where it is spoilt: whoever then reads all of it says so. */
function startOf(deflated: Uint8Array): string {
  if (deflated.length === 0) return '';
  try {
    const start = inflateSync(deflated, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 256 * 1024 });
    return start.subarray(0, firstBytes).toString('latin1');
  } catch {
    return '';
  }
}
