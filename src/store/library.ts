import { namesIn, readText, statOf } from '#platform/files.ts';
import { join, pathOf } from '#platform/paths.ts';

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
  for (const name of namesIn(join(folder, below)).sort()) {
    const path = below === '' ? name : `${below}/${name}`;
    if (statOf(join(folder, path))?.isFolder === true) collect(folder, path, files);
    else if (TEXT.test(name)) files.set(path, readText(join(folder, path)));
  }
}

/** All text files of the library by their paths. The published package has them in one file, since npm takes seconds to unpack a thousand. */
export function readLibrary(): ReadonlyMap<string, string> {
  if (!isCompiled) return withWholeClauses(readFolder(pathOf(LIBRARY)));
  const texts = JSON.parse(readText(new URL(`${LIBRARY.href}.json`))) as Record<string, string>;
  return withWholeClauses(new Map(Object.entries(texts)));
}

/** Reads a library from a folder. If it has no core rules, the packs are added to the engine's library. */
export function readLibraryIn(folder: string): ReadonlyMap<string, string> {
  const own = readFolder(folder);
  const isWhole = [...own.keys()].some((path) => path.startsWith('core/'));
  return withWholeClauses(isWhole ? own : new Map([...readLibrary(), ...own]));
}
