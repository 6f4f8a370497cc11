import { latin1Of } from '#platform/bytes.ts';
import { inflateStart } from '#platform/compress.ts';

import type { LargeObject, ObjectKind } from './git-object.ts';
import type { Repository } from './repository.ts';
import type { Oid } from './oid.ts';

const firstBytes = 128;
const headerForm = /^(blob|tree|commit|tag) (\d+)\0/;

/**
 * Reads the type and size of a loose object from its first bytes, or returns null if there is no such object. A push of a few KB can
 * inflate to a GB, and isomorphic-git inflates before it checks.
 */
export async function sizeOfLoose({ disk, gitdir }: Repository, oid: Oid): Promise<LargeObject | null> {
  const start = await disk.readFrom(pathOfLoose(gitdir, oid), 0, firstBytes);
  const [, kind, size] = headerForm.exec(startOf(start)) ?? [];
  return kind === undefined ? null : { kind: kind as ObjectKind, size: Number(size) };
}

export function pathOfLoose(gitdir: string, oid: Oid): string {
  return `${gitdir}/objects/${oid.slice(0, 2)}/${oid.slice(2)}`;
}

/** Returns an empty text if the object is corrupt; reading the whole object will report that. */
function startOf(deflated: Uint8Array): string {
  if (deflated.length === 0) return '';
  try {
    return latin1Of(inflateStart(deflated, 256 * 1024).subarray(0, firstBytes));
  } catch {
    return '';
  }
}
