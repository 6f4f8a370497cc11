import type { Kernel } from '../kernel/kernel.ts';
import { activePlayers } from '../kernel/promises.ts';
import type { StateChange } from '../kernel/store.ts';
import { brokenNow } from './breaches.ts';
import { Explorer, type Probe, type Task, type TriedMove } from './moves.ts';
import { makeSmall } from './small-game.ts';
import { byAnybody, isChangedBy, probesFor } from './ways-out.ts';

/** A move that was made again: when, and what it changed. */
export interface MovePlayed {
  readonly at: string;
  readonly changes: readonly StateChange[];
}

/** Makes moves again, one by one, and then tries ways to change a rule. */
export class Replay {
  readonly #explorer: Explorer;
  #probes: Probe[] | null = null;

  constructor(kernel: Kernel, task: Task) {
    if (task.isSmall) makeSmall(kernel, task.players);
    kernel.hold();
    this.#explorer = new Explorer(kernel, task);
  }

  /** Null if the move was impossible. */
  play(move: TriedMove): MovePlayed | null {
    const { kernel, mark } = this.#explorer;
    const [before, at] = mark;
    return this.#explorer.play(move) ? { at, changes: kernel.runtime.store.changesSince(before) } : null;
  }

  /** True if the promise is kept, and null if it is broken. That rules can be changed is tried by one way in each call: true if the usual way or what helped before changes a rule, and then the next way, or if nothing is promised to so few players. Null if no ways are left. */
  changes(): boolean | null {
    const { kernel, task } = this.#explorer;
    if (activePlayers(kernel.runtime, null).length < task.players) return true;
    if (task.kind !== 'changeable') return brokenNow(this.#explorer) === null ? true : null;
    if (this.#probes === null) {
      const outs = (task.outs ?? []).flatMap((out) => byAnybody(this.#explorer, out));
      const [usual, ...others] = probesFor(this.#explorer);
      this.#probes = others;
      return [...(usual === undefined ? [] : [usual]), ...outs].some((one) =>
        isChangedBy(this.#explorer, one),
      );
    }
    const probe = this.#probes.shift();
    return probe === undefined ? null : isChangedBy(this.#explorer, probe);
  }
}
