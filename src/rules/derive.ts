import type { Things } from './defined.ts';
import type { Matter, Person } from './world.ts';
import type { Type, Value } from './types.ts';

interface Subjects {
  game: 'game';
  text: string;
  player: Person;
  matter: Matter;
  post: Matter;
}

type Subject<K> = K extends keyof Subjects ? Subjects[K] : K extends keyof Things ? Things[K] : never;

type SubjectsOf<K> = K extends readonly string[]
  ? { readonly [At in keyof K]: Subject<K[At]> }
  : readonly [Subject<K>];

export interface Derived<K extends string | readonly string[], R extends Type> {
  /** `game`, `player`, `matter`, `text`, or a collection. For several things it is a list: `['matter', 'player']`. */
  readonly of: K;
  readonly returns: R;
  readonly title?: string;
  readonly about?: string;
  readonly private?: boolean;
  /** For a view of a player: only they see it, on their own page. It is private then. */
  readonly own?: boolean;
  readonly value: (...of: SubjectsOf<K>) => Value<R>;
}

/** A value computed from others: `dust: derive({ of: 'player', returns: boolean(), value: … })`. One of a thing is shown beside it. */
export function derive<const K extends string | readonly string[], R extends Type>(
  view: Derived<K, R>,
): Derived<K, R> {
  return view;
}
