import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';

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
  const whole = inflateSync(pressed, { maxOutputLength: mostBytes + headerBytes });
  const named = createHash('sha1').update(whole).digest('hex');
  const [header, kind, size] = headerForm.exec(whole.toString('latin1', 0, headerBytes)) ?? [];
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
