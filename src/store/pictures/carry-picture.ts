import { base64Of, fromBase64 } from '#platform/bytes.ts';
import type { Json, Params } from '../../play/secrets/envelope.ts';
import { PictureError } from './picture-error.ts';
import { preparePicture } from './prepare-picture.ts';

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
