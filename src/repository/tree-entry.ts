import { latin1Of, utf8 } from '#platform/bytes.ts';
import type { Oid } from './oid.ts';

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
