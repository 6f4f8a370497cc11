import { linkSync, mkdirSync, readFileSync, rmdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { putFile } from '../../repository/write-files.ts';

/** Files of an output folder, each with the file that it is. */
export type Placing = ReadonlyMap<string, string>;

/**
 * Makes an output folder hold what is wanted, and nothing that an earlier build put there and this one doesn’t want.
 * What stands there already is left alone, and so is what no build put there. `list` keeps what was put where.
 */
export function placeFiles(out: string, wanted: Placing, list: string): void {
  for (const path of placedBefore(list)) if (!wanted.has(path)) removeAt(out, path);
  putFile(list, JSON.stringify([...wanted.keys()]), { durable: false });
  const made = new Set<string>();
  for (const [path, from] of wanted) {
    const to = join(out, path);
    const folder = dirname(to);
    // In a folder that is new nothing stands yet: most hold one page.
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
    // Not every disk has links, and none reaches another disk.
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
      // Something else is in it.
      return;
    }
  }
}
