import type { Addon } from '../../cli/command.ts';

/** Makes a pack for other groups from a dynasty that was played. */
export const packExport: Addon = {
  commands: [
    {
      name: 'export-pack',
      summary: 'make a pack from the rules that were played',
      load: () => import('./command.ts'),
    },
  ],
};
