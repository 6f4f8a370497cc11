import type { Count } from '../kernel/count.ts';
import type { RefusalData } from '../kernel/refusal.ts';
import { SandboxLostError } from '../sandbox/host.ts';
import { BrokenError } from './broken-error.ts';
import type { Outcome } from './outcome.ts';

type Refused = Outcome & { readonly ok: false };

/** A slow moment of this machine may be to blame, or what something else did: those are given another chance. */
const MOST_TIMES = {
  'out-of-patience': 2,
  'no-spare-memory': 2,
  'too-much-memory': 1,
  'too-deep': 1,
  'engine-fails': 1,
  assertion: 1,
} as const;

interface GivenUp {
  readonly refusal: RefusalData;
  readonly dice: readonly Count[];
}

interface Held {
  readonly times: number;
  readonly code: keyof typeof MOST_TIMES;
  readonly reason: string;
  /** The sizes of the dice that had been rolled. */
  readonly dice: readonly Count[];
  /** The time in the game at which it was asked; before that there was nothing to ask. */
  readonly at: string;
}

/** An ending that is on record: played again, what was ended then is refused the same, and is not tried. */
export interface RecordedEnding {
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
 * Calls that left a sandbox which can't be gone on with, while a tick decided: what ran until the wall clock ended it, or took all
 * memory or stack; and what broke an assertion of the engine, of which nothing may be written. The tick begins anew with a
 * fresh sandbox, and what it was is refused then.
 */
export class Ended {
  readonly #held = new Map<string, Held>();
  readonly #recorded: readonly RecordedEnding[];
  #doing: Begun | null = null;
  #anew = 0;
  /** Those of this attempt that may have written lines, in their order. */
  #steps: Begun[] = [];

  constructor({ recorded = [] }: { readonly recorded?: readonly RecordedEnding[] } = {}) {
    this.#recorded = recorded;
  }

  /** Another attempt begins, or another decision in a game that stays open. */
  startAnew(): void {
    this.#steps = [];
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
   * Whether an error left no sandbox to go on with; it is held against what was being done, or what wrote the line that is at fault.
   * False as well where that is not tried any more: to begin anew would come to the same again and again.
   */
  note(error: unknown, dice: readonly Count[] = []): boolean {
    const code = codeOf(error);
    const begun = this.#writerOf(error) ?? this.#doing;
    if (code === null || begun === null) return false;
    const doing = begun.what();
    const held = this.#held.get(doing);
    // The clock may have been put back between two things that happened: what had been given up was not, at that time.
    const isEarlier = held !== undefined && held.times >= MOST_TIMES[held.code] && begun.at < held.at;
    const times = (held?.times ?? 0) + (isEarlier ? 0 : 1);
    if (times > MOST_TIMES[code]) return false;
    const at = held !== undefined && held.at < begun.at ? held.at : begun.at;
    this.#held.set(doing, { times, code, reason: (error as Error).message, dice, at });
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
    if (recorded !== undefined) return givenUpFor('out-of-patience', recorded.reason, recorded.dice);
    const held = this.#held.get(what);
    if (held === undefined || held.times < MOST_TIMES[held.code]) return null;
    if (now !== undefined && now.at < held.at) return null;
    const { code, reason, times, dice } = held;
    return givenUpFor(code, `${reason}${times > 1 ? `, ${times} times` : ''}`, dice);
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

function givenUpFor(code: string, reason: string, dice: readonly Count[]): GivenUp {
  return { refusal: { code, reason, rule: null, param: null }, dice };
}

function codeOf(error: unknown): keyof typeof MOST_TIMES | null {
  return error instanceof SandboxLostError || error instanceof BrokenError ? error.code : null;
}

export function refusedAs(refusal: RefusalData): Refused {
  return { ok: false, refusal, draws: [] };
}
