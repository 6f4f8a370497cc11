import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { ContentFiles } from '../store/paths.ts';
import { readContent } from '../apply/look.ts';
import { checkOutPictures } from './checkout-pictures.ts';
import { ENGINE_FOLDER } from './embedded/game-folder.ts';
import type { LocalGame } from './embedded/local-game.ts';

/** What somebody changed in the folder's `content/`, against the commit that it was written from. */
export interface Edits {
  readonly base: string;
  readonly changes: ReadonlyMap<string, string | null>;
}

const EDITABLE = /\.(md|ts|yml|json|jsonl)$/u;

export async function readEdits(game: LocalGame): Promise<Edits> {
  const base = checkedOut(game) ?? (await game.main());
  const before = await readContent(game.forge, base);
  const now = filesOnDisk(game.folder);
  const changes = new Map<string, string | null>();
  for (const [path, text] of now) if (before.get(path) !== text) changes.set(path, text);
  for (const path of before.keys()) if (!now.has(path)) changes.set(path, null);
  return { base, changes };
}

/** Brings the folder's `content/` up to date with main. What somebody has edited stays, and is named. */
export async function refreshCheckout(
  game: LocalGame,
  discard: Iterable<string> = [],
): Promise<readonly string[]> {
  // A clone is its owner's: Git brings it up to date.
  if (game.me !== undefined) return [];
  const main = await game.main();
  const after = await game.content();
  const old = checkedOut(game);
  const before: ContentFiles = old === null ? new Map() : await readContent(game.forge, old);
  const given = new Set(discard);
  const kept: string[] = [];
  const paths = new Set([...before.keys(), ...after.keys(), ...given]);
  for (const path of paths) {
    const there = textOf(game.folder, path);
    const wanted = after.get(path) ?? null;
    if (there === wanted) continue;
    if (old !== null && !given.has(path) && there !== (before.get(path) ?? null)) kept.push(path);
    else put(game.folder, path, wanted);
  }
  if (old !== main) {
    await checkOutPictures(game, main);
    writeFileSync(join(game.folder, ENGINE_FOLDER, 'checkout.json'), `${JSON.stringify({ commit: main })}\n`);
  }
  return kept;
}

function checkedOut({ folder }: LocalGame): string | null {
  const path = join(folder, ENGINE_FOLDER, 'checkout.json');
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as { commit: string }).commit : null;
}

function textOf(folder: string, path: string): string | null {
  const full = join(folder, path);
  return existsSync(full) ? readFileSync(full, 'utf8').replace(/\r\n?/gu, '\n') : null;
}

function put(folder: string, path: string, text: string | null): void {
  const full = join(folder, path);
  if (text === null) {
    rmSync(full, { force: true });
    return;
  }
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, text);
}

/** The content that stands in a folder, whoever wrote it. */
export function filesOnDisk(folder: string): ContentFiles {
  const root = join(folder, 'content');
  if (!existsSync(root)) return new Map();
  const files = new Map<string, string>();
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
      .slice(folder.length + 1)
      .replaceAll('\\', '/');
    if (entry.isFile() && EDITABLE.test(entry.name) && !path.startsWith('content/library/'))
      files.set(path, textOf(folder, path) ?? '');
  }
  return files;
}
