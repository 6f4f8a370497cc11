import { HarnessError } from './calls.ts';
import type { Chance } from './chance.ts';
import type { FetchLeftBehind } from './left-behind.ts';
import type { Inspect } from './model.ts';
import type { LedgerReader, Running } from './runtime.ts';

export interface KernelOptions {
  /** The default export of a clause's module. */
  readonly clauseOf: (module: string) => unknown;
  readonly chance?: Chance;
  /** Called before a step is committed. Throws if the step must not be. */
  readonly mayEnd?: (spared: number) => void;
  /** Called when rules are defined again at a date. It runs the given function with an inspection. */
  readonly whileRedefining?: (run: (inspect: Inspect) => void) => void;
  readonly running?: Running;
  /** The steps counted so far in this call. */
  readonly counted?: () => number;
  /** The line of a clause that threw an error, such as `core/votes.ts:12`. */
  readonly thrownAt?: (error: unknown) => string | null;
  /** True if a clause may have caught the error. */
  readonly wasCaught?: (error: unknown) => boolean;
  readonly ledger?: LedgerReader;
  /** Fetches lists that a loaded state left out. */
  readonly fetch?: FetchLeftBehind;
}

export const nothingLeft: FetchLeftBehind = (post, what) => {
  throw new HarnessError(`the ${what} of ${post} were left behind, and nobody has them`);
};
