import { z } from 'zod';
import { fromBase64 } from '#platform/bytes.ts';
import { isFreeFolder, makeFolder, readText, statOf } from '#platform/files.ts';
import { basename, dirname, join } from '#platform/paths.ts';
import { areSafePaths } from '../../ruleset/file-names.ts';
import { readWrittenJson } from '../../ruleset/plain-data.ts';
import { shellWord } from '../../language/shell-word.ts';
import { failure } from '../command.ts';

/** A whole game in one file, as the playground exports it. */
export const packedGameSchema = z.strictObject({
  'gitnomic-game': z.literal(1),
  name: z.string(),
  /** Such a copy has no secrets, so it can be read but not continued. */
  reader: z.literal(true).optional(),
  /** In base64, by paths below the game's folder. */
  files: z.record(z.string(), z.base64()).refine((files) => areSafePaths(Object.keys(files))),
});

const MOST_BYTES = 200 * 1024 * 1024;

/** Unpacks a game beside its file; null if the path is no file. Nothing is overwritten. */
export function unpackGame(path: string): { readonly folder: string; readonly isForReaders: boolean } | null {
  const found = statOf(path);
  if (found === null || found.isFolder) return null;
  const packed =
    found.size > MOST_BYTES ? null : packedGameSchema.safeParse(readWrittenJson(readText(path)).value).data;
  if (packed === undefined || packed === null)
    throw failure('usage', 'no-packed-game', `${path} is not a file from “Take this game with you”.`, {
      next: 'Save the file again from the page that plays the game, and name it with --game.',
    });
  const folder = join(dirname(path), basename(path).replace(/(?:\.gitnomic)?\.[^.]+$/u, ''));
  if (folder === path || !isFreeFolder(folder))
    throw failure(
      'usage',
      'game-there',
      `There is something in ${folder} already, so the game was not unpacked.`,
      {
        next: `If it is this game, continue it with \`gitnomic start --game ${shellWord(folder)}\`. Otherwise rename the file and run the same command again.`,
      },
    );
  const files = Object.entries(packed.files).map(([name, content]): [string, Uint8Array] => [
    name,
    fromBase64(content),
  ]);
  makeFolder(folder, files, { mode: 0o600 });
  return { folder, isForReaders: packed.reader === true };
}
