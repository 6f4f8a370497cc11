import type { Count } from '../../kernel/chance.ts';
import type { RefusalData } from '../../kernel/refusal.ts';
import { CodedError } from '../../kernel/coded-error.ts';
import { classifyError } from '../../sandbox/fault.ts';
import { SandboxLostError } from '../../sandbox/host.ts';
import { BrokenError } from './unplayable-error.ts';
import { isTime } from '../../kernel/names.ts';
import type { LedgerLine, OnRecord } from '../../store/ledger-line.ts';
import type { Outcome } from '../../kernel/result.ts';

type Refused = Outcome & { readonly ok: false };

/** The first failure may be due to earlier work in this sandbox or to a slow moment. The second try runs in a new sandbox. */
const MOST_TIMES = 2;

/**
 * A clause that ends a step in one of these ways is left out of it. A clause that the clock ended twice might finish on a faster machine,
 * but the record decides, so a replay takes the same decision.
 */
export const EXHAUSTED: ReadonlySet<string> = new Set(['too-much-memory', 'too-deep', 'out-of-patience']);

interface GivenUp extends OnRecord {
  readonly refusal: RefusalData;
  readonly dice: readonly Count[];
}

interface Held {
  readonly times: number;
  readonly code: string;
  readonly fault: OnRecord['fault'];
  readonly reason: string;
  /** The place in a clause that exhausted memory, stack or time, empty if it is unknown; undefined for all other endings. */
  readonly where: string | undefined;
  /** The sizes of the dice rolled so far. */
  readonly dice: readonly Count[];
  /** The game's time when it was asked; the refusal doesn't apply earlier. */
  readonly at: string;
}

/** A recorded ending. A replay repeats the refusal without trying. */
export interface RecordedEnding extends OnRecord {
  readonly key: string;
  readonly reason: string;
  /** See `LedgerLine`. */
  readonly where?: string | undefined;
  readonly dice: readonly Count[];
  readonly from: Moment;
  /** When the matter was resolved or examined again; null if it never was. */
  readonly until: Moment | null;
}

/** A step of the game, with the ledger's length before it. */
interface Begun {
  readonly what: () => string;
  readonly at: string;
  readonly lines: number | null;
}

/** A time in a game, with the ledger's length. */
interface Moment {
  readonly at: string;
  readonly lines: number;
}

/**
 * Steps that a tick could not finish because of a clause, a limit or the engine. After the first failure the tick
 * starts over in a new sandbox that shares nothing with the first; if the step fails there too, it is refused
 * and the tick goes on. A bug of the engine sets aside the whole event, so that a newer engine can take it in as if
 * it had just happened.
 */
export class AbortedCalls {
  readonly #held = new Map<string, Held>();
  readonly #recorded: readonly RecordedEnding[];
  readonly #engine: () => string | undefined;
  #doing: Begun | null = null;
  #event: Begun | null = null;
  #restarts = 0;
  /** This attempt's steps that may have written lines, in order. */
  #steps: Begun[] = [];

  /** `engine` names the build, for bugs of the engine. */
  constructor({
    recorded = [],
    engine = () => undefined,
  }: { readonly recorded?: readonly RecordedEnding[]; readonly engine?: () => string | undefined } = {}) {
    this.#recorded = recorded;
    this.#engine = engine;
  }

  /** Starts another attempt, or another decision in a game that stays open. */
  restart(): void {
    this.#steps = [];
    this.#event = null;
  }

  /** Starts taking in an event; null if the tick goes on to something else. */
  beginEvent(key: string | null, at = ''): void {
    if (key !== null) this.begin(key, at);
    this.#event = key === null ? null : this.#doing;
  }

  /**
   * Names the question that is asked next; a costly name is only computed if the question ends badly. A step that may
   * write lines gives the ledger's length before it.
   */
  begin(what: string | (() => string), at = '', lines: number | null = null): void {
    this.#doing = { what: typeof what === 'string' ? () => what : what, at, lines };
    if (lines !== null) this.#steps.push(this.#doing);
  }

