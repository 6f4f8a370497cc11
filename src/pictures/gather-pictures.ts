import { readBytes } from '#platform/files.ts';
import { fetchPicture, type Network } from './fetch-picture.ts';
import { carriedBytes, PictureError, preparePicture, type Picture } from './prepare-picture.ts';

/** A picture that somebody sent: a link, or the receiver's name for a file. */
interface Wanted {
  readonly handle: string;
  readonly image: string;
}

export interface Gathered {
  readonly pictures: ReadonlyMap<string, Picture>;
  /** The pictures that couldn't be fetched, each with a message for its sender. */
  readonly failures: ReadonlyMap<string, PictureError>;
}

interface Options {
  readonly network?: Network;
  /** Files that came with submissions, by the name that replaces a link. */
  readonly files?: ReadonlyMap<string, string>;
  readonly progress?: (done: number, all: number) => void;
}

/** Only a few at a time, because decoding needs memory and servers shouldn't be flooded. */
const AT_ONCE = 3;

/** Fetches and prepares each picture once. A failure doesn't stop the others. */
export async function gatherPictures(wanted: readonly Wanted[], options: Options = {}): Promise<Gathered> {
  const pictures = new Map<string, Picture>();
  const failures = new Map<string, PictureError>();
  const waiting = [...wanted];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      try {
        pictures.set(next.handle, await preparePicture(await bytesOf(next, options)));
      } catch (error) {
        if (!(error instanceof PictureError)) throw error;
        failures.set(next.handle, error);
      }
      options.progress?.(pictures.size + failures.size, wanted.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { pictures, failures };
}

async function bytesOf({ image }: Wanted, { files, network }: Options): Promise<Uint8Array> {
  if (image.startsWith('data:')) return carriedBytes(image);
  const file = files?.get(image);
  if (file === undefined) return fetchPicture(image, network);
  try {
    return readBytes(file);
  } catch (cause) {
    throw new PictureError('unreachable', `the file ${image} can't be read`, { cause });
  }
}
