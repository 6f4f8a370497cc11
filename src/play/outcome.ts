import type { Draw } from '../kernel/chance.ts';
import type { Disclosure } from '../kernel/disclosure.ts';
import type { RefusalData } from '../kernel/refusal.ts';
import type { StateChange } from '../kernel/store.ts';

export type Outcome =
  | {
      readonly ok: true;
      readonly changes: readonly StateChange[];
      readonly draws: readonly Draw[];
      readonly result: unknown;
      /** The public part of an action on the emperor's side. */
      readonly told?: Disclosure;
      readonly omitted?: readonly { readonly change: string; readonly reason: string }[];
    }
  | { readonly ok: false; readonly refusal: RefusalData; readonly draws: readonly Draw[] };

type Refused = Outcome & { readonly ok: false };

/** A refusal by the engine rather than a rule. */
export function refusedOutcome(code: string, reason: string): Refused {
  return { ok: false, refusal: { code, reason, rule: null, param: null }, draws: [] };
}

export function doneOutcome(result: unknown): Outcome {
  return { ok: true, changes: [], draws: [], result };
}
