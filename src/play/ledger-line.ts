import type { Draw } from '../kernel/chance.ts';
import type { Pictures } from '../kernel/pictures.ts';
import type { StateChange } from '../kernel/store.ts';

/** Whose fault it was that a step could not be brought to an end: a clause's, or that it went beyond a bound, or the engine's. */
export interface OnRecord {
  readonly fault?: 'rules' | 'bounds' | 'engine' | undefined;
  /** The build of the engine that was at fault: another one tries it again. */
  readonly engine?: string | undefined;
}

/** One line of the ledger: an accepted action or resolution, what was rolled for one that was refused, or one that was ended by the clock. */
export interface LedgerLine extends OnRecord {
  readonly n: number;
  readonly at: string;
  readonly by: string;
  readonly what: string;
  readonly with?: unknown;
  readonly draws: readonly Draw[];
  readonly changes: readonly StateChange[];
  readonly result?: unknown;
  /** Why it was refused: nothing came of it but its public rolls, which stay on record. */
  readonly refused?: string;
  /**
   * Where a step could not be brought to an end, and what is asked again may fare otherwise: what it was, as `12 bo crawl 0`, by the line
   * of the journal, a matter's `resolve 7`, or `event 12` where the whole event was set aside.
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
  /** The results of fetching the pictures in its words. */
  readonly pictures?: Pictures;
  /** Matters that were due before it and had to wait, since it wasn't known what they change. */
  readonly unread?: readonly string[];
  /** The Admin who said how the changes are merged with the rules as they had become. */
  readonly merged?: { readonly commit: string; readonly by: string };
}
