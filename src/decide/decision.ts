import type { PrivateValues } from '../play/private-values.ts';
import type { Over } from '../store/dynasties/shown-at-end.ts';
import type { NewNotice } from './outbox.ts';
import type { Outcome } from '../play/outcome.ts';

/** A commit to be made on main. */
export interface CommitEffect {
  readonly message: string;
  /** Whose doing it is; null: the engine's. */
  readonly author: string | null;
  readonly at: string;
  /** Of an enactment: the commit that was voted on, which becomes a parent. */
  readonly head: string | null;
  readonly changes: ReadonlyMap<string, string | null>;
  readonly hidden: PrivateValues;
  /** Copies of pictures by their paths; null takes one away. */
  readonly pictures: ReadonlyMap<string, string | null>;
  /** The line up to which the journal had been read, 0 for none. */
  readonly line: number;
}

/** Something that happened, and what the rules made of it, for reports. */
export interface Happening {
  readonly at: string;
  readonly by: string;
  readonly what: string;
  readonly outcome: Outcome;
  /** The journal's line of the event that it came from; null for what was due. */
  readonly line: number | null;
}

/** The consequences of a situation, as data. */
export interface Decision {
  readonly commits: readonly CommitEffect[];
  /** Messages for the forge besides those that the commits hold: they may be told again by the next tick. */
  readonly notices: readonly NewNotice[];
  readonly happened: readonly Happening[];
  /** Matters that are due and can't be resolved. */
  readonly stuck: readonly { readonly matter: string; readonly why: string }[];
  /** A dynasty was opened, and nothing after that is decided yet: the game has to be opened anew for it. */
  readonly opened: boolean;
  /** The one that ended with that, if it did. */
  readonly over: Over | null;
}
