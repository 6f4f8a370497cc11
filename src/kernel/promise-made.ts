/** A tracked value that a promise is about. */
export interface PromisedValue {
  readonly of: 'player' | 'game';
  readonly id: string;
}

/** A promise that a rule's text makes, such as `This rule promises that Grain stays between 0 and 9.` */
export type PromiseMade = {
  readonly says: string;
  readonly line: number;
  /** The promise holds while at least this many players are active. */
  readonly players: number;
} & (
  | { readonly kind: 'changeable' | 'can-return'; readonly hours: number }
  | { readonly kind: 'between'; readonly value: PromisedValue; readonly least: number; readonly most: number }
  | { readonly kind: 'same-sum'; readonly value: PromisedValue }
  /** Until the next dynasty, only this action changes it: its id, or its title in the form of an id. */
  | { readonly kind: 'only-by'; readonly value: PromisedValue; readonly action: string }
  /** What breaks it isn't stopped, but noted on the matter. */
  | { readonly kind: 'stays-resolved' | 'one-vote' | 'half-in-favour' }
);

/** A promise that every step has to keep. */
export type PromiseOfValue = Extract<PromiseMade, { readonly value: PromisedValue }>;
/** A promise about how matters are decided. */
export type PromiseOfMatters = Exclude<
  PromiseMade,
  { readonly value: PromisedValue } | { readonly hours: number }
>;
/** A promise that only a search can ask. */
export type SearchedPromise = Exclude<PromiseMade, PromiseOfValue>;
