import type { CheckedPart } from './published.ts';
import type { RuleWritten, Tried } from './try-change.ts';

/** The requests of a published page to the worker that checks and tries. */
export type ToReader =
  | { readonly do: 'check'; readonly dynasty: number | null }
  | { readonly do: 'read'; readonly path: string }
  | { readonly do: 'try'; readonly rule: RuleWritten };

export type FromReader =
  | { readonly is: 'loading' }
  /** The journal line that is played again. */
  | { readonly is: 'played'; readonly line: number; readonly of: number }
  | { readonly is: 'checked'; readonly checked: CheckedPart }
  | { readonly is: 'done' }
  | { readonly is: 'rule'; readonly rule: RuleWritten }
  | { readonly is: 'tried'; readonly tried: Tried }
  | { readonly is: 'failed'; readonly why: string };
