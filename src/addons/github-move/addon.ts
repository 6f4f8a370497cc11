import { valued } from '../../host/command.ts';
import type { Addon } from '../../cli/command.ts';

/** Takes a game that was played at home to GitHub. */
export const gitHubMove: Addon = {
  addedOptions: {
    init: {
      options: {
        game: valued(
          'FILE',
          'with --github: a game from a browser, the file from “Take this game with you”, which goes on there',
        ),
        account: {
          type: 'string',
          multiple: true,
          value: 'PLAYER=LOGIN',
          summary: 'with --game: a player’s account on GitHub, as for `gitnomic move CLONE`',
        },
      },
      instead: {
        takes: ['github', 'engine'],
        next: 'Leave it out: the game has it already. `gitnomic start --game FILE` continues a game on this machine.',
        run: async (asked) => (await import('./from-file.ts')).initFromFile(asked),
      },
    },
  },
  hostCommands: [
    {
      name: 'move',
      summary: 'take a game from its embedded forge to GitHub',
      load: () => import('./command.ts'),
    },
  ],
};
