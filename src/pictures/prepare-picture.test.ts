import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { deflateSync } from 'node:zlib';
import { formatOf, MOST_BYTES_SENT, MOST_BYTES_STORED, preparePicture } from './prepare-picture.ts';
import { slowTest } from '../../test/slowly.ts';

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="32"><rect width="64" height="32" fill="teal"/></svg>';
const text = (words: string): Uint8Array => new TextEncoder().encode(words);
const plain = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 3, background: '#884422' } });
const noise = (side: number): Sharp =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });

test.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)(
  'recognizes %s by its content, and turns it into WebP',
  async (format) => {
    const bytes = await plain(60, 40).toFormat(format).toBuffer();
    expect(formatOf(bytes)).toBe(format);
    const picture = await preparePicture(bytes);
    expect(picture).toMatchObject({ width: 60, height: 40, sentAs: format });
    expect(formatOf(picture.bytes)).toBe('webp');
  },
);

test('turns SVG into pixels', async () => {
  const picture = await preparePicture(text(`<?xml version="1.0"?>\n<!-- drawn -->\n${SVG}`));
  expect(picture).toMatchObject({ width: 64, height: 32, sentAs: 'svg' });
  expect(formatOf(picture.bytes)).toBe('webp');
});

test.each([
  ['a page', text('<html><svg></svg></html>')],
  ['a TIFF', new Uint8Array([0x49, 0x49, 0x2a, 0x00, 8, 0, 0, 0])],
  ['a PDF', text('%PDF-1.7')],
  ['a video in the box of an AVIF', text('\0\0\0\x18ftypisom\0\0\0\0isommp41')],
  ['nothing', new Uint8Array()],
])('%s isn’t a picture, whatever its name', async (_, bytes) => {
  await expect(preparePicture(bytes)).rejects.toMatchObject({ code: 'no-picture' });
});

test('calls a file damaged if it only claims to be a picture', async () => {
  const bytes = await noise(200).png().toBuffer();
  await expect(preparePicture(bytes.subarray(0, 2000))).rejects.toMatchObject({ code: 'damaged' });
  await expect(preparePicture(text('GIF89a and then words'))).rejects.toMatchObject({ code: 'damaged' });
});

/** A PNG of about a hundred bytes that claims any size. */
function bomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const head = Buffer.concat([Buffer.from(type), data]);
    const around = Buffer.alloc(8);
    around.writeUInt32BE(data.length, 0);
    around.writeUInt32BE(crc(head), 4);
    return Buffer.concat([around.subarray(0, 4), head, around.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const parts = [
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), ...parts]);
}

function crc(bytes: Buffer): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit++) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  }
  return (value ^ 0xffffffff) >>> 0;
}

test('refuses a small file that would unpack to an enormous picture, before unpacking it', async () => {
  await expect(preparePicture(bomb(60_000, 60_000))).rejects.toMatchObject({ code: 'too-many-pixels' });
  const wide = text(SVG.replace('width="64" height="32"', 'width="30000" height="30000"'));
  await expect(preparePicture(wide)).rejects.toMatchObject({ code: 'too-many-pixels' });
});

test('refuses an SVG with a document type, which can define anything', async () => {
  const lines = ['<?xml version="1.0"?>', '<!DOCTYPE svg [<!ENTITY a "aaaa">]>', SVG];
  const after = text(`${SVG}<!DOCTYPE svg>`);
  await expect(preparePicture(text(lines.join('')))).rejects.toMatchObject({ code: 'no-picture' });
  await expect(preparePicture(after)).rejects.toMatchObject({ code: 'damaged' });
});

test('an SVG can’t include anything from elsewhere', async () => {
  const link = (href: string): Uint8Array =>
    text(SVG.replace('<rect', `<image href="${href}" width="64" height="32"/><rect opacity="0"`));
  const blank = await preparePicture(text(SVG.replace('<rect', '<rect opacity="0"')));
  for (const href of ['file:///etc/hostname', 'https://example.com/x.png', './package.json']) {
    const picture = await preparePicture(link(href));
    expect(Buffer.compare(picture.bytes, blank.bytes)).toBe(0);
  }
});

test('refuses a file that is too large by its length alone', async () => {
  await expect(preparePicture(new Uint8Array(MOST_BYTES_SENT + 1))).rejects.toMatchObject({
    code: 'too-many-bytes',
  });
});

test('removes where and by whom a picture was taken, and turns it upright', async () => {
  const exif = { IFD0: { Copyright: 'somebody', Artist: 'ana' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } };
  const sent = await plain(60, 40).jpeg().withExif(exif).withMetadata({ orientation: 6 }).toBuffer();
  const { bytes, width, height } = await preparePicture(sent);
  expect([width, height]).toEqual([40, 60]);
  const saved = await sharp(bytes).metadata();
  expect([saved.exif, saved.xmp, saved.icc, saved.orientation]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('keeps the first frame of an animation', async () => {
  const frames = [plain(20, 20), plain(20, 20).negate()].map((frame) => frame.png().toBuffer());
  const moving = await sharp(await Promise.all(frames), { join: { animated: true } })
    .gif()
    .toBuffer();
  expect((await sharp(moving).metadata()).pages).toBe(2);
  const picture = await preparePicture(moving);
  expect((await sharp(picture.bytes).metadata()).pages ?? 1).toBe(1);
  expect(picture.height).toBe(20);
});

slowTest(
  'a large picture full of detail is made to fit, so that twenty stay under six megabytes',
  async () => {
    const picture = await preparePicture(await noise(1700).jpeg({ quality: 60 }).toBuffer());
    expect(picture.bytes.length).toBeLessThanOrEqual(MOST_BYTES_STORED);
    expect(Math.max(picture.width, picture.height)).toBeLessThanOrEqual(1600);
    expect(20 * MOST_BYTES_STORED).toBeLessThan(6 * 1024 * 1024);
  },
);
