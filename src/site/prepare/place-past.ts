import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { placeFiles } from '../render/place-files.ts';
import { putFile } from '../../repository/write-files.ts';
import { fileOf, readStore, storedAt } from '../render/page-store.ts';
import { placeOfDynasty } from './past-sites.ts';

/** The list of files that were put in place, and the key of their inputs. */
const [LIST, KEY] = ['placed.json', 'placed-key.txt'] as const;
/** This page stands in for the others when checking that they are in place. */
const FRONT = fileOf('');

/** True if the pages of a past dynasty are in place and up to date. */
export function isPlaced(folder: string, out: string, key: string): boolean {
  if (!existsSync(join(folder, KEY)) || readFileSync(join(folder, KEY), 'utf8') !== `${key} ${out}`)
    return false;
  const [own, there] = [storedAt(folder, FRONT), join(out, FRONT)].map((path) =>
    statSync(path, { throwIfNoEntry: false }),
  );
  return own !== undefined && there?.size === own.size && there.mtimeMs === own.mtimeMs;
}

/** Puts them in place. */
export function placePast(folder: string, out: string, key: string): void {
  rmSync(join(folder, KEY), { force: true });
  const { pages, others } = readStore(folder);
  const placing = new Map([
    ...Object.keys(pages).map((path) => [fileOf(path), storedAt(folder, fileOf(path))] as const),
    ...others.map((path) => [path, join(folder, path)] as const),
  ]);
  placeFiles(out, placing, join(folder, LIST));
  putFile(join(folder, KEY), `${key} ${out}`, { durable: false });
}

/** Removes files of dynasties that the game no longer has. */
export function forgetOthers(kept: string, out: string, numbers: ReadonlySet<number>): void {
  const all = existsSync(join(kept, 'past')) ? readdirSync(join(kept, 'past')) : [];
  for (const name of all.filter((one) => !numbers.has(Number(one)))) {
    forgetPast(join(kept, 'past', name), join(out, placeOfDynasty(Number(name))));
  }
}

/** Removes one dynasty's files, from the cache and from the output. */
export function forgetPast(folder: string, out: string): void {
  placeFiles(out, new Map(), join(folder, LIST));
  rmSync(folder, { recursive: true, force: true });
}
