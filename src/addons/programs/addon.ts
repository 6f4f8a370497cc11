import type { Addon } from '../../cli/command.ts';

/** Lets programs play: models by the Model Context Protocol, and machines in a copy of the game. */
export const programs: Addon = {
  commands: [
    {
      name: 'mcp',
      summary: 'let a model play',
      load: () => import('./mcp-command.ts'),
    },

    {
      name: 'simulate',
      summary: 'let machines play a copy of the game, and report on it',
      load: () => import('./simulate-command.ts'),
    },
  ],
};
