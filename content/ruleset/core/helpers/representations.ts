import { action, data, integer, map, text } from 'gitnomic/rules';
import type { Game } from 'gitnomic/rules';
import { lineAt, revertible, whyNotCorrected } from '#core/corrections.ts';

/** How often each place was undone, so that a dispute can be told from a slip: `game: { reversals }`. */
export const reversals = map(integer());

/** Anybody may set what is tracked to what it should be. */
export function correctGamestate({ ruleset }: Game) {
  return action({
    title: 'Correct the record',
    sentence: 'corrected the record',
    about: 'Sets what is tracked to what it should be. It is noted who did it, and why.',
    with: { path: text({ filled: true }), value: data(), reason: text({ filled: true }) },
    check({ path, refuse }) {
      const why = whyNotCorrected(path, ruleset.fields('player'));
      if (why !== null) refuse('path', why);
    },
    effect: ({ path, value: corrected, setPath }) => setPath(path, corrected),
  });
}

/** Anybody may take back what an action altered wrongly; lines before `isUpheld` ones stand. */
export function undoAlteration(g: Game, isUpheld: (line: number) => boolean) {
  const { value, ruleset } = g;
  const toDispute = value('reversals');
  return action({
    title: 'Undo an alteration',
    sentence: 'undid line {ledger}',
    about: 'Takes back what an action altered, if it broke the rules of its time.',
    with: { ledger: integer({ min: null }), reason: text({ filled: true }) },
    check({ ledger: number, refuse }) {
      const line = lineAt(g.ledger, number);
      if (line === null) refuse('ledger', 'the ledger has no such line');
      else if (isUpheld(line.n))
        refuse('ledger', 'this was upheld when a Declaration of Victory was enacted');
      else if ((ruleset.definesAction(line.what)?.section ?? 'core') === 'core')
        refuse('ledger', `${line.what} is no alteration that anybody can undo`);
      else if (revertible(line, ruleset.fields('player')).length === 0)
        refuse('ledger', 'this altered nothing that can be undone');
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
        undone: line.n,
        advice: disputed ? 'Rather than undo this by turns, raise a Call for Judgement.' : null,
      });
    },
  });
}
