/**
 * A clause must not learn how much memory or stack is left, since that differs between sandboxes. QuickJS lets code
 * catch that it ran out, so clauses report everything they catch (see `keeping/tries.ts`), and running out ends the
 * call in any case.
 */
import { HarnessError } from '../../kernel/calls.ts';
import { withoutStack } from './errors.ts';

declare const InternalError: ErrorConstructor;

// Read before it is removed from the globals.
const prototype: unknown = InternalError.prototype;
const { getPrototypeOf } = Object;

let ranOut: { readonly error: unknown } | null = null;

/** Called first in each `catch` of a clause. */
export function caught(error: unknown): void {
  withoutStack(error);
  if (!isExhaustion(error)) return;
  ranOut ??= { error: error ?? new InternalError('out of memory') };
  throw error;
}

/** The host has no answer, such as a roll, so the call ends as if memory had run out. */
export function withoutAnswer(): HarnessError {
  const error = new HarnessError('the host could not answer');
  ranOut ??= { error };
  return error;
}

/** QuickJS throws null if there is no room for an error. */
function isExhaustion(error: unknown): boolean {
  if (error === null) return true;
  return typeof error === 'object' && (getPrototypeOf(error) === prototype || error instanceof HarnessError);
}

export function beginCall(): void {
  ranOut = null;
}

/** Called before the results of a call are kept. */
export function mustNotHaveRunOut(): void {
  if (ranOut !== null) throw ranOut.error;
}
