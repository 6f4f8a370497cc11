import type { Addon } from '../../cli/command.ts';

/** Lets people play from a chat. */
export const chatBridge: Addon = {
  commands: [
    {
      name: 'bridge',
      summary: 'let people play from a chat',
      load: () => import('./command.ts'),
    },
  ],
};
