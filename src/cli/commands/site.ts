import { resolve } from 'node:path';
import type { ContentFiles } from '../../engine/game/paths.ts';
import { readFolder, readLibrary } from '../../engine/library.ts';
import { currentContent } from '../../engine/local/current-content.ts';
import { findLocalGame, openLocalGame } from '../../engine/local/local-game.ts';
import { UnplayableError } from '../../engine/play.ts';
import { buildSite } from '../../site/prepare/build-site.ts';
import { findDisplay } from '../../site/prepare/find-display.ts';
import { defineCommand } from '../command.ts';
import type { Ending } from '../exit-codes.ts';
import { Failure } from '../failure.ts';

export const command = defineCommand({
  usage: 'site [--out FOLDER]',
  details:
    'Builds the pages of a game from its content folder: rules, matters, gamestate, maps, ledger. They need no server and no script.',
  examples: [
    { line: 'site', does: 'build the pages of this folder’s game into dist/' },
    {
      line: 'site --out public --base /my-game/',
      does: 'build them for a site that is served from /my-game/',
    },
  ],
  options: {
    out: { type: 'string', value: 'FOLDER', summary: 'where the pages go; dist, unless said' },
    base: { type: 'string', value: 'PATH', summary: 'the path that the site is served from; /, unless said' },
    at: { type: 'string', value: 'TIME', summary: 'the time to show the game at; now, unless said' },
    game: {
      type: 'string',
      value: 'FOLDER',
      summary: 'the folder of the game; the one you are in, unless said',
    },
  },
  async run({ values, folder, give, say }): Promise<Ending> {
    const home = resolve(folder, values.game ?? '.');
    const out = resolve(folder, values.out ?? 'dist');
    const files = await contentOf(home);
    say('Building the pages …');
    try {
      const display = findDisplay(files, readLibrary());
      const now = values.at ?? new Date().toISOString().slice(0, 19) + 'Z';
      const problems = await buildSite(files, {
        now,
        out,
        ...(display === null ? {} : { display }),
        ...(values.base === undefined ? {} : { base: values.base }),
      });
      give({ out, problems }, () => [...problems, `The pages are in ${out}.`, ''].join('\n'));
      return 'ok';
    } catch (error) {
      if (!(error instanceof UnplayableError)) throw error;
      throw new Failure(
        'broken',
        error.problems.map((what) => ({
          code: 'unplayable',
          what,
          next: 'Mend the rules; `gitnomic lint` tells all that is wrong.',
        })),
        { cause: error },
      );
    }
  },
});

/** The game as it is now: of an embedded forge with what stands in its journal, else what the folder holds. */
async function contentOf(home: string): Promise<ContentFiles> {
  if (findLocalGame(home) === home) return currentContent(await openLocalGame(home));
  try {
    return new Map(
      [...readFolder(resolve(home, 'content'))].map(([path, text]) => [`content/${path}`, text]),
    );
  } catch (error) {
    throw new Failure(
      'usage',
      {
        code: 'no-game',
        what: `There is no content folder in ${home}.`,
        next: 'Go to the folder of a game, or name it with --game.',
      },
      { cause: error },
    );
  }
}
