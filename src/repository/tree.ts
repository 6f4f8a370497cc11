import { RepositoryError } from './repository-error.ts';
import { readKind, writeObject } from './objects.ts';
import type { Oid, Repository } from './repository.ts';

export type EntryKind = 'folder' | 'file' | 'executable' | 'symlink' | 'submodule' | 'odd';

export interface TreeEntry {
  /** The name as people read it; bytes that are no UTF-8 show as U+FFFD. */
  readonly name: string;
  /** The name's bytes, one character each: what Git sorts by, and what is written back unchanged. */
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
const largestTreeBytes = 8 * 1024 * 1024;
const oidBytes = 20;

export function entryFor(name: string, kind: 'folder' | 'file' | 'executable', oid: Oid): TreeEntry {
  const mode = kind === 'folder' ? '40000' : kind === 'file' ? '100644' : '100755';
  return { name, raw: Buffer.from(name, 'utf8').toString('latin1'), mode, kind, oid };
}

/**
 * Read here and not by isomorphic-git, which refuses a whole folder for one bad name in it: here the bad name is
 * reported and what stands beside it is read.
 */
export function parseTree(bytes: Uint8Array): readonly TreeEntry[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const entries: TreeEntry[] = [];
  for (let at = 0; at < buffer.length;) {
    const space = buffer.indexOf(0x20, at);
    const end = buffer.indexOf(0, space);
    if (space < 0 || end < 0 || end + 1 + oidBytes > buffer.length) throw brokenTree(at);
    const mode = buffer.toString('latin1', at, space);
    const raw = buffer.toString('latin1', space + 1, end);
    const oid = buffer.toString('hex', end + 1, end + 1 + oidBytes);
    entries.push({
      name: buffer.toString('utf8', space + 1, end),
      raw,
      mode,
      kind: kinds[mode] ?? 'odd',
      oid,
    });
    at = end + 1 + oidBytes;
  }
  return entries;
}

export function serializeTree(entries: readonly TreeEntry[]): Uint8Array {
  const sorted = [...entries].sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  return Buffer.concat(
    sorted.flatMap(({ mode, raw, oid }) => [
      Buffer.from(`${mode} ${raw}\0`, 'latin1'),
      Buffer.from(oid, 'hex'),
    ]),
  );
}

/** Git sorts folders as if their names ended in a slash. */
function sortKey({ raw, kind }: TreeEntry): string {
  return kind === 'folder' ? `${raw}/` : raw;
}

export async function readTreeEntries(repository: Repository, oid: Oid): Promise<readonly TreeEntry[]> {
  return parseTree(await readKind(repository, 'tree', oid, largestTreeBytes));
}

export function writeTreeEntries(repository: Repository, entries: readonly TreeEntry[]): Promise<Oid> {
  return writeObject(repository, 'tree', serializeTree(entries));
}

function brokenTree(at: number): RepositoryError {
  return new RepositoryError('corrupt', `A tree can't be read from byte ${at} on.`, { at });
}
