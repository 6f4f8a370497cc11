/**
 * A clause must not learn how much memory or stack there is: it would be another amount in another sandbox. QuickJS lets code
 * catch that it ran out, so a clause's code tells of everything it catches (see `keeping/tries.ts`): running out ends the
 * call, whatever the clause makes of it.
 */
import { HarnessError } from '../../kernel/calls.ts';
import { withoutStack } from './errors.ts';

declare const InternalError: ErrorConstructor;

// Taken while it is there: clauses find none.
const prototype: unknown = InternalError.prototype;
const { getPrototypeOf } = Object;

let ranOut: { readonly error: unknown } | null = null;

/** The first thing that each `catch` of a clause does. */
export function caught(error: unknown): void {
  withoutStack(error);
  if (!isExhaustion(error)) return;
  ranOut ??= { error: error ?? new InternalError('out of memory') };
  throw error;
}

/** The host has no answer, such as a roll: the call ends as if there were no memory for it. */
export function withoutAnswer(): HarnessError {
  const error = new HarnessError('the host could not answer');
  ranOut ??= { error };
  return error;
}

/** QuickJS throws null where there is no room even for the error. */
function isExhaustion(error: unknown): boolean {
  if (error === null) return true;
  return typeof error === 'object' && (getPrototypeOf(error) === prototype || error instanceof HarnessError);
}

export function beginCall(): void {
  ranOut = null;
}

/** Before anything that a call has done is kept. */
export function mustNotHaveRunOut(): void {
  if (ranOut !== null) throw ranOut.error;
}
