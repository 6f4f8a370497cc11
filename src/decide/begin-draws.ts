import { linesIn } from '../play/ledger-reader.ts';
import { bindingRolls } from '../play/binding-rolls.ts';
import { isResolution } from '../play/ledger-verbs.ts';
import type { OpenGame } from '../store/open-game.ts';

/** Sets the numbers that identify the draws of an action. */
export function beginDraws(
  { play, draws, read }: OpenGame,
  game: string,
  {
    what,
    at,
    by,
    promised = null,
  }: {
    readonly what: string;
    readonly at: string;
    readonly by: string;
    /** The hash of the promised seed for secret choices, if any. */
    readonly promised?: string | null;
  },
): void {
  const { archived } = read.facts;
  draws.begin(
    {
      game,
      what,
      at,
      promised,
      number: () =>
        1 + (archived.actions[what] ?? 0) + play.ledger.filter((line) => line.what === what).length,
      binding: () => {
        const rolls = bindingRolls(play.ledger, isResolution(what) ? null : by, what);
        return rolls && { ...rolls, number: 1 + (archived.actions[what] ?? 0) + rolls.before };
      },
      rolled: () =>
        play.ledger.reduce(
          (sum, line) => sum + line.draws.filter(({ kind }) => kind === 'dice').length,
          archived.rolls,
        ),
    },
    linesIn(play.ledger),
  );
}
