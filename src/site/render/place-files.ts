import { linkSync, mkdirSync, readFileSync, rmdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { putFile } from '../../repository/write-files.ts';

/** Maps paths in an output folder to source files. */
export type Placing = ReadonlyMap<string, string>;

/**
 * Updates an output folder: adds the wanted files, and removes those that an earlier build put there and that are no
 * longer wanted. Files that are up to date are left alone, and so are files that no build put there. `list` records
 * what was placed.
 */
export function placeFiles(out: string, wanted: Placing, list: string): void {
  for (const path of placedBefore(list)) if (!wanted.has(path)) removeAt(out, path);
  putFile(list, JSON.stringify([...wanted.keys()]), { durable: false });
  const made = new Set<string>();
  for (const [path, from] of wanted) {
    const to = join(out, path);
    const folder = dirname(to);
    // A new folder contains nothing to compare, and most folders hold one page.
    const isNew = !made.has(folder) && mkdirSync(folder, { recursive: true }) !== undefined;
    made.add(folder);
    if (!isNew) place(from, to);
    else link(from, to);
  }
}

function placedBefore(list: string): readonly string[] {
  try {
    return JSON.parse(readFileSync(list, 'utf8')) as readonly string[];
  } catch {
    return [];
  }
}

function place(from: string, to: string): void {
  const [own, there] = [statSync(from), statSync(to, { throwIfNoEntry: false })];
  if (there !== undefined) {
    if (there.ino === own.ino && there.dev === own.dev) return;
    if (there.size === own.size && there.mtimeMs === own.mtimeMs) return;
    rmSync(to, { force: true, recursive: true });
  }
  link(from, to);
}

function link(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    // Not every file system has hard links, and none crosses to another disk.
    putFile(to, readFileSync(from), { durable: false });
    const { atime, mtime } = statSync(from);
    utimesSync(to, atime, mtime);
  }
}

function removeAt(out: string, path: string): void {
  rmSync(join(out, path), { force: true });
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    try {
      rmdirSync(join(out, folder));
    } catch {
      // The folder is not empty.
      return;
    }
  }
}
