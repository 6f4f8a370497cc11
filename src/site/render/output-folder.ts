import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { putFile } from '#platform/files.ts';

/** `matters/1/` → `matters/1/index.html`, `feed.xml` → `feed.xml` */
export function fileOf(path: string): string {
  if (path === '404') return '404.html';
  return path === '' || path.endsWith('/') ? `${path}index.html` : path;
}

/** Writes a file unless it has the same bytes already, so that tools that publish the folder see what has changed. */
export function writeChanged(path: string, bytes: Buffer): void {
  const there = statSync(path, { throwIfNoEntry: false });
  if (there?.size === bytes.length && readFileSync(path).equals(bytes)) return;
  putFile(path, bytes, { durable: false });
}

/** Places a file that is stored elsewhere, by a hard link if the file system has them, so that it takes no more space. */
export function placeFile(from: string, to: string): void {
  if (isPlaced(from, to)) return;
  mkdirSync(dirname(to), { recursive: true });
  rmSync(to, { recursive: true, force: true });
  try {
    linkSync(from, to);
  } catch {
    // Not every file system has hard links, and none crosses to another disk.
    putFile(to, readFileSync(from), { durable: false });
    const { atime, mtime } = statSync(from);
    utimesSync(to, atime, mtime);
  }
}

/** True if a file that is stored elsewhere is in place and unchanged. */
export function isPlaced(from: string, to: string): boolean {
  const [own, there] = [statSync(from), statSync(to, { throwIfNoEntry: false })];
  return there?.size === own.size && there.mtimeMs === own.mtimeMs;
}

export function placeFolder(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    placeFile(path, join(to, path.slice(from.length)));
  }
}

/**
 * Removes the files and folders that an earlier build wrote and this one didn’t. Other files stay. `list` is
 * the file that names what the last build wrote.
 */
export function removeOthers(out: string, written: ReadonlySet<string>, list: string): void {
  for (const path of writtenBefore(list)) if (!written.has(path)) removeAt(out, path);
}

function writtenBefore(list: string): readonly string[] {
  try {
    return JSON.parse(readFileSync(list, 'utf8')) as readonly string[];
  } catch {
    return [];
  }
}

function removeAt(out: string, path: string): void {
  rmSync(join(out, path), { recursive: true, force: true });
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    try {
      rmdirSync(join(out, folder));
    } catch {
      // The folder is not empty.
      return;
    }
  }
}
