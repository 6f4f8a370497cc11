import type { PromiseFsClient } from 'isomorphic-git';

import type { Disk } from './disk.ts';

interface GitStat {
  isDirectory(): boolean;
  isFile(): boolean;
  isSymbolicLink(): boolean;
  size: number;
  mtimeMs: number;
}

/** The file system that isomorphic-git asks for, on a disk of ours: each of its writes is whole or not at all. */
export function gitFiles(disk: Disk): PromiseFsClient {
  const stat = async (path: string): Promise<GitStat> => {
    const found = await disk.stat(path);
    if (found === null) throw missing(path);
    return {
      isDirectory: () => found.folder,
      isFile: () => !found.folder,
      isSymbolicLink: () => false,
      size: found.size,
      mtimeMs: found.modifiedMs,
    };
  };
  const readFile = async (path: string, options?: unknown): Promise<Uint8Array | string> => {
    const bytes = await disk.read(path);
    if (bytes === null) throw missing(path);
    return encodingOf(options) === null ? bytes : new TextDecoder().decode(bytes);
  };
  const writeFile = async (path: string, content: Uint8Array | string): Promise<void> =>
    disk.write(path, typeof content === 'string' ? new TextEncoder().encode(content) : content);
  const readdir = async (path: string): Promise<string[]> =>
    (await disk.list(path)).map((entry) => entry.name);
  const nothing = async (): Promise<void> => {};
  const noLinks = async (path: string): Promise<never> => {
    throw missing(path);
  };
  const unlink = (path: string): Promise<void> => disk.remove(path);
  return {
    // Folders come with their first file, and go unnoticed with their last.
    promises: {
      readFile,
      writeFile,
      unlink,
      readdir,
      mkdir: nothing,
      rmdir: nothing,
      stat,
      lstat: stat,
      readlink: noLinks,
      symlink: noLinks,
    },
  };
}

function encodingOf(options: unknown): string | null {
  if (typeof options === 'string') return options;
  if (typeof options !== 'object' || options === null || !('encoding' in options)) return null;
  return typeof options.encoding === 'string' ? options.encoding : null;
}

function missing(path: string): Error {
  return Object.assign(new Error(`ENOENT: no such file, ${path}`), { code: 'ENOENT', path });
}
