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
  /** The words on the button. */
  readonly title?: string;
  /**
   * The sentence that tells it once it was done, after the name of the player who did it: `lit {room}[ for {for}]`. Braces hold parameters;
   * what is in brackets stands only where it is filled. Without it the title is told.
   */
  readonly sentence?: string;
  /** More about it, for the form. */
  readonly about?: string;
  /** The people who may take it: by default those who count as players for the rule. */
  readonly by?: Role | readonly Role[];
  /** Its parameters, by name, each with a type. */
  readonly with?: P;
  /** The cost for the actor, paid after `check` and before `effect`. */
  readonly cost?: C | ((handed: Handed<P>) => C);
  /** Refuses, or lets pass; changes nothing. */
  readonly check?: (handed: Handed<P>) => void;
  /** The change that it makes: all of it or nothing. */
  readonly effect?: (handed: Handed<P>) => void;
  /** Steps of an atomic action, in order: all of them or none. */
  readonly steps?: Readonly<Record<string, (handed: Handed<P>) => void>>;
  /** Run by the emperor's side, where private values and sealed submissions are. */
  readonly private?:
    | boolean
    | ((
        handed: Omit<Game, 'actor'> & {
          readonly actor: Player;
          readonly words: Readonly<Record<string, unknown>>;
        },
      ) => boolean);
  /** Of a private action: what it makes public, as `rooms`, `rooms.explored`, `players.oil`, `posts`, `ruleset`. */
  readonly reveals?: readonly Revealable[];
  /** For other rules to look at: `{ power: true }`. */
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

/** Once a day for each player; the core rules say how long they must wait between. */
export function daily<
  const P extends Params = Record<never, never>,
  const C extends Costs<C, Player> = Record<never, never>,
>(definition: Action<P, C>): Action<P, C> {
  return limited('daily', definition);
}

/** Once a week for each player. */
export function weekly<
  const P extends Params = Record<never, never>,
  const C extends Costs<C, Player> = Record<never, never>,
>(definition: Action<P, C>): Action<P, C> {
  return limited('weekly', definition);
}

/** Once a day, whoever takes it. */
export function dailyCommunal<
  const P extends Params = Record<never, never>,
  const C extends Costs<C, Player> = Record<never, never>,
>(definition: Action<P, C>): Action<P, C> {
  return limited('daily-communal', definition);
}

/** Once a week, whoever takes it. */
export function weeklyCommunal<
  const P extends Params = Record<never, never>,
  const C extends Costs<C, Player> = Record<never, never>,
>(definition: Action<P, C>): Action<P, C> {
  return limited('weekly-communal', definition);
}
