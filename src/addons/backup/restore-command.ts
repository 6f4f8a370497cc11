import { join, resolve } from 'node:path';
import { refreshCheckout } from '../../host/checkout.ts';
import { remoteMeant, restoreFromFolder, restoreFromGit } from './back-up.ts';
import { homeIn } from '../../host/host.ts';
import { defineCommand, type Ending } from '../../cli/command.ts';
import { optionsOf } from '../../cli/local/game-options.ts';
import { shellWord } from '../../language/shell-word.ts';

export const command = defineCommand({
  usage: 'doctor restore [options] FROM [FOLDER]',
  details:
    'Restores a game that `gitnomic doctor backup TO` copied, into a folder that is empty or does not exist yet. If a folder holds several copies, it takes the newest, unless you name one.',
  examples: [
    { line: 'doctor restore /mnt/stick/harbour', does: 'the newest copy, into game/' },
    {
      line: 'doctor restore --git git@example.org:us/harbour.git harbour',
      does: 'from a Git remote, into harbour/',
    },
  ],
  options: { git: { type: 'boolean', summary: 'FROM is a Git remote instead of a folder' } },
  operands: {
    name: 'FROM FOLDER',
    summary: 'a folder or a Git remote, and the folder of the game (default: game)',
    min: 1,
    max: 2,
  },
  async run(context): Promise<Ending> {
    const [from = '', into = 'game'] = context.operands;
    const folder = resolve(context.folder, into);
    const isGit = context.values.git === true;
    const path = isGit
      ? remoteMeant(context.folder, from)
      : await restoreFromFolder(resolve(context.folder, from), folder);
    if (isGit) await restoreFromGit(path, folder);
    const game = await homeIn(context.hosts).open(folder, optionsOf(context));
    if (isGit) await refreshCheckout(game);
    const missing = isGit
      ? [
          'Secrets are missing: submissions that were sealed before can’t be opened, private values are lost, dice are drawn with a new seed, and everybody needs a new link.',
          `If there is a copy of ${join('.gitnomic', 'private')}, put it there now. Otherwise \`gitnomic doctor --game ${shellWord(into)}\` says how the game goes on with new ones.`,
        ]
      : ['It has its secrets too.'];
    return context.give(
      { from: path, folder, secrets: !isGit, main: await game.main() },
      () => `${[`The game is back in ${folder}, from ${path}.`, ...missing].join('\n')}\n`,
    );
  },
});
