import { join } from 'node:path';
import { contentAtEnd, frozenDynasties } from '../../engine/dynasties/frozen.ts';
import { dynastyFolder, type ContentFiles } from '../../engine/game/paths.ts';
import type { BuildOptions } from './build-site.ts';

export interface PastSite {
  readonly files: ContentFiles;
  readonly options: BuildOptions;
}

/** Where the pages of a dynasty that is over stand, below the game's. */
export function placeOf(number: number): string {
  return `dynasties/${number}/`;
}

/** Each dynasty that is over has pages of its own, as a game has: with its rules, its posts and how it looked at its end. */
export function pastSites(files: ContentFiles, options: BuildOptions): readonly PastSite[] {
  const { out, base = '/', kept } = options;
  return frozenDynasties(files).map(({ about: { number, ended } }) => ({
    files: withFirst(contentAtEnd(files, number), files, number),
    options: {
      ...options,
      now: ended,
      home: base,
      out: join(out, placeOf(number)),
      base: `${base.replace(/\/?$/u, '/')}${placeOf(number)}`,
      ...(kept === undefined ? {} : { kept: join(kept, String(number)) }),
    },
  }));
}

/** With how it began, which its pages show too. */
function withFirst(content: ContentFiles, files: ContentFiles, number: number): ContentFiles {
  const path = `${dynastyFolder(number)}first.json`;
  const first = files.get(path);
  return first === undefined ? content : new Map([...content, [path, first]]);
}
