import type { Outcome, Result } from '../../kernel/result.ts';

/** A refusal by the engine rather than a rule. */
export function refusedOutcome(code: string, reason: string): Result & { readonly ok: false } {
  return { ok: false, refusal: { code, reason, rule: null, param: null }, draws: [] };
}

export function doneOutcome(result: unknown): Outcome {
  return { ok: true, changes: [], draws: [], result };
}
