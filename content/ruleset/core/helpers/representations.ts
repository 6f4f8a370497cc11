import { action, data, derive, integer, map, text } from 'gitnomic/rules';
import type { Game } from 'gitnomic/rules';
import { latestLines, lineAt, nameOfLine, revertible, whyNotCorrected } from '#core/corrections.ts';
import type { Line } from '#core/corrections.ts';

/** How often each place was undone, so that a dispute can be told from a slip: `game: { reversals }`. */
export const reversals = map(integer(), { shown: false });

/** Anybody may set what is tracked to what it should be. */
export function correctGamestate({ ruleset }: Game) {
  return action({
    title: 'Correct the record',
    sentence: 'corrected the record',
    about: 'Sets what is tracked to what it should be. It is noted who did it, and why.',
    with: {
      path: text({ filled: true, from: 'correctable', title: 'what is wrong' }),
      value: data({ title: 'what it should be' }),
      reason: text({ filled: true }),
    },
    check({ path, refuse }) {
      const why = whyNotCorrected(path, ruleset.fields('player'));
      if (why !== null) refuse('path', why);
    },
    effect: ({ path, value: corrected, setPath }) => setPath(path, corrected),
  });
}

/** The values that anybody may correct, by their paths. */
export const correctable = ({ ruleset, players }: Game) =>
  derive({
    of: 'game',
    returns: data(),
    value: () =>
      ruleset
        .fields('player')
        .filter(({ id }) => whyNotCorrected(`players.x.${id}`, ruleset.fields('player')) === null)
        .flatMap(({ id }) => players.map((person) => `players.${person.id}.${id}`)),
  });

/** Why nobody can take back what a line did, or null. */
function whyNotUndone({ ruleset }: Game, line: Line, isUpheld: (line: number) => boolean): string | null {
  if (isUpheld(line.n)) return 'this was upheld when a Declaration of Victory was enacted';
  if ((ruleset.definesAction(line.what)?.section ?? 'core') === 'core')
    return `${line.what.replaceAll('-', ' ')} can’t be undone`;
  return revertible(line, ruleset.fields('player')).length === 0
    ? 'this altered nothing that can be undone'
    : null;
}

/** The latest lines that can be undone, newest first. */
export const undoable = (g: Game, isUpheld: (line: number) => boolean) =>
  derive({
    of: 'game',
    returns: data(),
    value: () =>
      latestLines(g.ledger)
        .filter((line) => whyNotUndone(g, line, isUpheld) === null)
        .map(({ n }) => n),
  });

/** Anybody may take back what an action altered wrongly; lines before `isUpheld` ones stand. */
export function undoAlteration(g: Game, isUpheld: (line: number) => boolean) {
  const { value, ruleset } = g;
  const toDispute = value('reversals');
  return action({
    title: 'Undo an alteration',
    sentence: 'undid line {ledger}',
    about: 'Takes back what an action altered, if it broke the rules of its time.',
    with: {
      ledger: integer({ min: null, from: 'undoable', title: 'what is undone' }),
      reason: text({ filled: true }),
    },
    check({ ledger: number, refuse }) {
      const line = lineAt(g.ledger, number);
      const why = line === null ? 'the ledger has no such line' : whyNotUndone(g, line, isUpheld);
      if (why !== null) refuse('ledger', why);
    },
    effect({ ledger: number, game, revert, result }) {
      const line = lineAt(g.ledger, number);
      if (line === null) return;
      const changes = revertible(line, ruleset.fields('player'));
      revert(changes);
      const times = { ...game.reversals };
      for (const { path } of changes) times[path.join('.')] = (times[path.join('.')] ?? 0) + 1;
      game.reversals = times;
      const disputed = Object.values(times).some((count) => count >= toDispute);
      result({
        undone: nameOfLine(line, g.players),
        advice: disputed ? 'Rather than undo this by turns, raise a Call for Judgement.' : null,
      });
    },
  });
}
