import type { Outcome } from './play-types.ts';

type Refused = Outcome & { readonly ok: false };

/** Refused by the engine, and not by a rule. */
export function refused(code: string, reason: string): Refused {
  return { ok: false, refusal: { code, reason, rule: null, param: null }, draws: [] };
}

/** Done, with nothing changed. */
export function done(result: string | null): Outcome {
  return { ok: true, changes: [], draws: [], result };
}
