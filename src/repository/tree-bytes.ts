import { concat, fromHex, fromLatin1, hexOf, latin1Of, textOf } from '#platform/bytes.ts';
import { RepositoryError } from './repository-error.ts';
import { kindOf, sortKey, type TreeEntry } from './tree-entry.ts';

/**
 * Parses and writes a tree. isomorphic-git rejects a whole tree for one name that could lead elsewhere, and loses names that aren't UTF-8
 * and modes that Git no longer uses. Only hostile or very old tools write these. Here the bad name is reported, the other entries are
 * read, and everything is written back unchanged.
 */

const oidBytes = 20;

export function parseTree(bytes: Uint8Array): readonly TreeEntry[] {
  const entries: TreeEntry[] = [];
  for (let at = 0; at < bytes.length;) {
    const space = bytes.indexOf(0x20, at);
    const end = bytes.indexOf(0, space);
    if (space < 0 || end < 0 || end + 1 + oidBytes > bytes.length) throw brokenTree(at);
    const mode = latin1Of(bytes, at, space);
    const raw = latin1Of(bytes, space + 1, end);
    const oid = hexOf(bytes, end + 1, end + 1 + oidBytes);
    entries.push({ name: textOf(bytes, space + 1, end), raw, mode, kind: kindOf(mode), oid });
    at = end + 1 + oidBytes;
  }
  return entries;
}

export function serializeTree(entries: readonly TreeEntry[]): Uint8Array {
  const sorted = [...entries].sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  return concat(sorted.flatMap(({ mode, raw, oid }) => [fromLatin1(`${mode} ${raw}\0`), fromHex(oid)]));
}

function brokenTree(at: number): RepositoryError {
  return new RepositoryError('corrupt', `A tree can't be read from byte ${at} on.`, { at });
}
