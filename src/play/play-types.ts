import type { Draw } from '../kernel/chance.ts';
import type { Count } from '../kernel/count.ts';
import type { Terms } from '../kernel/manifest.ts';
import type { Pictures } from '../kernel/pictures.ts';
import type { RefusalData } from '../kernel/refusal.ts';
import type { State } from '../kernel/state.ts';
import type { Change } from '../kernel/store.ts';
import type { Told } from '../kernel/told.ts';
import type { DrawQuestion, Limits, SandboxHost } from '../sandbox/host.ts';
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

/** A line as it stands in the ledger: what was done, under which rules, and what its draws can be checked by. */
export interface RecordedLine extends LedgerLine {
  /** The version of the rules it was done under. */
  readonly rules?: string;
  readonly proof?: unknown;
  /** Of an action of the emperor's side that was run on another machine: the comment that called for it. */
  readonly told?: string;
  /** What became of the pictures in its words. */
  readonly pictures?: Pictures;
  /** Who said how the changes go together with what had become of the rules. */
  readonly merged?: { readonly commit: string; readonly by: string };
}

export type Outcome =
  | {
      readonly ok: true;
      readonly changes: readonly Change[];
      readonly draws: readonly Draw[];
      readonly result: unknown;
      /** Of an action of the emperor's side: what everybody else may know of it. */
      readonly told?: Told;
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
  /** Without it rules that were voted in are put in force untried. */
  readonly rehearse?: Rehearsal | undefined;
}

/** A tree of rule files, with its terms. */
export interface Edition {
  readonly files: ReadonlyMap<string, string>;
  readonly terms: Terms;
}

/** Rules that are to replace others, in the game as it stands. */
export interface Amendment {
  readonly before: Edition;
  readonly after: Edition;
  readonly state: State;
  readonly at: string;
  /** What has happened so far: rules may go by it. */
  readonly ledger: SandboxHost['ledger'];
}

/** Says why a game could not go on under other rules; null where it could. */
export type Rehearsal = (amendment: Amendment) => string | null;

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
