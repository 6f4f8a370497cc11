import type { AllHooks, AnswerOf, Game, Player, WordsOf } from 'gitnomic/rules';
import { type Creature, idOf, inWords, isCalled } from './creatures.ts';

/** Whoever keeps a stable: a player, or somebody whom a rule counts as one. */
export interface Owner {
  readonly id: string;
  readonly label: string;
  /** Where no rule speaks of stables there are none. */
  readonly stable?: readonly Creature[];
  readonly food: number;
  readonly fed: number;
  readonly soupVisited: boolean;
  readonly favor: number;
  readonly underling?: string | null;
  readonly allies?: readonly Ally[];
  is(other: unknown): boolean;
  set(values: Readonly<Record<string, unknown>>): void;
  spend(variable: string, amount: number): void;
  gain(variable: string, amount: number): void;
}

export interface Ally {
  readonly identity: string;
  readonly trust: number;
  readonly unholy?: string | null;
}

/** What the rules answer, or something else where no rule has an answer. */
export function ask<K extends keyof AllHooks & string, T>(
  game: Game,
  id: K,
  words: WordsOf<AllHooks[K]>,
  otherwise: T,
): NonNullable<AnswerOf<AllHooks[K]>> | T {
  return game.hook(id, words, otherwise) ?? otherwise;
}

/** Players first, then others whom a rule counts as one. */
export function ownersOf(game: Game): readonly Owner[] {
  return [...game.players, ...ask(game, 'other-owners', {}, [])];
}

export function ownerCalled(game: Game, name: string): Owner {
  const word = name.trim().toLowerCase();
  const found = ownersOf(game).find(
    ({ id, label }) => id.toLowerCase() === word || label.toLowerCase() === word,
  );
  return found ?? game.refuse(`there is no such owner of a stable as ${name}`);
}

/** For whom somebody acts: themselves, or the one whom a rule lets them act for. */
export function actingFor(game: Game, actor: Player, as: string | null): Owner {
  if (as !== null)
    return (
      ask(game, 'acts-for', { actor, as }, null) ??
      game.refuse('for', `there is no such owner to act for as ${as}`)
    );
  const why = game.whyNotPlayer(actor);
  return why === null ? actor : game.refuse(why);
}

/** The same, where only a player will do. */
export function actingAsPlayer(game: Game, actor: Player, as: string | null): Player {
  const owner = actingFor(game, actor, as);
  return game.people.get(owner.id) ?? game.refuse(`the ${owner.label} can't do this`);
}

export function isPlayer(game: Game, id: string): boolean {
  return game.players.get(id) !== null;
}

export function isAlliedTo(owner: Owner, identity: string): boolean {
  return 'allies' in owner && (owner.allies ?? []).some((ally) => ally.identity === idOf(identity));
}

/** The place of a creature in its owner's stable. */
export function placeOf(game: Game, owner: Owner, name: string): number {
  const place = stableOf(owner).findIndex((one) => isCalled(one, name));
  return place >= 0
    ? place
    : game.refuse(
        `there is no such creature as "${name}" in the stable of ${owner.label}: ${stableInWords(owner)}`,
      );
}

/** Where no rule speaks of stables, or of Underlings, nobody has one. */
export function stableOf(owner: Owner): readonly Creature[] {
  return 'stable' in owner ? (owner.stable ?? []) : [];
}

export function underlingOf(owner: Pick<Owner, 'underling'>): string | null {
  return 'underling' in owner ? (owner.underling ?? null) : null;
}

export function stableInWords(owner: Owner): string {
  return stableOf(owner).map(inWords).join('; ');
}

/** What a quality costs, as things are. */
export function upkeepOfQuality(game: Game, quality: string): number {
  return ask(game, 'quality-upkeep', { quality }, 0);
}

/** What a creature's upkeep comes to for somebody. */
export function upkeepFor(game: Game, owner: Owner, { qualities }: Creature): number {
  return sum(qualities.map((quality) => ask(game, 'upkeep-of', { owner, quality }, 0)));
}

/** What all creatures of somebody cost. */
export function totalUpkeep(game: Game, owner: Owner): number {
  return sum(stableOf(owner).map((one) => upkeepFor(game, owner, one)));
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** `a/b` → `['a', 'b']` */
export function twoParts(game: Game, of: string): [string, string] {
  const at = of.indexOf('/');
  return at < 0
    ? game.refuse(`needs two parts, as in ana/1, and is ${of}`)
    : [of.slice(0, at), of.slice(at + 1)];
}
