import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, type Stats } from 'node:fs';
import { join } from 'node:path';

import { codeOf, putFile, writeNew } from '../../repository/write-files.ts';

/** A stored file; if somebody modified it since, it is written again. */
export interface StoredPage {
  readonly key: string | null;
  readonly size: number;
  readonly at: number;
}

type StoredPages = Readonly<Record<string, StoredPage>>;

export interface PageStore {
  /** A single key for all pages, if they depend on the same inputs. */
  readonly key: string;
  readonly pages: StoredPages;
  /** Files besides the pages, relative to the store: pictures. */
  readonly others: readonly string[];
}

const NOTHING: PageStore = { key: '', pages: {}, others: [] };

/** `matters/1/` → `matters/1/index.html`, `feed.xml` → `feed.xml` */
export function fileOf(path: string): string {
  if (path === '404') return '404.html';
  return path === '' || path.endsWith('/') ? `${path}index.html` : path;
}

/**
 * The path of a file in the store. The store is flat, since creating a folder for each page takes longer than writing
 * the page. Addresses contain no spaces, so one can replace the slash.
 */
export function storedAt(folder: string, file: string): string {
  const name = file.replaceAll('/', ' ');
  return join(folder, 'pages', name.length <= MOST_LETTERS ? name : `${sha1(name)}.long`);
}

/** The longest name of a file; few file systems allow more than 255 bytes. */
const MOST_LETTERS = 200;

function sha1(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}

/** Reads the pages left by an earlier build; an unreadable store counts as empty. */
export function readStore(folder: string): PageStore {
  try {
    return JSON.parse(readFileSync(join(folder, 'built.json'), 'utf8')) as PageStore;
  } catch {
    return NOTHING;
  }
}

/** Removes pages of an earlier build from the folder. */
export function writeStore(folder: string, store: PageStore): void {
  putFile(join(folder, 'built.json'), JSON.stringify(store), { durable: false });
  const pages = join(folder, 'pages');
  const kept = new Set(Object.keys(store.pages).map((path) => storedAt(folder, fileOf(path))));
  for (const name of existsSync(pages) ? readdirSync(pages) : [])
    if (!kept.has(join(pages, name))) rmSync(join(pages, name), { force: true });
}

/** True if a page is in the store as it was written. */
export function stands(folder: string, path: string, page: StoredPage | undefined): boolean {
  if (page === undefined) return false;
  const found = statSync(storedAt(folder, fileOf(path)), { throwIfNoEntry: false });
  return found !== undefined && found.size === page.size && found.mtimeMs === page.at;
}

/**
 * Writes a page. A changed page gets a new file, because the old one may be hard-linked into an output folder; an
 * unchanged page keeps its file, so that it isn't published again.
 */
export function storePage(folder: string, path: string, bytes: Buffer, key: string | null): StoredPage {
  const file = storedAt(folder, fileOf(path));
  try {
    return asStored(key, writeNew(file, bytes));
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  const there = statSync(file, { throwIfNoEntry: false });
  if (there !== undefined && there.size === bytes.length && readFileSync(file).equals(bytes))
    return asStored(key, there);
  rmSync(file, { force: true });
  return asStored(key, writeNew(file, bytes));
}

function asStored(key: string | null, { size, mtimeMs }: Stats): StoredPage {
  return { key, size, at: mtimeMs };
}
