import { observe } from '../apply/look.ts';
import type { TickReport } from '../apply/tick.ts';
import type { Happening } from '../decide/decision.ts';
import { refreshCheckout } from '../host/checkout.ts';
import type { Game } from '../host/game.ts';

export interface Acted<T> {
  readonly answer: T;
  /** Everything that followed, in order; more than one thing where a comment holds several. */
  readonly mine: readonly Happening[];
  /** The draws that are left to the engine elsewhere, which has the seed or the beacon: a sentence each. */
  readonly undrawn: readonly string[];
  readonly report: TickReport;
  /** Files of the folder that somebody has edited, and that were left as they are. */
  readonly kept: readonly string[];
}

/**
 * Does something on the embedded forge and has the engine look at it at once, as a webhook would elsewhere. Edits in
 * `discard` have been proposed: they are taken back once the rules took the proposal.
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
  // Where the engine runs elsewhere, this machine's having no seed refuses nothing.
  const isUndrawn = ({ outcome }: Happening): boolean =>
    game.played === 'elsewhere' && !outcome.ok && outcome.refusal.code === 'no-draw';
  const mine = all.filter((one) => !isUndrawn(one));
  const undrawn = all
    .filter(isUndrawn)
    .map(({ what }) => `The engine there draws for ${what}, and answers below it.`);
  // A refused proposal stands nowhere else: it stays in the folder to be mended.
  const kept = await refreshCheckout(game, mine.every(({ outcome }) => outcome.ok) ? discard : []);
  return { answer, mine, undrawn, report, kept };
}
