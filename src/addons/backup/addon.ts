import type { Addon } from '../../cli/command.ts';

/** Copies games at home to another disk or machine, and back. */
export const backup: Addon = {
  commands: [
    {
      name: 'doctor backup',
      summary: 'copy a game at home to a folder or a Git remote',
      formerly: { backup: 'doctor backup' },
      load: () => import('./backup-command.ts'),
    },
    {
      name: 'doctor restore',
      summary: 'restore a game from a backup',
      formerly: { restore: 'doctor restore' },
      load: () => import('./restore-command.ts'),
    },
  ],
};
