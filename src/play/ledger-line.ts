import type { Draw } from '../kernel/chance.ts';
import type { Pictures } from '../kernel/pictures.ts';
import type { StateChange } from '../kernel/store.ts';

/** Why a step could not be finished: a clause failed, it exceeded a limit, or the engine failed. */
export interface OnRecord {
  readonly fault?: 'rules' | 'bounds' | 'engine' | undefined;
  /** The build that failed; another one tries again. */
  readonly engine?: string | undefined;
}

/** An accepted action or resolution, a refused one with its rolls, or one that the clock ended. */
export interface LedgerLine extends OnRecord {
  readonly n: number;
  readonly at: string;
  readonly by: string;
  readonly what: string;
  readonly with?: unknown;
  readonly draws: readonly Draw[];
  readonly changes: readonly StateChange[];
  readonly result?: unknown;
  /** Why it was refused: only its public rolls stay on record. */
  readonly refused?: string;
  /**
   * The step that could not be finished, if a later try may end differently: `12 bo crawl 0` by journal line,
   * `resolve 7` for a matter, or `event 12` if the whole event was set aside.
   */
  readonly stopped?: string;
  /**
   * The place in a clause that exhausted memory or stack when a matter was resolved, empty if it is unknown. The matter is resolved without
   * that clause afterwards, unlike one that the clock ended, and unlike all in older records.
   */
  readonly where?: string;
}

/** A line as stored: the action, the rules it was under, and proofs of its draws. */
export interface RecordedLine extends LedgerLine {
  /** The version of the rules at that time. */
  readonly rules?: string;
  readonly proof?: unknown;
  /** The comment that called for it, if another machine ran it for the emperor's side. */
  readonly told?: string;
  /** The pictures fetched for its words. */
  readonly pictures?: Pictures;
  /** Due matters that had to wait before it, because their changes were unknown. */
  readonly unread?: readonly string[];
  /** The Admin who merged its changes with the rules. */
  readonly merged?: { readonly commit: string; readonly by: string };
}
