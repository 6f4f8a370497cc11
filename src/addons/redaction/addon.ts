import type { Addon } from '../../cli/command.ts';

/** Removes a person's words from a game, at their request. */
export const redaction: Addon = {
  commands: [
    {
      name: 'admin redact',
      summary: 'remove a person’s words from posts and journal',
      formerly: { redact: 'admin redact' },
      load: () => import('./command.ts'),
    },
  ],
};
