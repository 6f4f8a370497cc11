import type { Json, Params } from '../../play/secrets/envelope.ts';
import { PictureError } from './picture-error.ts';
import { preparePicture } from './prepare-picture.ts';

/** The most that a post can carry: forges limit it to 64 thousand characters once it is sealed. */
export const MOST_BYTES_CARRIED = 32 * 1024;

const CARRIED = /^data:image\/[a-z+.-]+;base64,([A-Za-z0-9+/]+={0,2})$/u;

/** A picture made small enough to be sent in the words of a submission itself. */
export async function pictureAsDataUrl(bytes: Uint8Array): Promise<string> {
  const picture = await preparePicture(bytes, { mostBytes: MOST_BYTES_CARRIED });
  return `data:image/webp;base64,${Buffer.from(picture.bytes).toString('base64')}`;
}

/** Reads a picture from a post; it is checked by its content like any that is fetched. */
export function carriedBytes(address: string): Uint8Array {
  const [, base64] = CARRIED.exec(address) ?? [];
  if (base64 === undefined)
    throw new PictureError('no-address', 'what begins with "data:" is no picture in base64');
  return new Uint8Array(Buffer.from(base64, 'base64'));
}

/** The same words with a short address in place of each picture that they carry, so that the state stays small. */
export function withoutCarried(words: Params, keep: (bytes: Uint8Array) => string): Params {
  return Object.fromEntries(Object.entries(words).map(([key, value]) => [key, replaced(value, keep)]));
}

function replaced(value: Json, keep: (bytes: Uint8Array) => string): Json {
  if (typeof value === 'string') return CARRIED.test(value) ? keep(carriedBytes(value)) : value;
  if (Array.isArray(value)) return value.map((one: Json) => replaced(one, keep));
  return typeof value === 'object' && value !== null ? withoutCarried(value as Params, keep) : value;
}
