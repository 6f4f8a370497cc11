import type { Content, FileStat, PutOptions } from '../node/files.ts';
import { concat, textOf, utf8 } from './bytes.ts';
import { dirname, join, pathOf, resolve } from './paths.ts';

export type { Content, FileStat, PutOptions };

interface File {
  bytes: Uint8Array<ArrayBuffer>;
  modifiedMs: number;
}

interface Folder {
  readonly inner: Map<string, Folder | File>;
}

/** Called for each change, so that a host can store it: with the path, and the new bytes or null if the file was removed. */
export type ChangeListener = (path: string, bytes: Uint8Array | null) => void;

/**
 * The files of a browser's worker: a tree in memory, one for each worker as there is one disk for each
 * machine. The page that starts the engine fills it and stores changes.
 */
const root: Folder = { inner: new Map() };
const heard: { changed: ChangeListener } = { changed: () => undefined };

export function onChanges(changed: ChangeListener): void {
  heard.changed = changed;
}

function fault(code: string, what: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${what}, ${path}`), { code, path });
}

/** Most paths are plain already, and thousands are read when a game is opened. */
const PLAIN = /^(?:\/(?!\.\.?(?:\/|$))[^/]+)+$/u;

function plain(path: string | URL): string {
  if (typeof path === 'string' && PLAIN.test(path)) return path;
  return resolve(typeof path === 'string' && !path.startsWith('file:') ? path : pathOf(path));
}

function namesOf(path: string): string[] {
  return path.split('/').filter((name) => name !== '');
}

const isFolder = (one: Folder | File | undefined): one is Folder => one !== undefined && 'inner' in one;

function find(path: string | URL): Folder | File | undefined {
  let at: Folder | File | undefined = root;
  for (const name of namesOf(plain(path))) at = isFolder(at) ? at.inner.get(name) : undefined;
  return at;
}

function folderAt(path: string): Folder {
  let at = root;
  for (const name of namesOf(plain(path))) {
    const next: Folder | File = at.inner.get(name) ?? { inner: new Map() };
    if (!isFolder(next)) throw fault('ENOTDIR', 'not a directory', path);
    at.inner.set(name, next);
    at = next;
  }
  return at;
}

function fileAt(path: string | URL): File {
  const found = find(path);
  if (found === undefined) throw fault('ENOENT', 'no such file or directory', plain(path));
  if (isFolder(found)) throw fault('EISDIR', 'illegal operation on a directory', plain(path));
  return found;
}

function put(path: string, bytes: Uint8Array<ArrayBuffer>): void {
  const whole = plain(path);
  const { inner } = folderAt(dirname(whole));
  const name = whole.slice(whole.lastIndexOf('/') + 1);
  if (name === '' || isFolder(inner.get(name)))
    throw fault('EISDIR', 'illegal operation on a directory', path);
  inner.set(name, { bytes, modifiedMs: Date.now() });
  heard.changed(whole, bytes);
}

function bytesOf(content: Content): Uint8Array<ArrayBuffer> {
  if (content instanceof Uint8Array) return content.slice();
  return typeof content === 'string' ? utf8(content) : concat(content);
}

export function isThere(path: string): boolean {
  return find(path) !== undefined;
}

export function readBytes(path: string | URL): Uint8Array<ArrayBuffer> {
  return fileAt(path).bytes.slice();
}

export function readText(path: string | URL): string {
  return textOf(fileAt(path).bytes);
}

export function statOf(path: string): FileStat | null {
  const found = find(path);
  if (found === undefined) return null;
  if (isFolder(found)) return { size: 0, isFolder: true, modifiedMs: 0 };
  return { size: found.bytes.length, isFolder: false, modifiedMs: found.modifiedMs };
}

export function entriesIn(folder: string): readonly { readonly name: string; readonly folder: boolean }[] {
  const found = find(folder);
  if (found === undefined) throw fault('ENOENT', 'no such file or directory', folder);
  if (!isFolder(found)) throw fault('ENOTDIR', 'not a directory', folder);
  return [...found.inner].map(([name, one]) => ({ name, folder: isFolder(one) }));
}

export function namesIn(folder: string): string[] {
  return entriesIn(folder)
    .map(({ name }) => name)
    .sort();
}

export function filesBelow(folder: string): string[] {
  return entriesIn(folder).flatMap((entry) =>
    entry.folder ? filesBelow(join(folder, entry.name)).map((path) => `${entry.name}/${path}`) : [entry.name],
  );
}

export function readPart(path: string, offset: number, most: number): Uint8Array<ArrayBuffer> {
  return isThere(path) ? fileAt(path).bytes.slice(offset, offset + most) : new Uint8Array(0);
}

export function makeFolders(path: string, _mode?: number): void {
  folderAt(path);
}

export function removeFile(path: string): void {
  fileAt(path);
  removeAll(path);
}

export function removeAll(path: string): void {
  const found = find(path);
  if (found === undefined) return;
  const whole = plain(path);
  const gone = isFolder(found) ? filesBelow(whole).map((name) => join(whole, name)) : [whole];
  folderAt(dirname(whole)).inner.delete(namesOf(whole).at(-1) ?? '');
  for (const one of gone) heard.changed(one, null);
}

export function putFile(path: string, content: Content, _options: PutOptions = {}): void {
  put(path, bytesOf(content));
}

export function createFile(path: string, content: Uint8Array | string, _drafts: string): boolean {
  if (isThere(path)) return false;
  put(path, bytesOf(content));
  return true;
}

export function writeNew(path: string, content: Content, _options: Omit<PutOptions, 'drafts'> = {}): void {
  if (!createFile(path, bytesOf(content), '')) throw fault('EEXIST', 'file already exists', path);
}

export function linkFolder(_elsewhere: string, path: string): never {
  throw new Error(`a browser has no links: ${path}`);
}

export function putFolder(made: string, path: string): void {
  for (const name of filesBelow(made)) put(join(path, name), readBytes(join(made, name)));
  removeAll(made);
}

export function makeFolder(
  path: string,
  files: Iterable<readonly [name: string, content: Uint8Array | string]>,
  _options: Omit<PutOptions, 'drafts'> = {},
): void {
  // Collects all files first, so that nothing is written if making one of them fails.
  const all = [...files];
  makeFolders(path);
  for (const [name, content] of all) put(join(path, name), bytesOf(content));
}

export async function fillFolder(path: string, fill: (draft: string) => Promise<void> | void): Promise<void> {
  makeFolders(path);
  await fill(path);
}

/** A browser has no drafts. */
export function isDraft(_name: string): boolean {
  return false;
}

export function draftOwner(_draft: string): number {
  return Number.NaN;
}

export function isFreeFolder(path: string): boolean {
  return !isThere(path) || entriesIn(path).length === 0;
}

export function appendToFile(path: string, content: Uint8Array | string, _mode?: number): void {
  put(path, concat([isThere(path) ? fileAt(path).bytes : new Uint8Array(0), bytesOf(content)]));
}

export function cutFile(path: string, size: number): void {
  put(path, fileAt(path).bytes.slice(0, size));
}

export function setFileAside(path: string): string {
  for (let count = 1; ; count++) {
    const aside = `${path}.spoilt-${count}`;
    if (isThere(aside)) continue;
    put(aside, readBytes(path));
    removeFile(path);
    return aside;
  }
}

export function copyFolder(from: string, to: string, keeps: (path: string) => boolean): void {
  for (const entry of entriesIn(from)) {
    const [old, young] = [join(from, entry.name), join(to, entry.name)];
    if (!keeps(old)) continue;
    if (entry.folder) copyFolder(old, young, keeps);
    else put(young, readBytes(old));
  }
}

/** Nothing here is ever half written. */
export function sweepDrafts(_folder: string, _isDraft?: (name: string) => boolean): void {}

export function isAbsence(error: unknown): boolean {
  return /^(?:ENOENT|ENOTDIR|EISDIR)$/u.test(codeOf(error));
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
