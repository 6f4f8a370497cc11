// All files that this program writes itself go through this module, so that a full or failing disk or a power failure leaves whole files.
// `test/layers.test.ts` finds code that writes in another way.
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  cpSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';

export interface PutOptions {
  /** True to return only when the bytes are on the disk, so that they survive a power failure. Unneeded for files that can be recreated. */
  readonly durable?: boolean;
  /** 0o600 hides a file, and the folder created for it, from all other users of this machine. */
  readonly mode?: number;
  /** The folder that holds the file until it is complete; by default its destination. It must be on the same disk. */
  readonly drafts?: string;
}

export interface FileStat {
  readonly size: number;
  readonly isFolder: boolean;
  readonly modifiedMs: number;
}

export function isThere(path: string): boolean {
  return existsSync(path);
}

export function readBytes(path: string | URL): Uint8Array<ArrayBuffer> {
  return readFileSync(path);
}

export function readText(path: string | URL): string {
  return readFileSync(path, 'utf8');
}

/** Null if there is nothing. Looking first is cheaper than raising an error. */
export function statOf(path: string): FileStat | null {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return null;
  return { size: stat.size, isFolder: stat.isDirectory(), modifiedMs: stat.mtimeMs };
}

export function namesIn(folder: string): string[] {
  return readdirSync(folder);
}

export function entriesIn(folder: string): readonly { readonly name: string; readonly folder: boolean }[] {
  return readdirSync(folder, { withFileTypes: true }).map((entry) => ({
    name: entry.name,
    folder: entry.isDirectory(),
  }));
}

/** All files below a folder, by their paths from it, with `/` on every system. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}

/** At most so many bytes from a position; none if the file is shorter or absent. */
export function readPart(path: string, offset: number, most: number): Uint8Array<ArrayBuffer> {
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return new Uint8Array(0);
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(Math.min(most, Math.max(0, fstatSync(file).size - offset)));
    let read = 0;
    while (read < bytes.length) {
      const more = readSync(file, bytes, read, bytes.length - read, offset + read);
      if (more === 0) break;
      read += more;
    }
    return bytes.subarray(0, read);
  } finally {
    closeSync(file);
  }
}

export function makeFolders(path: string, mode?: number): void {
  mkdirSync(path, { recursive: true, ...(mode === undefined ? {} : { mode }) });
}

/** Throws if there is no such file. */
export function removeFile(path: string): void {
  rmSync(path);
}

/** Removes a file, or a folder with everything in it, if there is one. */
export function removeAll(path: string): void {
  rmSync(path, { recursive: true, force: true });
}

const PRIVATE = 0o600;
const DRAFT = /^\d+-\d+-[\da-f-]+\.draft$/u;

/** A file's content. Several parts are written one after another, without joining them in memory. */
export type Content = Uint8Array | string | readonly Uint8Array[];

/** Writes the whole file or nothing: a reader finds the old or the new content, even after a kill. */
export function putFile(path: string, content: Content, options: PutOptions = {}): void {
  const { durable = true, mode, drafts = dirname(path) } = options;
  const draft = draftIn(drafts);
  try {
    writeNew(draft, content, { durable, ...(mode === undefined ? {} : { mode }) });
    inFolder(path, mode, () => renameSync(draft, path));
    if (durable) syncFolder(dirname(path));
  } catch (error) {
    discard(draft);
    throw named(error, path);
  }
}

/** Creates a whole file unless one exists, and returns whether it did. A kill leaves all of it or nothing. */
export function createFile(path: string, content: Uint8Array | string, drafts: string): boolean {
  const draft = draftIn(drafts);
  try {
    writeNew(draft, content);
    inFolder(path, undefined, () => linkSync(draft, path));
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw named(error, path);
  } finally {
    discard(draft);
  }
}

/** Makes a folder elsewhere appear here, too. */
export function linkFolder(elsewhere: string, path: string): void {
  symlinkSync(elsewhere, path, 'junction');
}

/** Moves a completed folder to its destination. */
export function putFolder(made: string, path: string): void {
  renameSync(made, path);
}

/**
 * Creates a folder of several files unless one exists. It is complete or absent even after a kill, except that a kill in the last moments
 * can leave an existing empty folder partly filled.
 */
export function makeFolder(
  path: string,
  files: Iterable<readonly [name: string, content: Uint8Array | string]>,
  options: Omit<PutOptions, 'drafts'> = {},
): void {
  const draft = folderDraft(path);
  try {
    for (const [name, content] of files) putFile(join(draft, name), content, options);
    moveIn(draft, path);
  } catch (error) {
    discard(draft);
    throw error;
  }
}

/** Like `makeFolder`, for anything that `fill` puts into the draft. */
export async function fillFolder(path: string, fill: (draft: string) => Promise<void> | void): Promise<void> {
  const draft = folderDraft(path);
  try {
    mkdirSync(draft, { mode: 0o700 });
    await fill(draft);
    moveIn(draft, path);
  } catch (error) {
    discard(draft);
    throw error;
  }
}

