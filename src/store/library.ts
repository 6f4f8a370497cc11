import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { withWholeClauses } from '../ruleset/compose.ts';
import { isCompiled } from '../sandbox/own-file.ts';

/** The library that comes with the engine. */
const LIBRARY = new URL('../../content/library', import.meta.url);

const TEXT = /\.(md|ts|yml|yaml|json|jsonl|diff)$/;

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

/** All text files of the library by their paths. The published package has them in one file, since npm takes seconds to unpack a thousand. */
export function readLibrary(): ReadonlyMap<string, string> {
  if (!isCompiled) return withWholeClauses(readFolder(fileURLToPath(LIBRARY)));
  const texts = JSON.parse(readFileSync(new URL(`${LIBRARY.href}.json`), 'utf8')) as Record<string, string>;
  return withWholeClauses(new Map(Object.entries(texts)));
}

/** Reads a library from a folder. If it has no core rules, the packs are added to the engine's library. */
export function readLibraryIn(folder: string): ReadonlyMap<string, string> {
  const own = readFolder(folder);
  const isWhole = [...own.keys()].some((path) => path.startsWith('core/'));
  return withWholeClauses(isWhole ? own : new Map([...readLibrary(), ...own]));
}
