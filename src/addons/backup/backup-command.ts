import { resolve } from 'node:path';
import { backUpToFolder, backUpToGit, remoteMeant } from './back-up.ts';
import { defineCommand, type Ending } from '../../cli/command.ts';
import { gameOptions, homeGameOf } from '../../cli/local/game-options.ts';

export const command = defineCommand({
  usage: 'doctor backup [options] TO',
  details:
    'Copies a game at home, even while it is served. A folder gets everything, including the secrets: keys, seeds, private values and seat links. A Git remote gets everything but the secrets, on branches whose names begin with gitnomic-backup. `gitnomic doctor restore FROM` restores either.',
  examples: [
    { line: 'doctor backup /mnt/stick/harbour', does: 'a new copy inside this folder, with the secrets' },
    {
      line: 'doctor backup --git git@example.org:us/harbour.git',
      does: 'everything but the secrets, to a Git remote',
    },
  ],
  options: {
    ...gameOptions,
    git: { type: 'boolean', summary: 'TO is a Git remote instead of a folder' },
  },
  operands: { name: 'TO', summary: 'a folder, or with --git a Git remote', min: 1, max: 1 },
  async run(context): Promise<Ending> {
    const [to = ''] = context.operands;
    const game = await homeGameOf(context);
    if (context.values.git === true) {
      await backUpToGit(game, remoteMeant(context.folder, to));
      context.give(
        { to, secrets: false },
        () =>
          'The game is backed up, except for its secrets: keys, seeds, private values and the links to seats. Back up to a folder for those too.\n',
      );
    } else {
      const path = await backUpToFolder(game, resolve(context.folder, to));
      context.give(
        { to: path, secrets: true },
        () =>
          `The game is backed up in ${path}, with its secrets: keep it where nobody else can read it. Secrets in the environment are not in it.\n`,
      );
    }
    return 'ok';
  },
});
