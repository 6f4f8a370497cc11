import type { Caches } from '../../cache/caches.ts';
import type { Count } from '../../kernel/chance.ts';
import type { Terms } from '../../kernel/manifest.ts';
import type { PostData, State } from '../../kernel/state.ts';
import type { DrawQuestion, Limits, SandboxHost } from '../../sandbox/host.ts';
import type { Runner } from '../../sandbox/sandbox.ts';
import type { LedgerLine } from '../../store/ledger-line.ts';

export interface PlayOptions extends Edition {
  readonly state: State | null;
  readonly draw: (question: DrawQuestion) => Count;
  readonly ledger?: LedgerLine[];
  readonly limits?: Limits;
  /** True for a copy in which something is tried. It runs in memory in which nothing is decided. */
  readonly trial?: boolean | undefined;
  readonly runner?: ((host: SandboxHost) => Runner) | undefined;
  /** Without it, rules that were voted in are put in force untried. */
  readonly rehearse?: RehearseRules | undefined;
  readonly caches?: Caches | undefined;
}

/** A tree of rule files, with its terms. */
export interface Edition {
  readonly files: ReadonlyMap<string, string>;
  readonly terms: Terms;
}

/** New rules for a game as it stands. */
export interface Amendment {
  readonly before: Edition;
  readonly after: Edition;
  readonly state: State;
  readonly at: string;
  /** Earlier events, which rules may depend on. */
  readonly ledger: SandboxHost['ledger'];
  /** The matter being enacted, and the values it sets. */
  readonly matter?: PostData;
  readonly values?: readonly { readonly path: string; readonly value: unknown }[];
  readonly caches: Caches;
}

export interface RulesRehearsal {
  /** Why nothing could be enacted any more, or null. Such rules are refused. */
  readonly stops: string | null;
  /** Why no kind of matter could change any rule any more, or null. Such rules are refused. */
  readonly freezes: string | null;
  /** Changes that nobody could make any more, as in `repeal core/votes: it is entrenched`. They are reported but allowed. */
  readonly locks: readonly string[];
  /** Why it could not be tried, or null. This is reported but allowed. */
  readonly untried: string | null;
  /** Paths of the rules whose clauses failed when the game stopped or froze. */
  readonly failing?: readonly string[];
  /** True if the rules can't even be put in force, so that nothing at all can happen. */
  readonly isUnplayable?: true;
}

export type RehearseRules = (amendment: Amendment) => RulesRehearsal;
