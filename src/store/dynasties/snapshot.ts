import { DYNASTIES, type ContentFiles } from '../paths.ts';
import { recordPath } from '../journal/journal-record.ts';

const ROOT = 'content/';

/** Writes several texts as one file, in order of their paths below `content/`. */
export function writeSnapshot(files: ContentFiles, holds: (path: string) => boolean): string {
  const paths = [...files.keys()].filter((path) => path.startsWith(ROOT) && holds(path)).sort();
  const texts = Object.fromEntries(paths.map((path) => [path.slice(ROOT.length), files.get(path) ?? '']));
  return `${JSON.stringify(texts, null, 1)}\n`;
}

export function readSnapshot(text: string): ContentFiles {
  const texts = JSON.parse(text) as Readonly<Record<string, string>>;
  return new Map(Object.entries(texts).map(([path, content]) => [`${ROOT}${path}`, content]));
}

/** The game as a dynasty begins, with everything that a replay needs. */
export function firstSnapshot(files: ContentFiles): string {
  return writeSnapshot(files, (path) => !path.startsWith(DYNASTIES) && path !== recordPath);
}
