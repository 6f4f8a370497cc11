import type { Addon } from '../../cli/addon.ts';

/** Imports what was played elsewhere before the game came here, as past dynasties. */
export const importHistory: Addon = {
  commands: [
    {
      name: 'import-history',
      summary: 'import a game’s history from before it was played here',
      load: () => import('./command.ts'),
    },
  ],
};
