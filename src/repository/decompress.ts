import { latin1Of } from '#platform/bytes.ts';
import { inflate } from '#platform/compress.ts';
import { hexDigest } from '#platform/hash.ts';

import type { ObjectKind } from './git-object.ts';
import { RepositoryError } from './repository-error.ts';
import type { Oid } from './oid.ts';

const headerForm = /^(blob|tree|commit|tag) (\d+)\0/;
const headerBytes = 32;

/**
 * Decompresses a loose object. isomorphic-git inflates in JavaScript and verifies each object's name on another thread, which takes a
 * tick longer than the disk does. Figures: docs/decisions/0002-git-by-isomorphic-git.md.
 */
export function decompress(
  oid: Oid,
  pressed: Uint8Array,
  mostBytes: number,
): { readonly kind: ObjectKind; readonly bytes: Uint8Array } {
  const whole = inflate(pressed, mostBytes + headerBytes);
  const named = hexDigest('sha1', whole);
  const [header, kind, size] = headerForm.exec(latin1Of(whole, 0, Math.min(headerBytes, whole.length))) ?? [];
  const bytes = whole.subarray(header?.length ?? 0);
  if (header === undefined || named !== oid || bytes.length !== Number(size))
    throw new RepositoryError(
      'corrupt',
      `The object ${oid} can't be read: its bytes are not what its name says.`,
      {
        oid,
      },
    );
  return { kind: kind as ObjectKind, bytes };
}