  /**
   * Decides whether to start over after an error, and blames it on the current step or the one that wrote the faulty line. It doesn't if
   * this machine is to blame, or if the step isn't tried any more, since that would repeat for ever. A scheduled action that already
   * ended like this in the ledger isn't tried twice in each tick.
   */
  note(
    error: unknown,
    dice: readonly Count[] = [],
    ledger: readonly Pick<LedgerLine, 'what' | 'stopped'>[] = [],
  ): boolean {
    const fault = classifyError(error);
    const begun = (fault === 'engine' ? this.#event : null) ?? this.#writerOf(error) ?? this.#doing;
    if (fault === 'surroundings' || begun === null) return false;
    const doing = begun.what();
    const held = this.#held.get(doing);
    // The clock may have been put back, and at that earlier time the step had not been given up.
    const isEarlier = held !== undefined && held.times >= MOST_TIMES && begun.at < held.at;
    const isOnRecord = isTime(doing) && ledger.findLast(({ what }) => what === doing)?.stopped === doing;
    const isSure = isOnRecord || (error instanceof SandboxLostError && error.isSure);
    const before = held?.times ?? 0;
    const times = isSure && before < MOST_TIMES ? MOST_TIMES : before + (isEarlier ? 0 : 1);
    if (times > MOST_TIMES) return false;
    const at = held !== undefined && held.at < begun.at ? held.at : begun.at;
    const code = error instanceof CodedError ? error.code : 'engine-fails';
    const where = EXHAUSTED.has(code) ? ((error as CodedError).where ?? '') : undefined;
    const rolled = begun === this.#event ? [] : dice;
    this.#held.set(doing, { times, code, fault, reason: reasonOfError(error), where, dice: rolled, at });
    this.#doing = null;
    this.#restarts += 1;
    return true;
  }

  #writerOf(error: unknown): Begun | null {
    const line = error instanceof BrokenError ? error.line : null;
    return (line === null ? null : this.#steps.findLast(({ lines }) => (lines ?? 0) <= line)) ?? null;
  }

  /** The refusal of a step that isn't tried again, with its dice; null if it may be tried. */
  givenUp(what: string, now?: Moment): GivenUp | null {
    const recorded = this.#recorded.find((one) => one.key === what && now !== undefined && isIn(one, now));
    if (recorded !== undefined) {
      const { reason, where, dice, fault, engine } = recorded;
      return { ...onRecord(fault, engine), refusal: refusalFor('out-of-patience', reason, where), dice };
    }
    const held = this.#held.get(what);
    if (held === undefined || held.times < MOST_TIMES) return null;
    if (now !== undefined && now.at < held.at) return null;
    const { code, fault, reason, where, dice } = held;
    const engine = fault === 'engine' ? this.#engine() : undefined;
    return { ...onRecord(fault, engine), refusal: refusalFor(code, reason, where), dice };
  }

  get isEmpty(): boolean {
    return this.#held.size === 0 && this.#recorded.length === 0;
  }

  /** How often it had to start over. */
  get count(): number {
    return this.#restarts;
  }
}

function isIn({ from, until }: RecordedEnding, now: Moment): boolean {
  return hasCome(from, now) && (until === null || !hasCome(until, now));
}

/** Compares ledger lengths before times, because the clock may have been put back. */
function hasCome(moment: Moment, now: Moment): boolean {
  return now.lines > moment.lines || (now.lines === moment.lines && now.at >= moment.at);
}

function refusalFor(code: string, reason: string, where: string | undefined): RefusalData {
  return { code, reason, rule: null, param: null, ...(where === undefined ? {} : { where }) };
}

function onRecord(fault: OnRecord['fault'], engine: string | undefined): OnRecord {
  return { ...(fault === undefined ? {} : { fault }), ...(engine === undefined ? {} : { engine }) };
}

/** Players can't use a bug's message, so it only says that there is a bug. */
export function reasonOfError(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const isNamed = classifyError(error) !== 'engine' || error instanceof BrokenError;
  return isNamed ? message : `Gitnomic has a fault: ${message}`;
}

export function refusedAs(refusal: RefusalData): Refused {
  return { ok: false, refusal, draws: [] };
}
