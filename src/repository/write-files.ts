// All that this program writes into files of its own goes through here, so that a disk that is full, fails or loses
// power leaves whole files. `test/layers.test.ts` finds whatever writes another way.
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  cpSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  linkSync,
  mkdirSync,
  openSync,
  readSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
  type Stats,
} from 'node:fs';
import { dirname, join } from 'node:path';

export interface PutOptions {
  /** Wait until it is on the disk, so that it outlives a power failure; not for what can be made anew. */
  readonly durable?: boolean;
  /** 0o600 keeps a file, and the folder that is made for it, from everybody else on this machine. */
  readonly mode?: number;
  /** Where the file is written until it is whole; the folder that it goes to, unless said. On the same disk. */
  readonly drafts?: string;
}

const PRIVATE = 0o600;
const DRAFT = /^\d+-\d+-[\da-f-]+\.draft$/u;

/** A file's content; parts of it follow one another, without a copy of them all. */
export type Content = Uint8Array | string | readonly Uint8Array[];

/** Puts the whole file there or nothing: whoever reads finds the old or the new one, even after a kill. */
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

/** Makes a whole file where there is none, and says whether it did. A kill leaves all of it or nothing. */
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

/** The same for whole folders: moves one that was made beside to where it belongs. */
export function putFolder(made: string, path: string): void {
  renameSync(made, path);
}

/** Makes a folder of several files where there is none yet, whole or not at all, even after a kill; of one that is there and empty only a kill during its last moments leaves a part. */
export function makeFolder(
  path: string,
  files: Iterable<readonly [name: string, content: Uint8Array | string]>,
  options: Omit<PutOptions, 'drafts'> = {},
): void {
  // It may be where somebody works, or a disk of its own: then it stays, and is filled.
  const isThere = statSync(path, { throwIfNoEntry: false }) !== undefined;
  const place = isThere ? path : dirname(path);
  sweepDrafts(place);
  const draft = draftIn(place);
  try {
    for (const [name, content] of files) putFile(join(draft, name), content, options);
    const made = isThere
      ? readdirSync(draft).map((name) => [join(draft, name), join(path, name)])
      : [[draft, path]];
    for (const [from = '', to = ''] of made) renameSync(from, to);
    syncFolder(place);
  } catch (error) {
    discard(draft);
    throw error;
  }
  if (isThere) discard(draft);
}

/** Whether nothing is there but what a killed process left unfinished. */
export function isFreeFolder(path: string): boolean {
  const isThere = statSync(path, { throwIfNoEntry: false }) !== undefined;
  return !isThere || readdirSync(path).every((name) => DRAFT.test(name));
}

/** Makes a file where there is none; throws `EEXIST` where there is one, and leaves none where it can't be written. */
export function writeNew(
  path: string,
  content: Content,
  { durable = false, mode }: Omit<PutOptions, 'drafts'> = {},
): Stats {
  const file = inFolder(path, mode, () => openSync(path, 'wx', mode));
  try {
    writeAll(file, content);
    if (durable) fsyncSync(file);
    return fstatSync(file);
  } catch (error) {
    discard(path);
    throw named(error, path);
  } finally {
    closeSync(file);
  }
}

/**
 * Adds to the end and waits until it is on the disk. A disk that is full takes a part: what it took is taken back, so
 * that the file ends as it did. Only a kill leaves a part there.
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

/** Gives so many bytes from a place on, or fails where there are fewer. */
export type ReadBytes = (start: number, length: number) => Buffer;

/** Reads parts of a file that is open meanwhile: all of them are of the same one, whoever puts another there. */
export function readInFile<T>(path: string, find: (read: ReadBytes, size: number) => T): T {
  const file = openSync(path, 'r');
  try {
    return find((start, length) => bytesAt(file, start, length), fstatSync(file).size);
  } finally {
    closeSync(file);
  }
}

function bytesAt(file: number, start: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(length);
  for (let read = 0; read < length;) {
    const more = readSync(file, bytes, read, length - read, start + read);
    if (more === 0) throw new RangeError('the file ends before that');
    read += more;
  }
  return bytes;
}

/** Cuts a file down to its first `size` bytes. */
export function cutFile(path: string, size: number): void {
  truncateSync(path, size);
}

/** Moves a file that can't be read out of the way, to a free name beside it, and says which. */
export function setFileAside(path: string): string {
  for (let count = 1; ; count++) {
    const aside = `${path}.spoilt-${count}`;
    if (statSync(aside, { throwIfNoEntry: false }) !== undefined) continue;
    renameSync(path, aside);
    return aside;
  }
}

/** Copies a folder, but for the paths that `keeps` refuses; the caller takes the copy away where this fails. */
export function copyFolder(from: string, to: string, keeps: (path: string) => boolean): void {
  cpSync(from, to, { recursive: true, filter: keeps });
}

const unfinishedMs = 3_600_000;

/** Takes away drafts that killed processes left in a folder. Nobody needs an hour for one. */
export function sweepDrafts(folder: string, isDraft = (name: string): boolean => DRAFT.test(name)): void {
  let names: string[] = [];
  try {
    names = readdirSync(folder).filter(isDraft);
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

/** Most writes find their folder there: it is made only after one failed for want of it. */
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

/** A new name in a folder is on the disk only once the folder is. Windows has no such call, and needs none. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** The failure that led here is what has to be told; a part that stays is set aside by whoever adds the next. */
function takeBack(file: number, size: number): void {
  try {
    ftruncateSync(file, size);
  } catch {
    // See above.
  }
}

/** The same; a draft that stays is swept away later. */
function discard(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // See above.
  }
}

/** Of a write into what is open already the system doesn't say where it was. */
function named(error: unknown, path: string): unknown {
  return error instanceof Error ? Object.assign(error, { path }) : error;
}
