import type { Alteration } from './posts.ts';
import type { Pictures } from './pictures.ts';
import type { Holders, MatterChange, VoteUse } from './state.ts';
import type { Due } from './resolving.ts';
import type { Disclosure } from './disclosure.ts';

/** Something that happened on the forge or that somebody asks for. Every one has a time and a person. */
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
      /** The author's own words in it, among which votes are looked for; all of it where that isn't said. */
      readonly own?: string;
    }
  /** Words on a post that no rule reads, such as what is sealed: whoever wrote them is there. */
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
  /** `reaction`: the one that is taken back; without it the latest that was a vote. */
  | { readonly type: 'withdraw-vote'; readonly on: string; readonly reaction?: string }
  | { readonly type: 'remove'; readonly on: string }
  | ({ readonly type: 'alter'; readonly on: string } & Alteration)
  | { readonly type: 'recategorise'; readonly on: string; readonly kind: string }
  | {
      readonly type: 'act';
      readonly action: string;
      readonly with: Readonly<Record<string, unknown>>;
      /** The results of fetching its pictures, where somebody has looked. */
      readonly pictures?: Pictures;
      /** Its result on the emperor's side, where it can't be run here. */
      readonly told?: Disclosure;
    }
  | {
      readonly type: 'seal';
      readonly submission: string;
      readonly with: Readonly<Record<string, unknown>>;
      /** False where nobody could open it here: then only its public part is known. */
      readonly opened?: boolean;
      /** To whom it was sealed, where that is several people. */
      readonly holders?: Holders;
    }
  /** So many of those to whom it was sealed have put their shares together: everybody can read it. */
  | {
      readonly type: 'open';
      readonly submission: string;
      readonly with: Readonly<Record<string, unknown>>;
    }
  | { readonly type: 'fail'; readonly matter: string; readonly byHand: boolean }
);

/** A resolution is two steps around a change of the ruleset; see `Kernel.beginEnactment`. */
export interface Resolution {
  readonly at: string;
  /** Or what a rule does at a time, `time market-day`. */
  readonly matter: string;
  /** The admin who resolves by hand, or null where the engine does. */
  readonly by: string | null;
  readonly outcome: Due['outcome'];
  /** Why the engine lets a matter fail that the rules would have enacted: the game could not go on under it. */
  readonly because?: string;
}
