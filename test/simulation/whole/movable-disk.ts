import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

import type { Disk } from '../../../src/repository/disk.ts';
import { memoryDisk } from '../../../src/repository/memory-disk.ts';
import { nodeDisk } from '../../../src/repository/node-disk.ts';

/** A disk in memory, which is a folder of this machine for as long as somebody needs it there. */
export interface MovableDisk extends Disk {
  during<T>(folder: string, act: () => Promise<T>): Promise<T>;
}

export function movableDisk(inMemory: Disk): MovableDisk {
  let at = inMemory;
  return {
    read: (path) => at.read(path),
    readFrom: (path, offset, most) => at.readFrom(path, offset, most),
    stat: (path) => at.stat(path),
    list: (path) => at.list(path),
    write: (path, bytes, options) => at.write(path, bytes, options),
    append: (path, bytes) => at.append(path, bytes),
    truncate: (path, size) => at.truncate(path, size),
    create: (path, bytes) => at.create(path, bytes),
    remove: (path) => at.remove(path),
    withLock: (path, action) => at.withLock(path, action),
    during: async (folder, act) => {
      const [memory, onDisk] = [at, nodeDisk(folder)];
      for await (const path of filesOf(memory)) await onDisk.write(path, await bytesOf(memory, path));
      at = onDisk;
      try {
        return await act();
      } finally {
        at = await inMemoryAgain(folder, memory);
      }
    },
  };
}

/** What Git names by its content is as it was. */
async function inMemoryAgain(folder: string, before: Disk): Promise<Disk> {
  const disk = memoryDisk();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const path = file.slice(folder.length + 1).replaceAll(sep, '/');
    const known = path.includes('/objects/') ? await before.read(path) : null;
    await disk.write(path, known ?? readFileSync(file));
  }
  return disk;
}

async function* filesOf(disk: Disk, folder = ''): AsyncGenerator<string> {
  for (const { name, folder: isFolder } of await disk.list(folder)) {
    const path = folder === '' ? name : `${folder}/${name}`;
    if (isFolder) yield* filesOf(disk, path);
    else yield path;
  }
}

async function bytesOf(disk: Disk, path: string): Promise<Uint8Array> {
  return (await disk.read(path)) ?? new Uint8Array();
}
