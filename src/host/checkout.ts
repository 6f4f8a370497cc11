import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { filesOnDisk, textOf } from '../store/content-folder.ts';
import { DYNASTIES, type ContentFiles } from '../store/paths.ts';
import { readContent } from '../apply/look.ts';
import { checkOutPictures } from './checkout-pictures.ts';
import { ENGINE_FOLDER, type Game } from './game.ts';

/** What somebody changed in the folder's `content/`, against the commit that it was written from. */
export interface Edits {
  readonly base: string;
  readonly changes: ReadonlyMap<string, string | null>;
}

export async function readEdits(game: Game): Promise<Edits> {
  const base = checkedOut(game) ?? (await game.main());
  const before = await readContent(game.forge, base);
  const now = filesOnDisk(game.folder);
  const changes = new Map<string, string | null>();
  // What a clone has of past dynasties is neither read here nor anybody's to change.
  for (const [path, text] of now)
    if (before.get(path) !== text && !path.startsWith(DYNASTIES)) changes.set(path, text);
  for (const path of before.keys()) if (!now.has(path)) changes.set(path, null);
  return { base, changes };
}

/** Brings the folder's `content/` up to date with main. What somebody has edited stays, and is named. */
export async function refreshCheckout(
  game: Game,
  discard: Iterable<string> = [],
): Promise<readonly string[]> {
  // A clone is its owner's: Git brings it up to date.
  if (game.played === 'elsewhere') return [];
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

function checkedOut({ folder }: Game): string | null {
  const path = join(folder, ENGINE_FOLDER, 'checkout.json');
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as { commit: string }).commit : null;
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
