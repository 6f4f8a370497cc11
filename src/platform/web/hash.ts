import { hmac } from '@noble/hashes/hmac.js';
import { sha1 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';

import type { HashKind, HashPart } from '../node/hash.ts';
import { base64Of, hexOf, utf8 } from './bytes.ts';

export type { HashKind, HashPart };

const KINDS = { sha1, sha256 } as const;

/** The browser's own hashes only answer later, and the engine needs them at once. */
export function digest(kind: HashKind, ...parts: readonly HashPart[]): Uint8Array<ArrayBuffer> {
  const all = KINDS[kind].create();
  for (const part of parts) all.update(typeof part === 'string' ? utf8(part) : part);
  return all.digest();
}

export function hexDigest(kind: HashKind, ...parts: readonly HashPart[]): string {
  return hexOf(digest(kind, ...parts));
}

export function base64Digest(kind: HashKind, ...parts: readonly HashPart[]): string {
  return base64Of(digest(kind, ...parts));
}

export function hmacSha256(key: Uint8Array, text: string): Uint8Array<ArrayBuffer> {
  return hmac(sha256, key, utf8(text));
}
