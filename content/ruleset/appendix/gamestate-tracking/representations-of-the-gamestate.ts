import { action, integer, rule, text } from 'gitnomic/rules';
import { isUndone, lineAt } from '#core/corrections.ts';
import { refuseFor } from '#core/reasons.ts';
import { correctGamestate, reversals, undoAlteration } from '#core/representations.ts';

export default rule((g) => ({
  game: { reversals },

  actions: {
    'correct-gamestate': correctGamestate(g),
    'undo-alteration': undoAlteration(g, (line) => line < g.game.upheldLines),

    'complete-action': action({
      title: "Complete somebody's action",
      sentence: 'completed what was begun in line {ledger}',
      about:
        'Does again, by the rules as they are and with its rolls as they fell, what was taken back, if no decision is left in it.',
      with: { ledger: integer({ min: null }), reason: text({ filled: true }) },
      check({ ledger: number, refuse }) {
        const line = lineAt(g.ledger, number);
        if (line === null) {
          refuse('ledger', 'the ledger has no such line');
          return;
        }
        refuseFor(
          (reason) => refuse('ledger', reason),
          [
            line.n < g.game.upheldLines && 'this was upheld when a Declaration of Victory was enacted',
            line.refused && `${line.what} was refused, so it was never performed`,
            // An action is all done or not at all, so what could be left of one that stands is a choice of its author's.
            !line.refused &&
              !isUndone(g.ledger, line.n) &&
              `${line.what} is complete: nothing is left of it but what would be a decision of ${line.by}'s`,
            line.draws.some(({ kind }) => kind === 'secret') &&
              `${line.what} draws in secret, which is a decision that nobody but ${g.ruleset.theEmperor} can take`,
          ],
        );
      },
      effect({ ledger: number, again, result }) {
        const line = lineAt(g.ledger, number);
        if (line === null) return;
        again(line);
        result({ completed: line.n });
      },
    }),
  },
}));
