import type { PrivateValues } from '../../store/private-values.ts';
import type { Over } from '../../store/dynasties/close-dynasty.ts';
import type { NewNotice } from './outbox.ts';
import type { Outcome } from '../../kernel/result.ts';

/** A commit to be made on main. */
export interface CommitEffect {
  readonly message: string;
  /** The player who caused it; null for the engine. */
  readonly author: string | null;
  readonly at: string;
  /** The commit that was voted on, which becomes a parent of an enactment. */
  readonly head: string | null;
  readonly changes: ReadonlyMap<string, string | null>;
  readonly hidden: PrivateValues;
  /** Copies of pictures by path; null deletes one. */
  readonly pictures: ReadonlyMap<string, string | null>;
  /** How far the journal had been read; 0 for not at all. */
  readonly line: number;
}

/** Something that happened and what the rules made of it, for reports. */
export interface Happening {
  readonly at: string;
  readonly by: string;
  readonly what: string;
  readonly outcome: Outcome;
  /** The journal line of its event; null if it was due by the clock. */
  readonly line: number | null;
}

export interface Decision {
  readonly commits: readonly CommitEffect[];
  /** Messages that no commit contains; the next tick may send them again. */
  readonly notices: readonly NewNotice[];
  readonly happened: readonly Happening[];
  /** Matters that are due but can't be resolved. */
  readonly stuck: readonly { readonly matter: string; readonly why: string }[];
  /** A dynasty was opened; the game must be opened again before anything later is decided. */
  readonly opened: boolean;
  readonly over: Over | null;
}
