import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import type { PictureData, SiteData } from '../data/site-data.ts';

const WIDTHS = [320, 640, 1120] as const;
const PICTURE = /^pictures\/[\w./-]+\.webp$/;

export interface PictureFile {
  /** Below the folder of the site. */
  readonly path: string;
  readonly bytes: Buffer;
}

/** Every picture that a game's values name and its folder holds, in the sizes that screens need. */
export async function picturesOf(
  site: Pick<SiteData, 'collections' | 'people' | 'gameValues'>,
  folder: string | null,
  kept: string,
): Promise<{
  readonly pictures: Readonly<Record<string, PictureData>>;
  readonly files: readonly PictureFile[];
}> {
  const pictures: Record<string, PictureData> = {};
  const files: PictureFile[] = [];
  if (folder === null) return { pictures, files };
  const values = [
    site.collections.map(({ things }) => things.map((one) => one.values)),
    site.people.map((one) => one.values),
  ];
  for (const path of new Set(pathsIn([values, site.gameValues.map(({ value }) => value)]))) {
    const file = join(folder, path.slice('pictures/'.length));
    if (!existsSync(file)) continue;
    const made = await sizesOf(readFileSync(file), kept);
    pictures[path] = made.data;
    files.push(...made.files);
  }
  return { pictures, files };
}

function pathsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return PICTURE.test(value) && !value.includes('..') ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(pathsIn);
}

/** They are named after what they show, so that browsers may keep them for good. */
async function sizesOf(
  bytes: Buffer,
  kept: string,
): Promise<{ readonly data: PictureData; readonly files: readonly PictureFile[] }> {
  const name = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  const { width, height } = await sharp(bytes).metadata();
  const widths = [...WIDTHS.filter((one) => one < width), Math.min(width, 1600)];
  const files = await Promise.all(
    widths.map(async (one) => {
      const path = `pictures/${name}-${one}.webp`;
      return {
        path,
        bytes: await madeOnce(join(kept, path), () =>
          sharp(bytes).resize(one).webp({ quality: 78 }).toBuffer(),
        ),
      };
    }),
  );
  return {
    data: { width, height, sizes: widths.map((one, at) => ({ width: one, path: files[at]?.path ?? '' })) },
    files,
  };
}

async function madeOnce(path: string, make: () => Promise<Buffer>): Promise<Buffer> {
  if (existsSync(path)) return readFileSync(path);
  const made = await make();
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, made);
  return made;
}
