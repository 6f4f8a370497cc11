import { observe } from '../apply/observe.ts';
import type { TickReport } from '../apply/tick.ts';
import type { Happening } from '../decide/decision.ts';
import { refreshCheckout } from '../host/checkout.ts';
import type { Game } from '../host/game.ts';

export interface Acted<T> {
  readonly answer: T;
  /** Everything that followed, in order; several things if one comment holds several commands. */
  readonly mine: readonly Happening[];
  /** The dice that an engine elsewhere has to draw, since it holds the seed or the beacon: a sentence each. */
  readonly undrawn: readonly string[];
  readonly report: TickReport;
  /** Edited files in the folder, which were left as they are. */
  readonly kept: readonly string[];
}

/**
 * Performs an action on the embedded forge and runs the engine at once, as a webhook would elsewhere. Edits in
 * `discard` have been proposed, and are reverted once the rules have accepted the proposal.
 */
export async function actAndTick<T>(
  game: Game,
  act: () => Promise<T>,
  discard: Iterable<string> = [],
): Promise<Acted<T>> {
  const before = (await observe(game.forge, await game.main(), game.now())).kept.head.n;
  const answer = await act();
  const report = await game.tick();
  const all = report.happened.filter(({ line }) => line !== null && line > before);
  // If the engine runs elsewhere, a missing seed on this machine is no reason to refuse.
  const isUndrawn = ({ outcome }: Happening): boolean =>
    game.played === 'elsewhere' && !outcome.ok && outcome.refusal.code === 'no-draw';
  const mine = all.filter((one) => !isUndrawn(one));
  const undrawn = all
    .filter(isUndrawn)
    .map(({ what }) => `The engine there draws for ${what}, and answers below it.`);
  // A refused proposal is stored nowhere else, so it stays in the folder to be corrected.
  const kept = await refreshCheckout(game, mine.every(({ outcome }) => outcome.ok) ? discard : []);
  return { answer, mine, undrawn, report, kept };
}
