import type { Caches } from '../cache/caches.ts';
import type { Count } from '../kernel/count.ts';
import type { Terms } from '../kernel/manifest.ts';
import type { PostData, State } from '../kernel/state.ts';
import type { DrawQuestion, Limits, SandboxHost } from '../sandbox/host.ts';
import type { Isolation } from '../sandbox/isolation.ts';
import type { Runner } from '../sandbox/runner.ts';
import type { LedgerLine } from './ledger-line.ts';

export interface PlayOptions {
  readonly files: ReadonlyMap<string, string>;
  readonly terms: Terms;
  readonly state: State | null;
  readonly draw: (question: DrawQuestion) => Count;
  readonly ledger?: LedgerLine[];
  readonly limits?: Limits;
  /** In a thread of its own that can be ended: for rules that strangers may have written. */
  readonly isolated?: Isolation;
  /** What runs the rules, instead of QuickJS. */
  readonly runner?: (host: SandboxHost) => Runner;
  /** How two changes of one file are brought together; without it the later one is taken whole. */
  readonly merge?: Merge;
  /** Without it rules that were voted in are put in force untried. */
  readonly rehearse?: RehearseRules | undefined;
  /** What games before this one have left; without it nothing is, and nothing is left. */
  readonly caches?: Caches | undefined;
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
  /** The matter that is being enacted, and the values that it sets. */
  readonly matter?: PostData;
  readonly values?: readonly { readonly path: string; readonly value: unknown }[];
  readonly caches: Caches;
}

/** What a rehearsal of other rules came to. */
export interface RulesRehearsal {
  /** Why the game could not go on under them; null where it could. */
  readonly refused: string | null;
  /** Of what is let through, a sentence each: rules that nobody could change any more, or why it could not be tried. */
  readonly warnings: readonly string[];
}

export type RehearseRules = (amendment: Amendment) => RulesRehearsal;

export type Merge = (
  path: string,
  base: string | null,
  ours: string | null,
  theirs: string | null,
) => { readonly ok: true; readonly text: string | null } | { readonly ok: false; readonly conflict: string };
