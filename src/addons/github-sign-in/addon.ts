import type { Addon } from '../../cli/command.ts';

/** The service by which players of a game on GitHub sign in on its published pages. */
export const signIn: Addon = {
  hostCommands: [
    {
      name: 'sign-in',
      summary: 'let players act on the published pages in their own names: the service for it',
      load: () => import('./command.ts'),
    },
  ],
};
