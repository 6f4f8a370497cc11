import type { Disk } from '../src/repository/disk.ts';

export interface Counted extends Disk {
  /** The number of Git objects, loose or in packs, that were read and written, and their bytes. */
  readonly count: { read: number; bytes: number; written: number; bytesWritten: number };
}

/** A disk that counts the Git objects read and written, which is the same on every machine. */
export function counting(disk: Disk): Counted {
  const count = { read: 0, bytes: 0, written: 0, bytesWritten: 0 };
  const isObject = (path: string): boolean => path.includes('/objects/');
  const wrote = (path: string, bytes: Uint8Array): void => {
    if (!isObject(path)) return;
    count.written++;
    count.bytesWritten += bytes.length;
  };
  const counted: Pick<Disk, 'read' | 'write' | 'create'> = {
    read: async (path) => {
      const found = await disk.read(path);
      if (found !== null && isObject(path)) {
        count.read++;
        count.bytes += found.length;
      }
      return found;
    },
    write: (path, bytes, options) => {
      wrote(path, bytes);
      return disk.write(path, bytes, options);
    },
    create: async (path, bytes) => {
      const made = await disk.create(path, bytes);
      if (made) wrote(path, bytes);
      return made;
    },
  };
  return Object.assign(Object.create(disk) as Disk, { ...counted, count });
}
