import type { Player, Things } from 'gitnomic/rules';
import type { Breeding, Bred } from './breeding.ts';
import type { Creature, Quality } from './creatures.ts';
import type { Fight, Force, Fought, Slot } from './forces.ts';
import type { KnownTactic } from './lists.ts';
import type { Owner } from './owners.ts';

/** One line of what a creature's strength is made of. */
export interface Line {
  readonly what: string;
  readonly strength: number;
}

export interface Scored {
  readonly owner: Owner | null;
  readonly creature: Creature;
  readonly battlefield: Things['battlefields'];
}

interface Kept {
  readonly owner: Owner;
  readonly creature: Creature;
}

/** What the rules of this dynasty ask each other. `may-…` refuse, or let pass. */
declare module 'gitnomic/rules' {
  interface Hooks {
    /** Whoever counts as a player for these rules and is none. */
    'other-owners': { words: object; returns: readonly Owner[] | undefined };
    /** For whom somebody acts who wrote that they act for somebody else. */
    'acts-for': { words: { readonly actor: Player; readonly as: string }; returns: Owner | undefined };

    qualities: { words: object; returns: readonly Quality[] };
    /** What a quality costs, before it is anybody's. */
    'quality-upkeep': { words: { readonly quality: string }; returns: number | undefined };
    /** What a quality costs somebody. */
    'upkeep-of': { words: { readonly owner: Owner; readonly quality: string }; returns: number };
    breeding: { words: Breeding; returns: Bred };
    /** The creature with a quality more, if it can have that. */
    'with-quality': { words: { readonly creature: Creature; readonly quality: string }; returns: Creature };
    'stable-size': { words: object; returns: number };
    /** `stable` is what the creature comes to. */
    'may-enter': { words: Kept & { readonly stable: readonly Creature[] }; returns: unknown };
    'may-leave': { words: Kept; returns: unknown };
    'may-use': { words: Kept; returns: unknown };
    committed: { words: { readonly owner: Owner }; returns: readonly Creature[] };
    'may-oppose': { words: { readonly owner: Owner; readonly against: Owner | null }; returns: unknown };

    'battle-effects': { words: object; returns: readonly string[] };
    'effects-each': { words: object; returns: number };
    'strength-lines': { words: Scored; returns: readonly Line[] | undefined };

    'battle-slots': { words: object; returns: number };
    'tactics-of': {
      words: { readonly owner: Owner };
      returns: { readonly limit: number; readonly tactics: readonly KnownTactic[] };
    };
    fight: { words: Fight; returns: Fought };
    /** What a force comes to by itself, slot by slot, in words. */
    foreseen: { words: { readonly own: Force; readonly battlefield: string }; returns: readonly string[] };
    /** The creature that a tactic is, if it is one. */
    'battle-stand-in': {
      words: { readonly force: Force; readonly at: number };
      returns: Creature | null | undefined;
    };
    /** What is added to a slot before creatures merge. */
    'battle-bonus': { words: Slot; returns: number | undefined };
    'battle-lends': { words: { readonly creature: Creature }; returns: boolean };
    /** The strength of a slot after merging, and then at the very end. */
    'battle-limit': { words: Slot; returns: number | undefined };
    'battle-final': { words: Slot; returns: number | undefined };
    /** Gives somebody favor, and answers how much they received. */
    'receive-favor': { words: { readonly owner: Owner; readonly amount: number }; returns: number };
  }

  interface Events {
    'duel-announced': { readonly duel: Things['duels']; readonly take: (id: string) => void };
    'duel-settled': { readonly duel: Things['duels'] };
  }
}
