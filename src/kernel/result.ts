import type { Draw } from './chance.ts';
import type { RulesetChange } from './manifest.ts';
import type { RefusalData } from './refusal.ts';
import type { StateChange } from './store.ts';
import type { Disclosure } from './disclosure.ts';

/** The result of an input: everything that changed, or the refusal. */
export type Result =
  | {
      readonly ok: true;
      readonly changes: readonly StateChange[];
      readonly amendments: readonly RulesetChange[];
      readonly draws: readonly Draw[];
      readonly result: unknown;
      /** For a private action: the message for everybody else. */
      readonly disclosed?: Disclosure;
    }
  | { readonly ok: false; readonly refusal: RefusalData; readonly draws: readonly Draw[] };

/** What became of an input, once the text changes it asked for have been made. */
export type Outcome =
  | (Omit<Result & { readonly ok: true }, 'amendments'> & {
      readonly omitted?: readonly { readonly change: string; readonly reason: string }[];
    })
  | (Result & { readonly ok: false });
