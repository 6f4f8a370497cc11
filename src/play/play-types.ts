import type { Draw } from '../kernel/chance.ts';
import type { Count } from '../kernel/count.ts';
import type { Terms } from '../kernel/manifest.ts';
import type { RefusalData } from '../kernel/refusal.ts';
import type { State } from '../kernel/state.ts';
import type { Change } from '../kernel/store.ts';
import type { Disclosure } from '../kernel/disclosure.ts';
import type { DrawQuestion, Limits } from '../sandbox/host.ts';
import type { Isolation } from '../sandbox/isolation.ts';

/** One line of the ledger: an accepted action or resolution, what was rolled for one that was refused, or one that was ended by the clock. */
export interface LedgerLine {
  readonly n: number;
  readonly at: string;
  readonly by: string;
  readonly what: string;
  readonly with?: unknown;
  readonly draws: readonly Draw[];
  readonly changes: readonly Change[];
  readonly result?: unknown;
  /** Why it was refused: nothing came of it but its public rolls, which stay on record. */
  readonly refused?: string;
  /**
   * Where the wall clock ended it, which no replay can measure: what it was, as `12 bo crawl 0`, by the line of the journal, or
   * a matter's `resolve 7`.
   */
  readonly stopped?: string;
}

export type Outcome =
  | {
      readonly ok: true;
      readonly changes: readonly Change[];
      readonly draws: readonly Draw[];
      readonly result: unknown;
      /** Of an action of the emperor's side: what everybody else may know of it. */
      readonly told?: Disclosure;
      readonly omitted?: readonly { readonly change: string; readonly reason: string }[];
    }
  | { readonly ok: false; readonly refusal: RefusalData; readonly draws: readonly Draw[] };

export interface PlayOptions {
  readonly files: ReadonlyMap<string, string>;
  readonly terms: Terms;
  readonly state: State | null;
  readonly draw: (question: DrawQuestion) => Count;
  readonly ledger?: LedgerLine[];
  readonly limits?: Limits;
  /** In a thread of its own that can be ended: for rules that strangers may have written. */
  readonly isolated?: Isolation;
  /** How two changes of one file are brought together; without it the later one is taken whole. */
  readonly merge?: Merge;
}

export type Merge = (
  path: string,
  base: string | null,
  ours: string | null,
  theirs: string | null,
) => { readonly ok: true; readonly text: string | null } | { readonly ok: false; readonly conflict: string };

/** A ruleset that can't be put in force, with everything that is wrong with it. */
export class UnplayableError extends Error {
  readonly code = 'unplayable';
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`the ruleset can't be put in force:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'UnplayableError';
    this.problems = problems;
  }
}
