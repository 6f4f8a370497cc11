import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pictureAsDataUrl, PictureError } from '../../pictures/prepare-picture.ts';
import { picturesIn } from '../../pictures/find-pictures.ts';
import type { ValueType } from '../../kernel/value-types.ts';
import { isPlainObject } from '../../kernel/values.ts';
import { failure } from '../command.ts';
import { readGivenFile } from './read-given.ts';

/** A picture is given as a link or a file. Files are scaled down and embedded in the parameters. */
export async function carryFiles(
  types: Readonly<Record<string, ValueType>>,
  words: Readonly<Record<string, unknown>>,
  folder: string,
): Promise<Record<string, unknown>> {
  const files = new Map<string, string>();
  for (const picture of picturesIn(types, words))
    if (!/^(?:https?|data|picture):/iu.test(picture)) files.set(picture, await carried(picture, folder));
  if (files.size === 0) return { ...words };
  return replaced(words, files) as Record<string, unknown>;
}

async function carried(name: string, folder: string): Promise<string> {
  const path = resolve(folder, name);
  if (!existsSync(path) || !statSync(path).isFile())
    throw failure('usage', 'no-such-picture', `${name} is neither a link nor a file here.`, {
      expected: 'an https link to a picture, or the path of one',
    });
  try {
    return await pictureAsDataUrl(new Uint8Array(readGivenFile(path)));
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    throw failure('usage', error.code, `${name}: ${error.message}.`, { cause: error });
  }
}

function replaced(value: unknown, files: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return files.get(value.trim()) ?? value;
  if (Array.isArray(value)) return value.map((one) => replaced(one, files));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, replaced(one, files)]));
}
