import { createHash, createHmac, hash, type Hash } from 'node:crypto';

export type HashKind = 'sha1' | 'sha256';
/** Texts are hashed as UTF-8. */
export type HashPart = string | Uint8Array;

export function digest(kind: HashKind, ...parts: readonly HashPart[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hashing(kind, parts).digest());
}

export function hexDigest(kind: HashKind, ...parts: readonly HashPart[]): string {
  const [only] = parts;
  // One call is several times as fast for short texts.
  return parts.length === 1 && only !== undefined
    ? hash(kind, only, 'hex')
    : hashing(kind, parts).digest('hex');
}

export function base64Digest(kind: HashKind, ...parts: readonly HashPart[]): string {
  const [only] = parts;
  return parts.length === 1 && only !== undefined
    ? hash(kind, only, 'base64')
    : hashing(kind, parts).digest('base64');
}

export function hmacSha256(key: Uint8Array, text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHmac('sha256', key).update(text, 'utf8').digest());
}

function hashing(kind: HashKind, parts: readonly HashPart[]): Hash {
  const all = createHash(kind);
  for (const part of parts) all.update(part);
  return all;
}
