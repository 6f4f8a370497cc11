import type { Caches } from '../cache/caches.ts';
import type { Count } from '../kernel/count.ts';
import type { Manifest, Terms } from '../kernel/manifest.ts';
import type { PostData, State } from '../kernel/state.ts';
import type { DrawQuestion, Limits, SandboxHost } from '../sandbox/host.ts';
import type { Isolation } from '../sandbox/isolation.ts';
import type { Runner } from '../sandbox/runner.ts';
import type { LedgerLine } from './ledger-line.ts';

export interface PlayOptions extends Edition {
  readonly state: State | null;
  readonly draw: (question: DrawQuestion) => Count;
  readonly ledger?: LedgerLine[];
  readonly limits?: Limits;
  /** In a thread of its own that can be ended: for rules that strangers may have written. */
  readonly isolated?: Isolation;
  /** The machine that runs the rules, instead of QuickJS. */
  readonly runner?: (host: SandboxHost) => Runner;
  /** The merge of two changes of one file; without it the later one is taken whole. */
  readonly merge?: Merge;
  /** Without it rules that were voted in are put in force untried. */
  readonly rehearse?: RehearseRules | undefined;
  /** The caches that earlier games have left; without them nothing is cached. */
  readonly caches?: Caches | undefined;
}

/** A tree of rule files, with its terms. */
export interface Edition {
  readonly files: ReadonlyMap<string, string>;
  readonly terms: Terms;
  /** Of a game that is played again as in the first format, which knew the outermost type's mark `private` alone. */
  readonly privacy?: Manifest['privacy'];
}

/** Rules that are to replace others, in the game as it stands. */
export interface Amendment {
  readonly before: Edition;
  readonly after: Edition;
  readonly state: State;
  readonly at: string;
  /** The events so far: rules may go by them. */
  readonly ledger: SandboxHost['ledger'];
  /** The matter that is being enacted, and the values that it sets. */
  readonly matter?: PostData;
  readonly values?: readonly { readonly path: string; readonly value: unknown }[];
  readonly caches: Caches;
}

/** The result of a rehearsal of other rules. */
export interface RulesRehearsal {
  /** Why nothing could be enacted any more; null where something could. It is not let in. */
  readonly stops: string | null;
  /** Why no rule could be changed any more by any kind of matter; null where one could. It is not let in. */
  readonly freezes: string | null;
  /** Changes that nobody could make any more, as in `repeal core/votes: it is entrenched`. They are let in, and told. */
  readonly locks: readonly string[];
  /** Why it could not be tried; null where it could. It is let in, and told. */
  readonly untried: string | null;
  /** The rules whose clauses failed where the game stops or freezes, by their paths. */
  readonly failing?: readonly string[];
}

export type RehearseRules = (amendment: Amendment) => RulesRehearsal;

export type Merge = (
  path: string,
  base: string | null,
  ours: string | null,
  theirs: string | null,
) => { readonly ok: true; readonly text: string | null } | { readonly ok: false; readonly conflict: string };
