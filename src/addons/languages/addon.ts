import type { Addon } from '../../cli/command.ts';

/** Lets a group translate the pages into its own language. */
export const languages: Addon = {
  commands: [
    {
      name: 'languages',
      summary: 'start or complete a translation of the pages',
      load: () => import('./command.ts'),
    },
  ],
};
