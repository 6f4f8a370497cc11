import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { readBlob } from '../repository/objects.ts';
import { readTree } from '../repository/read-tree.ts';
import { putFile } from '../repository/write-files.ts';
import type { Game } from './game.ts';
import { PICTURES } from '../store/pictures/find-pictures.ts';
import { draftsIn } from './drafts.ts';

/**
 * Puts the pictures that main has into the folder, and takes away those that it has no more. Their names say what is in
 * them, so that one that is there already is right.
 */
export async function checkOutPictures({ forge, folder }: Game, main: string): Promise<void> {
  const { files } = await readTree(forge.repository, main, { under: PICTURES.slice(0, -1) });
  for (const { path, oid } of files.values()) {
    const full = join(folder, path);
    if (existsSync(full)) continue;
    putFile(full, await readBlob(forge.repository, oid), { durable: false, drafts: draftsIn(folder) });
  }
  const root = join(folder, PICTURES);
  if (!existsSync(root)) return;
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const full = join(entry.parentPath, entry.name);
    const path = full.slice(folder.length + 1).replaceAll('\\', '/');
    if (entry.isFile() && /\.[0-9a-f]{16}\.webp$/u.test(path) && !files.has(path)) rmSync(full);
  }
}
