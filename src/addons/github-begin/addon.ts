import { valued } from '../../host/command.ts';
import type { Addon } from '../../cli/command.ts';

/** Begins a game for a repository on GitHub from the command line; the template’s own workflow begins one too. */
export const gitHubBegin: Addon = {
  addedOptions: {
    init: {
      options: {
        github: valued(
          'OWNER/NAME',
          'a game that is played in that repository on GitHub; --admin and --player are logins there',
        ),
        path: valued('PATH', 'with --github: the folder of the game, if the repository holds several'),
        engine: valued(
          'OWNER/NAME',
          'with --github: the repository whose releases it uses, if this engine doesn’t say',
        ),
      },
      instead: {
        takes: ['name', 'core', 'dynasty', 'player', 'admin', 'language'],
        next: 'Leave it out. Or begin the game on this machine, which accepts it, and take it to GitHub with `gitnomic move CLONE`.',
        run: async (asked) => (await import('./init-game.ts')).initOnGitHub(asked),
      },
    },
  },
};
