import { join } from '#platform/paths.ts';

import { folderTree } from '../repository/folder-tree.ts';
import { readBlob } from '../repository/objects.ts';
import { readTree } from '../repository/read-tree.ts';
import type { Oid } from '../repository/oid.ts';
import { filesBelow, isThere, putFile, removeFile } from '#platform/files.ts';
import { madeOnceLater } from '../ruleset/memo.ts';
import type { Game } from './game.ts';
import { PICTURES } from '../store/pictures/find-pictures.ts';
import { draftsIn } from './drafts.ts';

/** Pictures are named by their content, so a file that already exists under its name is right. */
export async function checkOutPictures(game: Game, main: Oid): Promise<void> {
  const { forge, folder } = game;
  const files = new Map(await listPictures(game, main));
  for (const [path, oid] of files) {
    const full = join(folder, path);
    if (isThere(full)) continue;
    putFile(full, await readBlob(forge.repository, oid), { durable: false, drafts: draftsIn(folder) });
  }
  const root = join(folder, PICTURES);
  if (!isThere(root)) return;
  for (const name of filesBelow(root)) {
    const path = `${PICTURES}${name}`;
    if (/\.[0-9a-f]{16}\.webp$/u.test(path) && !files.has(path)) removeFile(join(folder, path));
  }
}

/** Pairs each picture with its blob. Listing reads every picture, so results are cached: few commits change any. */
async function listPictures(game: Game, commit: Oid): Promise<readonly (readonly [string, Oid])[]> {
  const { repository } = game.forge;
  const under = PICTURES.slice(0, -1);
  const tree = await folderTree(repository, commit, under);
  if (tree === null) return [];
  return madeOnceLater(game.caches.lasting, 'pictures', tree, async () => {
    const { files } = await readTree(repository, commit, { under });
    return [...files.values()].map(({ path, oid }) => [path, oid] as const);
  });
}
