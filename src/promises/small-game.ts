import type { Kernel } from '../kernel/kernel.ts';
import { activePlayers } from '../kernel/promises.ts';

/** A game needs somebody who proposes and somebody else who agrees. */
const FEWEST = 2;

/** Makes the game that the kernel holds a small one. False if it is no larger already. */
export function makeSmall(kernel: Kernel, players: number): boolean {
  const { state } = kernel;
  const named = JSON.stringify([state.game, state.dynasty, state.emperor]);
  const rank = (id: string): number =>
    named.includes(JSON.stringify(id)) ? 0 : state.players[id]?.['admin'] === true ? 1 : 2;
  const retained = new Set(
    activePlayers(kernel.runtime, null)
      .toSorted((a, b) => rank(a) - rank(b))
      .slice(0, Math.max(players, FEWEST)),
  );
  const all = Object.entries(state.players);
  if (all.length === retained.size && Object.keys(state.posts).length === 0) return false;
  const few = Object.fromEntries(all.filter(([id]) => retained.has(id)));
  kernel.load({ ...state, players: few, posts: {}, submissions: {} });
  return true;
}
