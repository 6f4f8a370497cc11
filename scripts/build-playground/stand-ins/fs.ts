// Stands in for node:fs in the code that serves a game at home, with the worker's own files.
import {
  entriesIn,
  filesBelow,
  isThere,
  makeFolders,
  putFile,
  readBytes,
  readText,
  removeAll,
  statOf,
} from '#platform/files.ts';
import { join } from '#platform/paths.ts';

interface Entry {
  readonly name: string;
  readonly parentPath: string;
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

const isSymbolicLink = (): boolean => false;

export const existsSync = (path: string | URL): boolean => isThere(plain(path));
export const mkdirSync = (path: string): void => makeFolders(path);
export const rmSync = (path: string): void => removeAll(path);
export const rmdirSync = rmSync;
export const utimesSync = (): void => undefined;
export { none as mkdtempSync } from './others.ts';
export const linkSync = (from: string, to: string): void => putFile(to, readBytes(from));

export function readFileSync(path: string | URL, form?: string): string | Uint8Array {
  return form === undefined ? readBytes(path) : readText(path);
}

export function statSync(path: string | URL): object | undefined {
  const found = statOf(plain(path));
  if (found === null) return undefined;
  const { size, isFolder, modifiedMs } = found;
  return {
    size,
    mtimeMs: modifiedMs,
    mtimeNs: BigInt(modifiedMs),
    ctimeNs: 0n,
    ino: 0n,
    isDirectory: () => isFolder,
    isFile: () => !isFolder,
    isSymbolicLink,
  };
}

export const lstatSync = statSync;

export function readdirSync(
  folder: string,
  { recursive = false, withFileTypes = false }: { recursive?: boolean; withFileTypes?: boolean } = {},
): readonly (string | Entry)[] {
  if (!isThere(folder)) throw Object.assign(new Error(`ENOENT: ${folder}`), { code: 'ENOENT' });
  const found = recursive ? filesBelow(folder).map((name) => ({ name, folder: false })) : entriesIn(folder);
  if (!withFileTypes) return found.map(({ name }) => name);
  return found.map((entry) => ({
    name: entry.name.split('/').at(-1) ?? '',
    parentPath: join(folder, ...entry.name.split('/').slice(0, -1)),
    isFile: () => !entry.folder,
    isDirectory: () => entry.folder,
    isSymbolicLink,
  }));
}

/** Supports patterns with one star, which matches any name: `_astro/*`. */
export function globSync(pattern: string, { cwd = '/' }: { readonly cwd?: string } = {}): readonly string[] {
  const [start = '', end = ''] = pattern.split(/\*+(?:\/\*)?/u);
  if (!isThere(cwd)) return [];
  return filesBelow(cwd).filter((name) => name.startsWith(start) && name.endsWith(end));
}

/** Only the engine writes there, and it knows what it wrote. */
export const watch = (): { close(): void } => ({ close: () => undefined });

function plain(path: string | URL): string {
  return typeof path === 'string' ? path : decodeURIComponent(path.pathname);
}
