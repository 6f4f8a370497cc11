import { HarnessError } from './calls.ts';
import type { Chance } from './chance.ts';
import type { FetchLeftBehind } from './left-behind.ts';
import type { Inspect } from './model.ts';
import type { LedgerReader } from './runtime.ts';

export interface KernelOptions {
  /** The default export of a clause's module. */
  readonly clauseOf: (module: string) => unknown;
  readonly chance?: Chance;
  /** Called before what a step has done is kept; throws where it must not be. */
  readonly mayEnd?: (spared: number) => void;
  /** Called where rules are defined anew at a date: runs that with what is to look at them. */
  readonly whileRedefining?: (run: (inspect: Inspect) => void) => void;
  /** The steps that have been counted in this call. */
  readonly counted?: () => number;
  /** At which line of a clause something was thrown, as `core/votes.ts:12`. */
  readonly thrownAt?: (error: unknown) => string | null;
  /** Whether a clause has had an error in its hands; where nobody knows, it is taken to have had it. */
  readonly wasCaught?: (error: unknown) => boolean;
  readonly ledger?: LedgerReader;
  /** Asked for what was left out of a state that is loaded. */
  readonly fetch?: FetchLeftBehind;
}

export const nothingLeft: FetchLeftBehind = (post, what) => {
  throw new HarnessError(`the ${what} of ${post} were left behind, and nobody has them`);
};