/** An existing folder may be somebody's working directory or a mount point, so it is filled rather than replaced. */
function folderDraft(path: string): string {
  const place = isThere(path) ? path : dirname(path);
  sweepDrafts(place);
  return draftIn(place);
}

function moveIn(draft: string, path: string): void {
  if (!isThere(path)) renameSync(draft, path);
  else {
    // The order is fixed, so that we know which files a kill can leave out.
    for (const name of readdirSync(draft).sort()) renameSync(join(draft, name), join(path, name));
    discard(draft);
  }
  syncFolder(dirname(path));
}

/** Whether a killed process may have left this. */
export function isDraft(name: string): boolean {
  return DRAFT.test(name);
}

export function draftOwner(draft: string): number {
  return Number.parseInt(draft, 10);
}

/** Whether the folder holds nothing but drafts of killed processes. */
export function isFreeFolder(path: string): boolean {
  return !existsSync(path) || readdirSync(path).every(isDraft);
}

/** Creates a file. Throws `EEXIST` if one exists, and leaves none if writing fails. */
export function writeNew(
  path: string,
  content: Content,
  { durable = false, mode }: Omit<PutOptions, 'drafts'> = {},
): void {
  const file = inFolder(path, mode, () => openSync(path, 'wx', mode));
  try {
    writeAll(file, content);
    if (durable) fsyncSync(file);
  } catch (error) {
    discard(path);
    throw named(error, path);
  } finally {
    closeSync(file);
  }
}

/**
 * Appends, and returns once the bytes are on the disk. If a full disk takes only a part, that part is removed again. Only a kill can
 * leave one.
 */
export function appendToFile(path: string, content: Uint8Array | string, mode?: number): void {
  const file = inFolder(path, mode, () => openSync(path, 'a', mode));
  try {
    const { size } = fstatSync(file);
    try {
      writeAll(file, content);
      fsyncSync(file);
    } catch (error) {
      takeBack(file, size);
      throw error;
    }
    if (size === 0) syncFolder(dirname(path));
  } catch (error) {
    throw named(error, path);
  } finally {
    closeSync(file);
  }
}

export function cutFile(path: string, size: number): void {
  truncateSync(path, size);
}

/** Renames an unreadable file to a free name beside it, and returns that name. */
export function setFileAside(path: string): string {
  for (let count = 1; ; count++) {
    const aside = `${path}.spoilt-${count}`;
    if (statSync(aside, { throwIfNoEntry: false }) !== undefined) continue;
    renameSync(path, aside);
    return aside;
  }
}

/** Copies a folder, except for paths that `keeps` rejects. If this fails, the caller removes the copy. */
export function copyFolder(from: string, to: string, keeps: (path: string) => boolean): void {
  cpSync(from, to, { recursive: true, filter: keeps });
}

const unfinishedMs = 3_600_000;

/** Removes drafts that killed processes left in a folder. No living process needs an hour for one. */
export function sweepDrafts(folder: string, isLeft = isDraft): void {
  let names: string[] = [];
  try {
    names = readdirSync(folder).filter(isLeft);
  } catch (error) {
    if (!isAbsence(error)) throw error;
  }
  for (const name of names) {
    const path = join(folder, name);
    const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: Infinity };
    if (Date.now() - mtimeMs > unfinishedMs) discard(path);
  }
}

function draftIn(folder: string): string {
  return join(folder, `${process.pid}-${Date.now()}-${randomUUID()}.draft`);
}

const absent = new Set(['ENOENT', 'ENOTDIR', 'EISDIR']);

/** Whether an error says that there is no such file. */
export function isAbsence(error: unknown): boolean {
  return absent.has(codeOf(error));
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** The folder usually exists, so it is created only after a write has failed without it. */
function inFolder<T>(path: string, mode: number | undefined, write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    mkdirSync(dirname(path), { recursive: true, ...(mode === PRIVATE ? { mode: 0o700 } : {}) });
    return write();
  }
}

function writeAll(file: number, content: Content): void {
  const parts = typeof content === 'string' ? [Buffer.from(content, 'utf8')] : [content].flat();
  for (const bytes of parts) {
    let written = 0;
    while (written < bytes.length) written += writeSync(file, bytes, written);
  }
}

/** A new name is on the disk only once its folder is synced. Windows has no such call and needs none. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Reports the earlier failure rather than this one. The next append sets a leftover part aside. */
function takeBack(file: number, size: number): void {
  try {
    ftruncateSync(file, size);
  } catch {
    // See above.
  }
}

/** Likewise; a leftover draft is swept later. */
function discard(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // See above.
  }
}

/** The system doesn't name the file when writing to an open one fails. */
function named(error: unknown, path: string): unknown {
  return error instanceof Error ? Object.assign(error, { path }) : error;
}
