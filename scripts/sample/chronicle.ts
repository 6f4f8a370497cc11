import type { Happening } from '../../src/session/position/decision.ts';

/** A refusal of somebody's action. Sample players make mistakes too, which are recorded. */
export interface Refused {
  readonly at: string;
  readonly by: string;
  readonly what: string;
  readonly why: string;
}

/** The outcomes of everything that players did. */
export class Chronicle {
  readonly refusals: Refused[] = [];
  readonly accepted = new Map<string, number>();
  readonly #told = new Set<string>();

  /** The next tick takes in everything that has led to no commit yet, so this skips repetitions. */
  note({ at, by, what, outcome }: Happening): void {
    const key = `${at} ${by} ${what}`;
    if (this.#told.has(key)) return;
    this.#told.add(key);
    if (!outcome.ok) this.refusals.push({ at, by, what, why: outcome.refusal.reason });
    else this.accepted.set(what, (this.accepted.get(what) ?? 0) + 1);
  }

  refuse(at: string, by: string, what: string, why: string): void {
    if (this.#told.has(`${what}: ${why}`)) return;
    this.#told.add(`${what}: ${why}`);
    this.refusals.push({ at, by, what, why });
  }
}
