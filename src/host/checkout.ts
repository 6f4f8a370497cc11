import { join } from '#platform/paths.ts';
import { filesOnDisk, isEditable, textInFolder } from '../store/content-folder.ts';
import { firstParents } from '../repository/commit.ts';
import { listFolder } from '../repository/read-file.ts';
import { readTree } from '../repository/read-tree.ts';
import { putFile, removeAll, filesBelow, isThere, removeFile } from '#platform/files.ts';
import { ENGINE_FOLDER, type Game } from './game.ts';
import type { Oid } from '../repository/oid.ts';
import { type ContentFiles, DYNASTIES, isStyle } from '../store/paths.ts';
import { SHAPES, readOwnJson } from '../cache/own-files.ts';
import { readContent } from '../tick/observe.ts';
import { folderTree } from '../repository/tree.ts';
import { readBlob } from '../repository/objects.ts';
import { madeOnceLater } from '../ruleset/memo.ts';
import { PICTURES } from '../pictures/find-pictures.ts';

/** Changes in `content/` since the commit that it was written from. */
export interface Edits {
  readonly base: string;
  readonly changes: ReadonlyMap<string, string | null>;
}

export async function readEdits(game: Game): Promise<Edits> {
  const known = checkedOut(game);
  const base = known ?? (await writtenFrom(game)) ?? (await game.main());
  const before = await readTexts(game, base);
  const now = filesOnDisk(game.folder);
  const changes = new Map<string, string | null>();
  // Nobody may change past dynasties, so a clone does not read them.
  for (const [path, text] of now)
    if (before.get(path) !== text && !path.startsWith(DYNASTIES)) changes.set(path, text);
  // If no commit was noted, a missing file may just not have been written yet.
  if (known !== null) for (const path of before.keys()) if (!now.has(path)) changes.set(path, null);
  const passed = changes.size === 0 ? [] : await writtenSince(game, base);
  for (const [path, text] of changes) if (standsIn(passed, path, text)) changes.delete(path);
  return { base, changes };
}

/** Brings `content/` up to date with main. Files that somebody has edited stay, and their paths are returned. */
export async function refreshCheckout(
  game: Game,
  discard: Iterable<string> = [],
): Promise<readonly string[]> {
  // The owner of a clone updates it with Git. A game in memory has no folder.
  if (game.played === 'elsewhere' || game.folder === '') return [];
  const main = await game.main();
  const after = await readTexts(game, main);
  const known = checkedOut(game);
  const old = known ?? (await writtenFrom(game));
  const before: ContentFiles = old === null ? new Map() : await readTexts(game, old);
  const given = new Set(discard);
  const differ: string[] = [];
  const paths = new Set([...before.keys(), ...after.keys(), ...given]);
  for (const path of paths) {
    const there = textInFolder(game.folder, path);
    const wanted = after.get(path) ?? null;
    if (there === wanted) continue;
    // Without a noted commit, only an existing file counts as edited.
    const edited = known === null ? there !== null : true;
    if (old !== null && edited && !given.has(path) && there !== (before.get(path) ?? null)) differ.push(path);
    else put(game.folder, path, wanted);
  }
  const passed = old === null || differ.length === 0 ? [] : await writtenSince(game, old);
  const saved = differ.filter((path) => !standsIn(passed, path, textInFolder(game.folder, path)));
  for (const path of differ) if (!saved.includes(path)) put(game.folder, path, after.get(path) ?? null);
  if (known !== main) {
    await checkOutPictures(game, main);
    putFile(checkoutFile(game.folder), `${JSON.stringify({ commit: main })}\n`, { durable: false });
  }
  return saved;
}

/** Writes only what pages read from the folder: their look and the pictures. */
export async function checkOutForPages(game: Game): Promise<void> {
  const main = await game.main();
  for (const [path, text] of await readTexts(game, main)) if (isStyle(path)) put(game.folder, path, text);
  await checkOutPictures(game, main);
}

/** Reads the game's texts, including those of its own pages. */
async function readTexts({ forge }: Game, commit: Oid): Promise<ContentFiles> {
  const texts = await readContent(forge, commit);
  const names = (await listFolder(forge.repository, commit, 'content')).map(({ name }) => `content/${name}`);
  const under = names.filter(isStyle);
  if (under.length === 0) return texts;
  const { files } = await readTree(forge.repository, commit, { under });
  return new Map([
    ...texts,
    ...[...files].flatMap(([path, { text }]) =>
      text === null || !isEditable(path) ? [] : [[path, text] as const],
    ),
  ]);
}

function checkoutFile(folder: string): string {
  return join(folder, ENGINE_FOLDER, 'checkout.json');
}

function checkedOut({ folder }: Game): string | null {
  return (readOwnJson(checkoutFile(folder), SHAPES.checkout) as { commit: string } | null)?.commit ?? null;
}

/** Main's files after that commit, newest first: an interrupted command may have written some of them. */
async function writtenSince(game: Game, commit: Oid): Promise<readonly ContentFiles[]> {
  const found: ContentFiles[] = [];
  for await (const one of lastOnMain(game)) {
    if (one.commit === commit) break;
    found.push(one.files);
  }
  return found;
}

function standsIn(all: readonly ContentFiles[], path: string, text: string | null): boolean {
  return all.some((files) => (files.get(path) ?? null) === text);
}

/** If no commit was noted, picks the recent commit on main that differs least from `content/`. */
async function writtenFrom(game: Game): Promise<Oid | null> {
  const there = filesOnDisk(game.folder);
  if (there.size === 0) return null;
  let best: { readonly commit: Oid; readonly differ: number } | null = null;
  for await (const { commit, files } of lastOnMain(game)) {
    const paths = [...new Set([...files.keys(), ...there.keys()])];
    const differ = paths.filter((path) => files.get(path) !== there.get(path)).length;
    if (best === null || differ < best.differ) best = { commit, differ };
  }
  return best?.commit ?? null;
}

const MOST_COMMITS = 50;

async function* lastOnMain(game: Game): AsyncGenerator<{ commit: Oid; files: ContentFiles }> {
  let count = 0;
  for await (const { oid } of firstParents(game.forge.repository, await game.main())) {
    yield { commit: oid, files: await readTexts(game, oid) };
    if (++count === MOST_COMMITS) return;
  }
}

function put(folder: string, path: string, text: string | null): void {
  const full = join(folder, path);
  if (text === null) {
    removeAll(full);
    return;
  }
  putFile(full, text, { durable: false, drafts: draftsIn(folder) });
}

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

/** Files are written here until they are complete, since people look into `content/` and commit it. */
export function draftsIn(folder: string): string {
  return join(folder, ENGINE_FOLDER, 'writing');
}
