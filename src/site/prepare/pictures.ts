import { hexDigest } from '#platform/hash.ts';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sharp } from 'sharp';
import { putFile } from '#platform/files.ts';
import { findOptional } from '#platform/packages.ts';
import { sayMissing } from '../../sandbox/strip-types.ts';
import type { PictureData, SiteData } from '../data/site-data.ts';

const WIDTHS = [320, 640, 1120] as const;
const PICTURE = /^pictures\/[\w./-]+\.webp$/;

/** Every picture that a game's values name and its folder contains, in the sizes that screens need. */
export async function picturesOf(
  site: Pick<SiteData, 'collections' | 'people' | 'gameValues' | 'display'>,
  folder: string | null,
  cacheFolder: string,
): Promise<{
  readonly pictures: Readonly<Record<string, PictureData>>;
  /** True if pictures can be processed here at all. */
  readonly drawn: boolean;
  /** Their files, relative to the cache folder. */
  readonly paths: readonly string[];
  /** A sentence about a missing picture for the top of the front page. */
  readonly wrong: readonly string[];
}> {
  const pictures: Record<string, PictureData> = {};
  const paths = new Set<string>();
  if (findOptional('sharp') === null) return { pictures, drawn: false, paths: [], wrong: [] };
  if (folder === null) return { pictures, drawn: true, paths: [], wrong: [] };
  const values = [
    site.collections.map(({ things }) => things.map((one) => one.values)),
    site.people.map((one) => one.values),
  ];
  const inFolder = new Set(pathsIn([values, site.gameValues.map(({ value }) => value)]));
  const header = site.display.theme.header?.picture;
  const files = new Map([...inFolder].map((path) => [path, join(folder, path.slice('pictures/'.length))]));
  if (header !== undefined) files.set(header, join(folder, '..', header));
  for (const [path, file] of files) {
    if (!existsSync(file)) continue;
    const made = await sizesOf(readFileSync(file), cacheFolder);
    pictures[path] = made;
    for (const size of made.sizes) paths.add(size.path);
  }
  const wrong =
    header === undefined || pictures[header] !== undefined
      ? []
      : [`content/site.yml: theme.header.picture: there is no file content/${header}`];
  return { pictures, drawn: true, paths: [...paths], wrong };
}

export const UNDRAWN = sayMissing('sharp', 'The pages have no pictures');

function pathsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return PICTURE.test(value) && !value.includes('..') ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(pathsIn);
}

/** Files are named by a hash of their contents, so that browsers can cache them forever. */
async function sizesOf(bytes: Buffer, cacheFolder: string): Promise<PictureData> {
  const name = hexDigest('sha256', bytes).slice(0, 16);
  const { default: sharp } = await import('sharp');
  const picture = (): Sharp => sharp(bytes);
  const { width, height } = await picture().metadata();
  const widths = [...WIDTHS.filter((one) => one < width), Math.min(width, 1600)];
  const sizes = await Promise.all(
    widths.map(async (one) => {
      const path = `pictures/${name}-${one}.webp`;
      await madeOnce(join(cacheFolder, path), () => picture().resize(one).webp({ quality: 78 }).toBuffer());
      return { width: one, path };
    }),
  );
  return { width, height, sizes };
}

async function madeOnce(path: string, make: () => Promise<Buffer>): Promise<void> {
  if (existsSync(path)) return;
  putFile(path, await make(), { durable: false });
}
