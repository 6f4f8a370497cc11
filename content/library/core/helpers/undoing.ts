import { action, data, derive, integer, text } from 'gitnomic/rules';
import type { Game } from 'gitnomic/rules';
import { isUndone, latestLines, lineAt, nameOfLine } from './corrections.ts';

/** The latest lines of the ledger with this action that can be undone, newest first. */
export const linesToUndo = ({ ledger }: Game, id: string) =>
  derive({
    of: 'game',
    returns: data(),
    value: () =>
      latestLines(ledger)
        .filter(({ n, what }) => what === id && !isUndone(ledger, n))
        .map(({ n }) => n),
  });

/** Anybody may undo what was written by hand. */
export const undoLine = (
  { ledger, players }: Game,
  { of, where }: { readonly of: string; readonly where: string },
) =>
  action({
    title: 'Undo what was written down',
    sentence: 'undid line {ledger}',
    about: `Takes back a line of the ledger that wrote on ${where}.`,
    with: {
      ledger: integer({ min: null, from: 'undoable', title: 'what is undone' }),
      reason: text({ filled: true }),
    },
    check({ ledger: number, refuse }) {
      const line = lineAt(ledger, number);
      if (line === null) refuse('ledger', 'the ledger has no such line');
      else if (line.what !== of) refuse('ledger', `that line wrote nothing on ${where}`);
      else if (isUndone(ledger, line.n)) refuse('ledger', 'this has already been undone');
    },
    effect({ ledger: number, revert, result }) {
      const line = lineAt(ledger, number);
      if (line === null) return;
      revert(line.changes);
      result({ undone: nameOfLine(line, players) });
    },
  });
