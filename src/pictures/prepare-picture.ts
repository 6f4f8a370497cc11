import type { OutputInfo, Sharp, SharpOptions } from 'sharp';
import { findOptional, loadSharp } from '#platform/packages.ts';
import { sayMissing } from '../sandbox/strip-types.ts';
import { base64Of, fromBase64 } from '#platform/bytes.ts';
import type { Json, Params } from '../ruleset/plain-data.ts';
import { CodedError } from '../kernel/coded-error.ts';

/** A picture in the form in which the repository stores it. */
export interface Picture {
  /** WebP without metadata, upright, one frame. */
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly sentAs: PictureFormat;
}

export const MOST_BYTES_SENT = 12 * 1024 * 1024;
/** Decoding takes four bytes per pixel, so a file that claims more than this is refused before it is decoded. */
const MOST_PIXELS_SENT = 40_000_000;
/** Twenty of them take less than six megabytes. */
export const MOST_BYTES_STORED = 300 * 1024;
/** The longest side and the qualities to try, best first. The last ones are used only if nothing else is small enough. */
const WAYS = [
  { side: 1600, qualities: [82, 70, 58] },
  { side: 1100, qualities: [76, 58] },
  { side: 800, qualities: [70, 50] },
  { side: 560, qualities: [60, 40, 22] },
] as const;
const SECONDS = 20;

/** Checks a picture and encodes its pixels again, so that nothing else in the file is kept. */
export async function preparePicture(
  bytes: Uint8Array,
  { mostBytes = MOST_BYTES_STORED }: { readonly mostBytes?: number } = {},
): Promise<Picture> {
  if (bytes.length > MOST_BYTES_SENT) {
    throw new PictureError(
      'too-many-bytes',
      `the file has ${inMegabytes(bytes.length)} MB; the most is ${inMegabytes(MOST_BYTES_SENT)}`,
    );
  }
  const sentAs = formatOf(bytes);
  if (sentAs === null)
    throw new PictureError('no-picture', 'the file is no PNG, JPEG, WebP, GIF, AVIF or SVG');
  if (sentAs === 'svg') refuseEntities(bytes);
  await checkSize(bytes);
  for (const { side, qualities } of WAYS) {
    for (const quality of qualities) {
      const { data, info } = await encode(bytes, side, quality);
      if (data.length <= mostBytes)
        return { bytes: new Uint8Array(data), width: info.width, height: info.height, sentAs };
    }
  }
  throw new PictureError('too-many-bytes', 'the picture can’t be made small enough to be kept');
}

/** True if this is the output of `preparePicture`, since a copy made by somebody else may contain anything. */
export async function isPrepared(bytes: Uint8Array): Promise<boolean> {
  if (bytes.length > MOST_BYTES_STORED || formatOf(bytes) !== 'webp') return false;
  try {
    const {
      width,
      height,
      pages = 1,
      exif,
      xmp,
      iptc,
    } = await (await decoder(bytes, { failOn: 'error' })).metadata();
    const plain = exif === undefined && xmp === undefined && iptc === undefined && pages === 1;
    if (!plain || Math.max(width, height) > WAYS[0].side) return false;
    await (await decoder(bytes, { failOn: 'error' })).timeout({ seconds: SECONDS }).stats();
    return true;
  } catch {
    return false;
  }
}

/** An SVG that defines entities can grow without limit, or refer to files of people who open it. */
function refuseEntities(bytes: Uint8Array): void {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(new TextDecoder().decode(bytes))) {
    throw new PictureError('damaged', 'the SVG has a document type, which none needs: take it out');
  }
}

async function checkSize(bytes: Uint8Array): Promise<void> {
  const { width, height } = await understood(async () =>
    (await decoder(bytes, { limitInputPixels: false })).metadata(),
  );
  if (width * height > MOST_PIXELS_SENT) {
    throw new PictureError(
      'too-many-pixels',
      `the picture is ${width} by ${height}; the most is ${MOST_PIXELS_SENT / 1_000_000} million pixels`,
    );
  }
}

