// Pictures of a game in the sizes that screens need.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { picturesOf } from './pictures.ts';

const root = mkdtempSync(join(tmpdir(), 'pictures-made-'));
const [folder, kept] = [join(root, 'content/pictures'), join(root, 'kept')];
const drawn = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#123456' } })
    .webp()
    .toBuffer();

beforeAll(async () => {
  mkdirSync(join(folder, 'ana'), { recursive: true });
  writeFileSync(join(folder, 'ana/small.webp'), await drawn(100, 50));
  writeFileSync(join(folder, 'wide.webp'), await drawn(700, 70));
  writeFileSync(join(folder, 'unnamed.webp'), await drawn(9, 9));
  writeFileSync(join(root, 'content/site.png'), await drawn(1700, 17));
});
afterAll(() => rmSync(root, { recursive: true }));

const site = (more: object = {}) =>
  ({
    display: { theme: { header: null } },
    collections: [
      {
        things: [
          { values: { face: 'pictures/ana/small.webp', list: [{ deep: 'pictures/wide.webp' }, null, 3] } },
        ],
      },
    ],
    people: [
      {
        values: { face: 'pictures/../site.png', other: 'pictures/gone.webp', text: 'see pictures/wide.webp' },
      },
    ],
    gameValues: [],
    ...more,
  }) as never;

test('makes each picture that a value names as wide as screens need, but never wider than it is', async () => {
  const { pictures, paths, drawn: isDrawn, wrong } = await picturesOf(site(), folder, kept);
  expect(
    Object.entries(pictures).map(([path, { width, height, sizes }]) => [
      path,
      width,
      height,
      sizes.map((one) => one.width),
    ]),
  ).toEqual([
    ['pictures/ana/small.webp', 100, 50, [100]],
    ['pictures/wide.webp', 700, 70, [320, 640, 700]],
  ]);
  expect([isDrawn, wrong]).toEqual([true, []]);
  const all = Object.values(pictures).flatMap(({ sizes }) => sizes);
  expect(paths).toEqual(all.map(({ path }) => path));
  for (const { path, width } of all) {
    expect(path).toMatch(new RegExp(`^pictures/[0-9a-f]{16}-${width}\\.webp$`, 'u'));
    expect((await sharp(join(kept, path)).metadata()).width).toBe(width);
  }
});

test('finds pictures of people and the game too, and doesn’t remake existing files', async () => {
  const given = site({
    collections: [],
    people: [{ values: { face: 'pictures/ana/small.webp' } }],
    gameValues: [{ value: 'pictures/wide.webp' }, { value: null }],
  });
  const { pictures, paths } = await picturesOf(given, folder, kept);
  expect(Object.keys(pictures)).toEqual(['pictures/ana/small.webp', 'pictures/wide.webp']);
  const [first = ''] = paths;
  writeFileSync(join(kept, first), 'as it was');
  await picturesOf(given, folder, kept);
  expect(readFileSync(join(kept, first), 'utf8')).toBe('as it was');
});

test('makes the header picture up to 1600 pixels wide, and none without a folder', async () => {
  const header = { picture: 'site.png', alt: 'Dawn' };
  const top = site({ collections: [], people: [], display: { theme: { header } } });
  const { pictures, wrong } = await picturesOf(top, folder, kept);
  expect(wrong).toEqual([]);
  expect(
    Object.entries(pictures).map(([path, { sizes }]) => [path, sizes.map(({ width }) => width)]),
  ).toEqual([['site.png', [320, 640, 1120, 1600]]]);
  expect(pictures['site.png']?.sizes.every(({ path }) => existsSync(join(kept, path)))).toBe(true);
  expect(await picturesOf(top, null, kept)).toEqual({ pictures: {}, drawn: true, paths: [], wrong: [] });
});
