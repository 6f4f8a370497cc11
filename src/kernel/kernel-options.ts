import type { Chance } from './chance.ts';
import type { Inspect } from './model.ts';
import type { LedgerReader } from './runtime.ts';

export interface KernelOptions {
  /** The default export of a clause's module. */
  readonly clauseOf: (module: string) => unknown;
  readonly chance?: Chance;
  /** Called before a step is committed. Throws if the step must not be. */
  readonly mayEnd?: (spared: number) => void;
  /** Called when rules are defined again at a date. It runs the given function with an inspection. */
  readonly whileRedefining?: (run: (inspect: Inspect) => void) => void;
  /** The steps counted so far in this call. */
  readonly counted?: () => number;
  /** The line of a clause that threw an error, such as `core/votes.ts:12`. */
  readonly thrownAt?: (error: unknown) => string | null;
  /** True if a clause may have caught the error. */
  readonly wasCaught?: (error: unknown) => boolean;
  readonly ledger?: LedgerReader;
}