function encode(
  bytes: Uint8Array,
  side: number,
  quality: number,
): Promise<{ data: Uint8Array; info: OutputInfo }> {
  const options = { limitInputPixels: MOST_PIXELS_SENT, failOn: 'error', pages: 1 } as const;
  return understood(async () =>
    (await decoder(bytes, options))
      .timeout({ seconds: SECONDS })
      .rotate()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .webp({ quality, effort: 4 })
      .toBuffer({ resolveWithObject: true }),
  );
}

/** Loaded only for the first picture, because most commands see none and loading takes long. */
async function decoder(bytes: Uint8Array, options: SharpOptions): Promise<Sharp> {
  if (findOptional('sharp') === null)
    throw new PictureError('no-decoder', sayMissing('sharp', 'pictures can’t be read here'));
  const sharp = await loadSharp();
  return sharp(bytes, options);
}

async function understood<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (cause) {
    if (cause instanceof PictureError) throw cause;
    throw new PictureError(
      'damaged',
      `the picture can't be read: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  }
}

function inMegabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1);
}

export type PictureFormat = 'png' | 'jpeg' | 'webp' | 'gif' | 'avif' | 'svg';

/** Recognises a picture's format by its first bytes, never by its name. Null for anything else. */
export function formatOf(bytes: Uint8Array): PictureFormat | null {
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png';
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'jpeg';
  if (/^GIF8[79]a/.test(latin(bytes, 0, 6))) return 'gif';
  if (latin(bytes, 0, 4) === 'RIFF' && latin(bytes, 8, 12) === 'WEBP') return 'webp';
  if (latin(bytes, 4, 8) === 'ftyp' && /avi[fs]/.test(latin(bytes, 8, 32))) return 'avif';
  return isSvg(bytes) ? 'svg' : null;
}

/** The first element of the document must be `svg`. Everything allowed before it is skipped. */
function isSvg(bytes: Uint8Array): boolean {
  const head = new TextDecoder().decode(bytes.subarray(0, 4096)).replace(/^\uFEFF/, '');
  return /^\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--[\s\S]*?-->\s*)*<svg[\s>]/.test(head);
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, at) => bytes[at] === byte);
}

function latin(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}

/** The most that a post can carry, because forges limit a post to 64 thousand characters once it is sealed. */
export const MOST_BYTES_CARRIED = 32 * 1024;

const CARRIED = /^data:image\/[a-z+.-]+;base64,([A-Za-z0-9+/]+={0,2})$/u;

/** Makes a picture small enough to be sent within a submission. */
export async function pictureAsDataUrl(bytes: Uint8Array): Promise<string> {
  const picture = await preparePicture(bytes, { mostBytes: MOST_BYTES_CARRIED });
  return `data:image/webp;base64,${base64Of(picture.bytes)}`;
}

/** Reads a picture from a post. Its content is checked like that of a fetched one. */
export function carriedBytes(address: string): Uint8Array {
  const [, base64] = CARRIED.exec(address) ?? [];
  if (base64 === undefined)
    throw new PictureError('no-address', 'what begins with "data:" is no picture in base64');
  return fromBase64(base64);
}

/** Replaces each picture within the words by a short address, so that the state stays small. */
export function withoutCarried(words: Params, keep: (bytes: Uint8Array) => string): Params {
  return Object.fromEntries(Object.entries(words).map(([key, value]) => [key, replaced(value, keep)]));
}

function replaced(value: Json, keep: (bytes: Uint8Array) => string): Json {
  if (typeof value === 'string') return CARRIED.test(value) ? keep(carriedBytes(value)) : value;
  if (Array.isArray(value)) return value.map((one: Json) => replaced(one, keep));
  return typeof value === 'object' && value !== null ? withoutCarried(value as Params, keep) : value;
}

/** The reason why a picture is rejected, as its sender reads it. */
export type PictureErrorCode =
  | 'no-address' // no https address
  | 'forbidden-address' // leads into a private network
  | 'unreachable' // nobody answers, or not in time
  | 'too-many-bytes'
  | 'no-picture' // some other kind of file, whatever its name
  | 'too-many-pixels'
  | 'damaged'
  | 'no-decoder'; // the picture may be fine, but this machine can't read pictures

export class PictureError extends CodedError<PictureErrorCode> {}
