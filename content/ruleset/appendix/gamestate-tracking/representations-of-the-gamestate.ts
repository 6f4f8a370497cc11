import { action, data, derive, integer, rule, text } from 'gitnomic/rules';
import { isUndone, latestLines, lineAt } from '#core/corrections.ts';
import type { Line } from '#core/corrections.ts';
import { refuseFor } from '#core/reasons.ts';
import { correctable, correctGamestate, reversals, undoable, undoAlteration } from '#core/representations.ts';

export default rule((g) => {
  const isUpheld = (line: number): boolean => line < g.game.upheldLines;

  const whyNotCompleted = (line: Line): readonly (string | false)[] => [
    isUpheld(line.n) && 'this was upheld when a Declaration of Victory was enacted',
    line.refused && `${line.what} was refused, so it was never performed`,
    // An action is all done or not at all, so what could be left of one that stands is a choice of its author's.
    !line.refused &&
      !isUndone(g.ledger, line.n) &&
      `${line.what} is complete: nothing is left of it but what would be a decision of ${line.by}'s`,
    line.draws.some(({ kind }) => kind === 'secret') &&
      `${line.what} draws in secret, which is a decision that nobody but ${g.ruleset.theEmperor} can take`,
  ];

  return {
    game: { reversals },

    views: {
      correctable: correctable(g),
      undoable: undoable(g, isUpheld),
      completable: derive({
        of: 'game',
        returns: data(),
        value: () =>
          latestLines(g.ledger)
            .filter((line) => whyNotCompleted(line).every((why) => why === false))
            .map(({ n }) => n),
      }),
    },

    actions: {
      'correct-gamestate': correctGamestate(g),
      'undo-alteration': undoAlteration(g, isUpheld),

      'complete-action': action({
        title: 'Redo an action that was undone',
        sentence: 'completed what was begun in line {ledger}',
        about: 'Repeats it under the current rules, with the same dice, if it leaves nothing to decide.',
        with: {
          ledger: integer({ min: null, from: 'completable', title: 'the action' }),
          reason: text({ filled: true }),
        },
        check({ ledger: number, refuse }) {
          const line = lineAt(g.ledger, number);
          const reasons = line === null ? ['the ledger has no such line'] : whyNotCompleted(line);
          refuseFor((reason) => refuse('ledger', reason), reasons);
        },
        effect({ ledger: number, again, result }) {
          const line = lineAt(g.ledger, number);
          if (line === null) return;
          again(line);
          result({ completed: line.n });
        },
      }),
    },
  };
});
