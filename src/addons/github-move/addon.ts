import type { Addon } from '../../cli/command.ts';

/** Takes a game that was played at home to GitHub. */
export const gitHubMove: Addon = {
  hostCommands: [
    {
      name: 'move',
      summary: 'take a game from its embedded forge to GitHub',
      load: () => import('./command.ts'),
    },
  ],
};
