import type { Addon } from '../../cli/command.ts';

/** The service by which players of a game on GitHub sign in on its published pages. */
export const signIn: Addon = {
  hostCommands: [
    {
      name: 'sign-in',
      summary: 'run the service that lets players act on the published pages in their own names',
      load: () => import('./command.ts'),
    },
  ],
};
