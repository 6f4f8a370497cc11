import type { Game } from 'gitnomic/rules';
import type { Creature } from './creatures.ts';
import type { Elements, KnownTactic, Means } from './lists.ts';
import { ask, type Owner, stableOf, underlingOf } from './owners.ts';

/** One side of a battle. */
export interface Force {
  /** A player's id, the Druid's, or the armies'. */
  readonly commander: string;
  /** Who owns its creatures; nobody owns those of the armies. */
  readonly owner: Owner | null;
  readonly elements: Elements;
  /** The commander's underling when the list was submitted. */
  readonly underling: string | null;
}

/** What rules are asked about one slot of a force while strengths are made. */
export interface Slot {
  readonly own: Force;
  readonly foe: Force;
  /** From 0. */
  readonly at: number;
  /** The creatures of both forces, slot by slot. */
  readonly ownCreatures: readonly (Creature | null)[];
  readonly foeCreatures: readonly (Creature | null)[];
  readonly strength: number;
}

export interface Fight {
  /** The battle's id: its duel's, or its campaign's with the player's. */
  readonly id: string;
  readonly battlefield: string;
  readonly first: Force;
  readonly second: Force;
}

export interface Fought {
  readonly firstStrengths: readonly number[];
  readonly secondStrengths: readonly number[];
  readonly wins: readonly [number, number];
  readonly roll: number | null;
  readonly triumphant: string;
  readonly firstReport: readonly string[];
  readonly secondReport: readonly string[];
}

export interface Submitted {
  readonly means: Means;
  readonly underling: string | null;
}

/** What somebody's list would be judged by now. */
export function meansOf(game: Game, owner: Owner): Submitted {
  const { limit, tactics } = ask(
    game,
    'tactics-of',
    { owner },
    { limit: 1, tactics: [] as readonly KnownTactic[] },
  );
  const committed = ask(game, 'committed', { owner }, []);
  const slots = ask(game, 'battle-slots', {}, 5);
  return {
    means: { slots, stable: stableOf(owner), committed, limit, tactics },
    underling: underlingOf(owner),
  };
}
