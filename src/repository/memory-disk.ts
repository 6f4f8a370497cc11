import { type Disk, type DiskEntry, takeTurns } from './disk.ts';

interface Folder {
  readonly folders: Map<string, Folder>;
  readonly files: Map<string, Uint8Array>;
}

const emptyFolder = (): Folder => ({ folders: new Map(), files: new Map() });
const none = new Uint8Array(0);

/** A disk in memory. `copy` returns another one that starts with the same files. */
export interface MemoryDisk extends Disk {
  copy(): MemoryDisk;
}

export function memoryDisk(from?: Folder): MemoryDisk {
  const root = from ?? emptyFolder();
  const turns = takeTurns();
  const fileAt = (path: string): Uint8Array | null => {
    const { folder, name } = locate(root, path);
    return folder?.files.get(name) ?? null;
  };
  const put = (path: string, bytes: Uint8Array): void => {
    const { folder, name } = locate(root, path, true);
    folder?.files.set(name, bytes);
  };
  return {
    read: async (path) => fileAt(path),
    readFrom: async (path, offset, most = Infinity) => fileAt(path)?.subarray(offset, offset + most) ?? none,
    stat: async (path) => statOf(root, path),
    list: async (path) => listOf(root, path),
    write: async (path, bytes) => put(path, bytes.slice()),
    append: async (path, bytes) => put(path, joined(fileAt(path) ?? none, bytes)),
    truncate: async (path, size) => put(path, (fileAt(path) ?? none).slice(0, size)),
    create: async (path, bytes) => {
      if (statOf(root, path) !== null) return false;
      put(path, bytes.slice());
      return true;
    },
    remove: async (path) => {
      const { folder, name } = locate(root, path);
      folder?.files.delete(name);
    },
    withLock: turns,
    copy: () => memoryDisk(copyOf(root)),
  };
}

function partsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '' && part !== '.');
}

function locate(root: Folder, path: string, make = false): { folder: Folder | null; name: string } {
  const parts = partsOf(path);
  const name = parts.pop() ?? '';
  let folder: Folder = root;
  for (const part of parts) {
    let next = folder.folders.get(part);
    if (next === undefined) {
      if (!make) return { folder: null, name };
      next = emptyFolder();
      folder.folders.set(part, next);
    }
    folder = next;
  }
  return { folder, name };
}

function folderAt(root: Folder, path: string): Folder | null {
  let folder: Folder | undefined = root;
  for (const part of partsOf(path)) folder = folder?.folders.get(part);
  return folder ?? null;
}

function statOf(root: Folder, path: string): { size: number; folder: boolean; modifiedMs: number } | null {
  const { folder, name } = locate(root, path);
  const file = folder?.files.get(name);
  if (file !== undefined) return { size: file.length, folder: false, modifiedMs: 0 };
  return folderAt(root, path) === null ? null : { size: 0, folder: true, modifiedMs: 0 };
}

function listOf(root: Folder, path: string): readonly DiskEntry[] {
  const folder = folderAt(root, path);
  if (folder === null) return [];
  return [
    ...[...folder.folders.keys()].map((name) => ({ name, folder: true })),
    ...[...folder.files.keys()].map((name) => ({ name, folder: false })),
  ];
}

function joined(before: Uint8Array, after: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(before.length + after.length);
  bytes.set(before);
  bytes.set(after, before.length);
  return bytes;
}

/** Files are never changed in place, so a copy may share their bytes. */
function copyOf(folder: Folder): Folder {
  return {
    folders: new Map([...folder.folders].map(([name, inner]) => [name, copyOf(inner)])),
    files: new Map(folder.files),
  };
}
