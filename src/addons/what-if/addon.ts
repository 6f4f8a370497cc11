import { valued } from '../../host/command.ts';
import type { Addon } from '../../cli/command.ts';

/** Plays the past differently: without an action, or with another clause. */
export const pastOtherwise: Addon = {
  addedOptions: {
    replay: {
      options: {
        without: valued(
          'LINE',
          'leave out the action in this line of the ledger, and show what would be different now',
        ),
        'with-clause': valued(
          'FILE',
          'play the dynasty with another clause; the path of the file says which it replaces',
        ),
        since: valued('LINE', 'with --with-clause: the first line of the ledger to which it applies'),
      },
      instead: {
        takes: ['game'],
        next: 'Leave it out: the running dynasty of a game is played differently, from that line on.',
        run: async (asked) => (await import('./replay-otherwise.ts')).replayOtherwise(asked),
      },
    },
  },
};
