import type { Matter, Person, Things } from './world.ts';
import type { Type, Value } from './types.ts';

interface Subjects {
  game: 'game';
  text: string;
  player: Person;
  matter: Matter;
  post: Matter;
}

type Subject<K extends string> = K extends keyof Subjects
  ? Subjects[K]
  : K extends keyof Things
    ? Things[K]
    : never;

export interface Derived<K extends string, R extends Type> {
  /** `game`, `player`, `matter`, `text`, or a collection. */
  readonly of: K;
  readonly returns: R;
  readonly title?: string;
  readonly about?: string;
  readonly private?: boolean;
  readonly value: (of: Subject<K>) => Value<R>;
}

/** A value that follows from others, and is shown like one: `dust: derive({ of: 'player', returns: boolean(), value: … })`. */
export function derive<const K extends string, R extends Type>(view: Derived<K, R>): Derived<K, R> {
  return view;
}
