import type { Addon } from '../../cli/command.ts';

/** Writes or serves the files with which a browser plays a whole game by itself. */
export const playground: Addon = {
  commands: [
    {
      name: 'playground',
      summary: 'serve the game that runs in a browser alone, or write its files for a host',
      needsNoGame: true,
      load: () => import('./command.ts'),
    },
  ],
};
