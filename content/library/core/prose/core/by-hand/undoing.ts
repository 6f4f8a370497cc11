import { action, data, derive, integer, rule, text } from 'gitnomic/rules';
import { isUndone, latestLines, lineAt } from '#core/corrections.ts';

export default rule((g) => ({
  views: {
    undoable: derive({
      of: 'game',
      returns: data(),
      value: () =>
        latestLines(g.ledger)
          .filter(({ n, what }) => what === 'write-down' && !isUndone(g.ledger, n))
          .map(({ n }) => n),
    }),
  },

  actions: {
    'undo-record': action({
      title: 'Undo what was written down',
      sentence: 'undid line {ledger}',
      about: 'Takes back a line of the ledger that wrote into the record.',
      with: {
        ledger: integer({ min: null, from: 'undoable', title: 'what is undone' }),
        reason: text({ filled: true }),
      },
      check({ ledger: number, refuse }) {
        const line = lineAt(g.ledger, number);
        if (line === null) refuse('ledger', 'the ledger has no such line');
        else if (line.what !== 'write-down') refuse('ledger', `${line.what} wrote nothing into the record`);
        else if (isUndone(g.ledger, line.n)) refuse('ledger', 'this has already been undone');
      },
      effect({ ledger: number, revert, result }) {
        const line = lineAt(g.ledger, number);
        if (line === null) return;
        revert(line.changes);
        result({ undone: line.n });
      },
    }),
  },
}));
