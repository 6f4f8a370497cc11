import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, type Stats } from 'node:fs';
import { join } from 'node:path';

import { codeOf, putFile, writeNew } from '../../repository/write-files.ts';

/** A file as it was written: one that somebody touched since is written again. */
export interface StoredPage {
  readonly key: string | null;
  readonly size: number;
  readonly at: number;
}

type StoredPages = Readonly<Record<string, StoredPage>>;

interface Store {
  /** Changes with everything that all of the pages follow from, where that is one thing. */
  readonly key: string;
  readonly pages: StoredPages;
  /** Files beside the pages, below the folder of the store: pictures. */
  readonly others: readonly string[];
}

const NOTHING: Store = { key: '', pages: {}, others: [] };

/** `matters/1/` → `matters/1/index.html`, `feed.xml` → `feed.xml` */
export function fileOf(path: string): string {
  if (path === '404') return '404.html';
  return path === '' || path.endsWith('/') ? `${path}index.html` : path;
}

/**
 * Where the store in a folder keeps a file. All lie in one folder: to make one for each page takes longer than to write
 * the page. No path has a space in it, since it is an address.
 */
export function storedAt(folder: string, file: string): string {
  const name = file.replaceAll('/', ' ');
  return join(folder, 'pages', name.length <= MOST_LETTERS ? name : `${sha1(name)}.long`);
}

/** Of the name of a file; few disks have room for more than 255. */
const MOST_LETTERS = 200;

function sha1(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}

/** The pages that an earlier build left in a folder; a store that can’t be read is as good as none. */
export function readStore(folder: string): Store {
  try {
    return JSON.parse(readFileSync(join(folder, 'built.json'), 'utf8')) as Store;
  } catch {
    return NOTHING;
  }
}

/** Other pages in the folder were of an earlier build, and are removed. */
export function writeStore(folder: string, store: Store): void {
  putFile(join(folder, 'built.json'), JSON.stringify(store), { durable: false });
  const pages = join(folder, 'pages');
  const kept = new Set(Object.keys(store.pages).map((path) => storedAt(folder, fileOf(path))));
  for (const name of existsSync(pages) ? readdirSync(pages) : [])
    if (!kept.has(join(pages, name))) rmSync(join(pages, name), { force: true });
}

/** Whether a page stands as it was written. */
export function stands(folder: string, path: string, page: StoredPage | undefined): boolean {
  if (page === undefined) return false;
  const found = statSync(storedAt(folder, fileOf(path)), { throwIfNoEntry: false });
  return found !== undefined && found.size === page.size && found.mtimeMs === page.at;
}

/**
 * Writes a page. The file is a new one where it differs, since the old one may stand in an output folder too, and
 * the same where it doesn’t, so that nothing has to be published again.
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
