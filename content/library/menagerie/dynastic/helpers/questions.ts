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
export interface Asks {
  /** Whoever counts as a player for these rules and is none. */
  'other-owners'(): readonly Owner[] | undefined;
  /** For whom somebody acts who wrote that they act for somebody else. */
  'acts-for'(words: { actor: Player; as: string }): Owner | undefined;

  qualities(): readonly Quality[];
  /** What a quality costs, before it is anybody's. */
  'quality-upkeep'(words: { quality: string }): number | undefined;
  /** What a quality costs somebody. */
  'upkeep-of'(words: { owner: Owner; quality: string }): number;
  breeding(words: Breeding): Bred;
  /** The creature with a quality more, if it can have that. */
  'with-quality'(words: { creature: Creature; quality: string }): Creature;
  'stable-size'(): number;
  /** `stable` is what the creature comes to. */
  'may-enter'(words: Kept & { stable: readonly Creature[] }): void;
  'may-leave'(words: Kept): void;
  'may-use'(words: Kept): void;
  committed(words: { owner: Owner }): readonly Creature[];
  'may-oppose'(words: { owner: Owner; against: Owner | null }): void;

  'battle-effects'(): readonly string[];
  'effects-each'(): number;
  'strength-lines'(words: Scored): readonly Line[] | undefined;

  'battle-slots'(): number;
  'tactics-of'(words: { owner: Owner }): { readonly limit: number; readonly tactics: readonly KnownTactic[] };
  fight(words: Fight): Fought;
  /** What a force comes to by itself, slot by slot, in words. */
  foreseen(words: { own: Force; battlefield: string }): readonly string[];
  /** The creature that a tactic is, if it is one. */
  'battle-stand-in'(words: { force: Force; at: number }): Creature | null | undefined;
  /** What is added to a slot before creatures merge. */
  'battle-bonus'(words: Slot): number | undefined;
  'battle-lends'(words: { creature: Creature }): boolean;
  /** The strength of a slot after merging, and then at the very end. */
  'battle-limit'(words: Slot): number | undefined;
  'battle-final'(words: Slot): number | undefined;
  /** Gives somebody favor, and answers how much they received. */
  'receive-favor'(words: { owner: Owner; amount: number }): number;
}

export interface Tells {
  'duel-announced': { duel: Things['duels']; take: (id: string) => void };
  'duel-settled': { duel: Things['duels'] };
}
