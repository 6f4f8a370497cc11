import type { Alteration } from './posts.ts';
import type { Pictures } from './pictures.ts';
import type { Holders, MatterChange, VoteUse } from './state.ts';
import type { Disclosure } from './disclosure.ts';

/** An event on the forge or a request by somebody. Each has a time and a person. */
export type Input = { readonly at: string; readonly by: string } & (
  | {
      readonly type: 'post';
      readonly id: string;
      readonly kind: string;
      readonly title: string;
      readonly text: string;
      readonly changes?: readonly MatterChange[];
    }
  | {
      readonly type: 'comment';
      readonly on: string;
      readonly id: string;
      readonly text: string;
      /** The author's own words in it, in which votes are looked for. By default, the whole text. */
      readonly own?: string;
    }
  /** Words on a post that no rule reads, such as a sealed submission. They show that their author is active. */
  | { readonly type: 'heard' }
  | { readonly type: 'edit-comment'; readonly on: string; readonly id: string; readonly text: string | null }
  | { readonly type: 'vote'; readonly on: string; readonly vote: string; readonly via: VoteUse['via'] }
  | {
      readonly type: 'signal';
      readonly on: string;
      readonly via: VoteUse['via'];
      readonly review?: string;
      readonly reaction?: string;
      readonly text?: string;
    }
  /** `reaction` is the one that was withdrawn. By default, the latest that was a vote. */
  | { readonly type: 'withdraw-vote'; readonly on: string; readonly reaction?: string }
  | { readonly type: 'remove'; readonly on: string }
  | ({ readonly type: 'alter'; readonly on: string } & Alteration)
  | { readonly type: 'recategorise'; readonly on: string; readonly kind: string }
  | {
      readonly type: 'act';
      readonly action: string;
      readonly with: Readonly<Record<string, unknown>>;
      /** The results of fetching its pictures, if known. */
      readonly pictures?: Pictures;
      /** Its result on the emperor's side, if it can't be run here. */
      readonly disclosed?: Disclosure;
    }
  | {
      readonly type: 'seal';
      readonly submission: string;
      readonly with: Readonly<Record<string, unknown>>;
      /** False if it couldn't be opened here. Then only its public part is known. */
      readonly opened?: boolean;
      /** The people to whom it was sealed, if there are several. */
      readonly holders?: Holders;
    }
  /** Enough of its holders have shown their shares, so everybody can read it. */
  | {
      readonly type: 'open';
      readonly submission: string;
      readonly with: Readonly<Record<string, unknown>>;
    }
  | { readonly type: 'fail'; readonly matter: string; readonly byHand: boolean }
);

/** A resolution takes two steps around a change of the ruleset. See `Kernel.beginEnactment`. */
export interface Resolution {
  readonly at: string;
  /** Can also be something that a rule does at a set time, such as `time market-day`. */
  readonly matter: string;
  /** The admin who resolves it by hand, or null if the engine does. */
  readonly by: string | null;
  readonly outcome: 'enacted' | 'failed' | 'happened';
  /** Why the engine fails a matter that the rules would enact: the game couldn't continue under it. */
  readonly because?: string;
  /** Matters that count as if they were not pending, because a failing clause holds them up. */
  readonly aside?: readonly string[];
  /**
   * Rules that miss the events of this step, because their clauses failed on them; `''` means all rules. Each has the reason, which is
   * shown on the matter unless it is empty.
   */
  readonly unheard?: Readonly<Record<string, string>>;
  /** Whether what a rule does at a set time may read private values here. */
  readonly privateSide?: boolean;
  /** The result of a private one on the emperor's side, if it can't be run here. */
  readonly disclosed?: Disclosure;
}
