import { action, integer, rule, text } from 'gitnomic/rules';
import { lineAt } from '#core/corrections.ts';
import { correctGamestate, reversals, undoAlteration } from '#core/representations.ts';

export default rule((g) => ({
  game: { reversals },

  actions: {
    'correct-gamestate': correctGamestate(g),
    'undo-alteration': undoAlteration(g, (line) => line < g.game.upheldLines),

    'complete-action': action({
      title: "Complete somebody's action",
      about: 'Finishes what another began, if no decision of theirs is left.',
      with: { ledger: integer({ min: null }), reason: text({ filled: true }) },
      check({ ledger: number, refuse }) {
        const line = lineAt(g.ledger, number);
        if (line === null) refuse('ledger', 'the ledger has no such line');
        // An action is all done or not at all, so what could be left of one is a choice of its author's.
        else
          refuse(
            'ledger',
            `${line.what} is complete: nothing is left of it but what would be a decision of ${line.by}'s`,
          );
      },
    }),
  },
}));
