import type { Result } from '../kernel/result.ts';

type Refused = Result & { readonly ok: false };

/** What became of an input, once the text changes it asked for have been made. */
export type Outcome =
  | (Omit<Result & { readonly ok: true }, 'amendments'> & {
      readonly omitted?: readonly { readonly change: string; readonly reason: string }[];
    })
  | Refused;

/** A refusal by the engine rather than a rule. */
export function refusedOutcome(code: string, reason: string): Refused {
  return { ok: false, refusal: { code, reason, rule: null, param: null }, draws: [] };
}

export function doneOutcome(result: unknown): Outcome {
  return { ok: true, changes: [], draws: [], result };
}
