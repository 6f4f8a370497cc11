import type { Game, Matter } from 'gitnomic/rules';

/** How a matter stands that a rule decides in a way of its own. */
export interface Decision {
  readonly outcome: 'enacted' | 'failed';
  /** From when it is decided so if nothing changes; null where that can’t be told yet. */
  readonly from: string | null;
  /** The count, step by step. */
  readonly told: readonly string[];
  /** The ids of those who have taken part. */
  readonly heard: readonly string[];
}

export interface Asks {
  /** How a matter stands that a rule decides in a way of its own; null where votes decide it, as the core rules count them. */
  decision(words: { matter: Matter }): Decision | null | undefined;
}

/** Every core asks whether some rule decides a matter otherwise; where none does, nothing is asked, and nothing is said of it. */
export function decisionOn(g: Pick<Game, 'hook'>, matter: Matter): Decision | null {
  return g.hook('decision', { matter }, null) ?? null;
}

export function isDecided({ outcome, from }: Decision, wanted: Decision['outcome'], now: string): boolean {
  return outcome === wanted && from !== null && from <= now;
}

export function decidedFrom({ outcome, from }: Decision, wanted: Decision['outcome']): string | null {
  return outcome === wanted ? from : null;
}
