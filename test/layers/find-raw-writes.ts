import { readSource } from './read-source.ts';

const HELPER = 'src/platform/node/files.ts';
const FILES = /^(node:)?fs(\/promises)?$/;
/** Of `node:fs`: whatever a disk that is full, or a kill, leaves half done. To remove, or make a folder, is whole. */
const RAW =
  /^(f?(write|append|truncate)|createWriteStream$|open(Sync)?$|rename|copyFile|cp(Sync)?$|(sym)?link)/;
/** A page is a link to where it is kept, which is whole by itself; objects of Git, and files that somebody names, are opened to be read from. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  'src/site/render/output-folder.ts': ['linkSync'],
  'src/cli/local/read-given.ts': ['openSync'],
};

/** What one file of src/ writes by itself and not through the helper that keeps files whole. */
export function findRawWrites(path: string, code: string): string[] {
  if (path === HELPER) return [];
  const allowed = ALLOWED[path] ?? [];
  return readSource(code, path).imports.flatMap(({ specifier, names, typeOnly, line }) => {
    if (!FILES.test(specifier) || typeOnly) return [];
    const instead = `${HELPER} writes files so that a full disk leaves them whole`;
    if (names === null)
      return [`${path}:${line} imports all of ${specifier}: name what it needs; ${instead}.`];
    return names
      .filter((name) => RAW.test(name) && !allowed.includes(name))
      .map((name) => `${path}:${line} imports ${name}: ${instead}.`);
  });
}
