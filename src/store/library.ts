import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The library that comes with the engine. */
export const LIBRARY_FOLDER = fileURLToPath(new URL('../../content/library', import.meta.url));

const TEXT = /\.(md|ts|yml|yaml|json|jsonl)$/;

/** All text files below a folder, by their paths from it. */
export function readFolder(folder: string): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  collect(folder, '', files);
  return files;
}

function collect(folder: string, below: string, files: Map<string, string>): void {
  for (const name of readdirSync(join(folder, below)).sort()) {
    const path = below === '' ? name : `${below}/${name}`;
    const stats = statSync(join(folder, path));
    if (stats.isDirectory()) collect(folder, path, files);
    else if (TEXT.test(name)) files.set(path, readFileSync(join(folder, path), 'utf8'));
  }
}

export function readLibrary(): ReadonlyMap<string, string> {
  return readFolder(LIBRARY_FOLDER);
}

/** A library in a folder; packs without core rules among them are laid beside those that come with the engine. */
export function readLibraryIn(folder: string): ReadonlyMap<string, string> {
  const own = readFolder(folder);
  const isWhole = [...own.keys()].some((path) => path.startsWith('core/'));
  return isWhole ? own : new Map([...readLibrary(), ...own]);
}
