import type { Frequency, Role } from '../kernel/definition.ts';
import type { Costs, Revealable } from './names.ts';
import type { Player } from './world.ts';
import type { Game } from './game.ts';
import type { Type, Value } from './types.ts';

type Params = Readonly<Record<string, Type>>;
type Handed<P extends Params> = Omit<Game, keyof P | 'actor'> & { readonly actor: Player } & {
  readonly [K in keyof P]: Value<P[K]>;
};

export interface Action<P extends Params, C = Readonly<Record<string, number>>> {
  /** The label of its button. */
  readonly title?: string;
  /**
   * The sentence shown in the ledger after the player's name: `lit {room}[ for {for}]`. Braces hold parameters, and text in brackets is
   * left out if its parameter is empty. Without a sentence the title is shown.
   */
  readonly sentence?: string;
  /** More about it, shown on the form. */
  readonly about?: string;
  /** The people who may take it. By default, everybody who counts as a player for the rule. */
  readonly by?: Role | readonly Role[];
  /** Its parameters, by name, each with a type. */
  readonly with?: P;
  /** The cost for the actor, paid after `check` and before `effect`. */
  readonly cost?: C | ((handed: Handed<P>) => C);
  /** May refuse the action, but changes nothing. */
  readonly check?: (handed: Handed<P>) => void;
  /** Changes the game. If it refuses, nothing is changed. */
  readonly effect?: (handed: Handed<P>) => void;
  /** The steps of an atomic action. They are done in order, all or none. */
  readonly steps?: Readonly<Record<string, (handed: Handed<P>) => void>>;
  /** A private action is run on the emperor's side, where private values and sealed submissions are kept. */
  readonly private?:
    | boolean
    | ((
        handed: Omit<Game, 'actor'> & {
          readonly actor: Player;
          readonly words: Readonly<Record<string, unknown>>;
        },
      ) => boolean);
  /** The values that a private action makes public, such as `rooms`, `rooms.explored`, `players.oil`, `posts` or `ruleset`. */
  readonly reveals?: readonly Revealable[];
  /** Marks that other rules can read: `{ power: true }`. */
  readonly marks?: Readonly<Record<string, unknown>>;
}

/** An action that may be taken at any time. */
export function action<
  const P extends Params = Record<never, never>,
  const C extends Costs<C, Player> = Record<never, never>,
>(definition: Action<P, C>): Action<P, C> {
  return definition;
}

function limited<const P extends Params, C>(
  frequency: Frequency,
  definition: Action<P, C>,
): Action<P, C> & { readonly frequency: Frequency } {
  return { ...definition, frequency };
}

/** An action that each player may take once a day. The core rules define how long they must wait in between. */
export function daily<
  const P extends Params = Record<never, never>,
  const C extends Costs<C, Player> = Record<never, never>,
>(definition: Action<P, C>): Action<P, C> {
  return limited('daily', definition);
}

/** An action that each player may take once a week. */
export function weekly<
  const P extends Params = Record<never, never>,
  const C extends Costs<C, Player> = Record<never, never>,
>(definition: Action<P, C>): Action<P, C> {
  return limited('weekly', definition);
}

/** An action that may be taken once a day by all players together. */
export function dailyCommunal<
  const P extends Params = Record<never, never>,
  const C extends Costs<C, Player> = Record<never, never>,
>(definition: Action<P, C>): Action<P, C> {
  return limited('daily-communal', definition);
}

/** An action that may be taken once a week by all players together. */
export function weeklyCommunal<
  const P extends Params = Record<never, never>,
  const C extends Costs<C, Player> = Record<never, never>,
>(definition: Action<P, C>): Action<P, C> {
  return limited('weekly-communal', definition);
}
