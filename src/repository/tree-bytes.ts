import { concat, fromHex, fromLatin1, hexOf, latin1Of, textOf, utf8 } from '#platform/bytes.ts';
import { RepositoryError } from './repository-error.ts';
import type { Oid } from './oid.ts';

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

export type EntryKind = 'folder' | 'file' | 'executable' | 'symlink' | 'submodule' | 'odd';

export interface TreeEntry {
  /** The name as people read it. Bytes that aren't UTF-8 appear as U+FFFD. */
  readonly name: string;
  /** The name's bytes, one character each. Git sorts by them, and they are written back unchanged. */
  readonly raw: string;
  readonly mode: string;
  readonly kind: EntryKind;
  readonly oid: Oid;
}

const kinds: Readonly<Record<string, EntryKind>> = {
  '40000': 'folder',
  '040000': 'folder',
  '100644': 'file',
  '100664': 'file',
  '100755': 'executable',
  '120000': 'symlink',
  '160000': 'submodule',
};
const modes = { folder: '40000', file: '100644', executable: '100755' };

export function kindOf(mode: string): EntryKind {
  return Object.hasOwn(kinds, mode) ? (kinds[mode] ?? 'odd') : 'odd';
}

function entryOf(name: string, mode: string, oid: Oid): TreeEntry {
  return { name, raw: latin1Of(utf8(name)), mode, kind: kindOf(mode), oid };
}

export function entryFor(name: string, kind: 'folder' | 'file' | 'executable', oid: Oid): TreeEntry {
  return entryOf(name, modes[kind], oid);
}

/** Git sorts folders as if their names ended in a slash. */
export function sortKey({ raw, kind }: TreeEntry): string {
  return kind === 'folder' ? `${raw}/` : raw;
}
