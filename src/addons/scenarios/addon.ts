import type { Addon } from '../../cli/command.ts';

/** Runs the scenarios of rules from the command line. Proposals are tried with theirs without it. */
export const scenarios: Addon = {
  commands: [
    {
      name: 'scenario',
      summary: 'run scenarios: small games that show how rules work',
      load: () => import('./command.ts'),
    },
  ],
};
