import type { Addon } from '../../cli/command.ts';

/** Lets several people together take over the secrets of a game. */
export const escrow: Addon = {
  commands: [
    {
      name: 'seal escrow',
      summary: 'let several people together take over the secrets of a game',
      formerly: { escrow: 'seal escrow' },
      load: () => import('./command.ts'),
    },
  ],
};
