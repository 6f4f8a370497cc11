import type { Count } from '../kernel/count.ts';
import type { RefusalData } from '../kernel/refusal.ts';
import { CodedError } from '../kernel/coded-error.ts';
import { classifyError } from '../sandbox/fault.ts';
import { BrokenError } from './broken-error.ts';
import type { OnRecord } from './ledger-line.ts';
import type { Outcome } from './outcome.ts';

type Refused = Outcome & { readonly ok: false };

/** The first time something else in this process may be to blame, or a slow moment of this machine; the second time it was tried apart from all that. */
const MOST_TIMES = 2;

interface GivenUp extends OnRecord {
  readonly refusal: RefusalData;
  readonly dice: readonly Count[];
}

interface Held {
  readonly times: number;
  readonly code: string;
  readonly fault: OnRecord['fault'];
  readonly reason: string;
  /** The sizes of the dice that had been rolled. */
  readonly dice: readonly Count[];
  /** The time in the game at which it was asked; before that there was nothing to ask. */
  readonly at: string;
}

/** An ending that is on record: played again, what was ended then is refused the same, and is not tried. */
export interface RecordedEnding extends OnRecord {
  readonly key: string;
  readonly reason: string;
  readonly dice: readonly Count[];
  readonly from: Moment;
  /** When the matter was resolved after all, or looked at again; null where it never was. */
  readonly until: Moment | null;
}

/** A step of the game: the number of lines that the ledger had before it. */
interface Begun {
  readonly what: () => string;
  readonly at: string;
  readonly lines: number | null;
}

/** A time in a game, and how many lines its ledger has then. */
interface Moment {
  readonly at: string;
  readonly lines: number;
}

/**
 * Steps that a tick could not bring to an end, for the fault of a clause, of a bound or of the engine. The first time the tick begins anew,
 * in a sandbox of its own that shares nothing with this process; what fails there too is refused, and the tick goes on with what comes after.
 * A bug of the engine sets aside the whole event in which it showed, so that a newer engine can take that in as if it had just happened.
 */
export class Ended {
  readonly #held = new Map<string, Held>();
  readonly #recorded: readonly RecordedEnding[];
  readonly #engine: () => string | undefined;
  #doing: Begun | null = null;
  /** The event of the journal that is being taken in. */
  #event: Begun | null = null;
  #anew = 0;
  /** Those of this attempt that may have written lines, in their order. */
  #steps: Begun[] = [];

  /** `engine` names the build of the engine that is at fault, where it is. */
  constructor({
    recorded = [],
    engine = () => undefined,
  }: { readonly recorded?: readonly RecordedEnding[]; readonly engine?: () => string | undefined } = {}) {
    this.#recorded = recorded;
    this.#engine = engine;
  }

  /** Another attempt begins, or another decision in a game that stays open. */
  startAnew(): void {
    this.#steps = [];
    this.#event = null;
  }

  /** An event is taken in from now on, with all that comes of it; null where the tick goes on to something else. */
  beginEvent(key: string | null, at = ''): void {
    if (key !== null) this.begin(key, at);
    this.#event = key === null ? null : this.#doing;
  }

  /**
   * Names the question that the rules are asked from now on; a name that takes long to make is made only if the question ends badly.
   * A step that may write lines says how many there were before it.
   */
  begin(what: string | (() => string), at = '', lines: number | null = null): void {
    this.#doing = { what: typeof what === 'string' ? () => what : what, at, lines };
    if (lines !== null) this.#steps.push(this.#doing);
  }

  /**
   * Whether to begin anew after an error, which is held against what was being done, or what wrote the line that is at fault. Not where this machine
   * is to blame, which decides nothing; nor where that is not tried any more, and to begin anew would come to the same again and again.
   */
  note(error: unknown, dice: readonly Count[] = []): boolean {
    const fault = classifyError(error);
    const begun = (fault === 'engine' ? this.#event : null) ?? this.#writerOf(error) ?? this.#doing;
    if (fault === 'surroundings' || begun === null) return false;
    const doing = begun.what();
    const held = this.#held.get(doing);
    // The clock may have been put back between two things that happened: what had been given up was not, at that time.
    const isEarlier = held !== undefined && held.times >= MOST_TIMES && begun.at < held.at;
    const times = (held?.times ?? 0) + (isEarlier ? 0 : 1);
    if (times > MOST_TIMES) return false;
    const at = held !== undefined && held.at < begun.at ? held.at : begun.at;
    const code = error instanceof CodedError ? error.code : 'engine-fails';
    const rolled = begun === this.#event ? [] : dice;
    this.#held.set(doing, { times, code, fault, reason: reasonOfError(error), dice: rolled, at });
    this.#doing = null;
    this.#anew += 1;
    return true;
  }

  #writerOf(error: unknown): Begun | null {
    const line = error instanceof BrokenError ? error.line : null;
    return (line === null ? null : this.#steps.findLast(({ lines }) => (lines ?? 0) <= line)) ?? null;
  }

  /** The refusal of what is not tried again, and the dice that were rolled for it; null where it may be tried. */
  givenUp(what: string, now?: Moment): GivenUp | null {
    const recorded = this.#recorded.find((one) => one.key === what && now !== undefined && isIn(one, now));
    if (recorded !== undefined) {
      const { reason, dice, fault, engine } = recorded;
      return { ...onRecord(fault, engine), refusal: refusalFor('out-of-patience', reason), dice };
    }
    const held = this.#held.get(what);
    if (held === undefined || held.times < MOST_TIMES) return null;
    if (now !== undefined && now.at < held.at) return null;
    const { code, fault, reason, dice } = held;
    const engine = fault === 'engine' ? this.#engine() : undefined;
    return { ...onRecord(fault, engine), refusal: refusalFor(code, reason), dice };
  }

  /** Whether anything at all is not tried again, at some time. */
  get isEmpty(): boolean {
    return this.#held.size === 0 && this.#recorded.length === 0;
  }

  /** The number of times that it had to begin anew. */
  get count(): number {
    return this.#anew;
  }
}

function isIn({ from, until }: RecordedEnding, now: Moment): boolean {
  return hasCome(from, now) && (until === null || !hasCome(until, now));
}

/** A moment whose line stands on record has come, whatever the clock says since: it may have been put back. */
function hasCome(moment: Moment, now: Moment): boolean {
  return now.lines > moment.lines || (now.lines === moment.lines && now.at >= moment.at);
}

function refusalFor(code: string, reason: string): RefusalData {
  return { code, reason, rule: null, param: null };
}

function onRecord(fault: OnRecord['fault'], engine: string | undefined): OnRecord {
  return { ...(fault === undefined ? {} : { fault }), ...(engine === undefined ? {} : { engine }) };
}

/** The message of a bug says nothing to people who play, so it is called a bug. */
export function reasonOfError(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const isNamed = classifyError(error) !== 'engine' || error instanceof BrokenError;
  return isNamed ? message : `Gitnomic has a fault: ${message}`;
}

export function refusedAs(refusal: RefusalData): Refused {
  return { ok: false, refusal, draws: [] };
}
