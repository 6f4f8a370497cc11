import type { Addon } from '../../cli/command.ts';

/** Lets players of a game on GitHub act on its published pages in their own names, with a service by which they sign in. */
export const signIn: Addon = {
  site: {
    pages: { 'signed-in/': 'src/addons/github-sign-in/signed-in.astro' },
    addresses: 'src/addons/github-sign-in/addresses.ts',
    parts: { news: 'src/addons/github-sign-in/seat.astro' },
  },
  hostCommands: [
    {
      name: 'sign-in',
      summary: 'run the service that lets players act on the published pages in their own names',
      load: () => import('./command.ts'),
    },
  ],
};
