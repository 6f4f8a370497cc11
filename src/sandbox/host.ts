import type { Draw, Count } from '../kernel/chance.ts';
import { CodedError } from '../kernel/coded-error.ts';
import type { RefusalData } from '../kernel/refusal.ts';

export interface Limits {
  /** How often a call may be interrupted for counting, which happens every few thousand steps. */
  readonly polls: number;
  readonly memoryBytes: number;
  readonly stackBytes: number;
  /** A wall-clock limit for work that step counts don't cover. */
  readonly patienceMs?: number;
}

export const DEFAULT_LIMITS: Limits = {
  polls: 20_000,
  memoryBytes: 256 * 1024 * 1024,
  // This stack must end before the host's own, where each call takes many times as much.
  stackBytes: 96 * 1024,
};

/** A fraction of the steps that a call has during play, which is far more than any call needs and stops a loop within seconds. */
export const TRIAL_LIMITS: Limits = { ...DEFAULT_LIMITS, polls: DEFAULT_LIMITS.polls / 20 };

/** The only services that the sandbox can reach. */
export interface SandboxHost {
  /** The result of one draw: 1 to size for dice, an index from 0 for a secret choice. */
  draw(question: DrawQuestion): Count;
  readonly ledger: { readonly length: number; at(index: number): unknown };
}

export interface DrawQuestion {
  readonly kind: Draw['kind'];
  readonly size: Count;
  readonly options: readonly unknown[] | null;
  readonly labels: readonly unknown[];
}

export interface LinkProblem {
  readonly code: string;
  readonly file: string;
  readonly line: number | null;
  readonly message: string;
}

/** The time that a caller waits for an answer. A call in play takes a thousandth of it. */
export const DEFAULT_PATIENCE_MS = 5_000;

/**
 * The sandbox was stopped in the middle of something and can't continue, because its memory may be inconsistent: it
 * ran out of time, memory or stack, or its kernel failed. Only a fresh sandbox can answer reliably, so the decision
 * is repeated in one before anybody is blamed.
 */
export class SandboxLostError extends CodedError<
  'out-of-patience' | 'too-much-memory' | 'too-deep' | 'engine-fails' | 'no-spare-memory'
> {
  /** Another game broke or filled the memory in which a trial was to run, so nobody is blamed. */
  static withoutMemory(): SandboxLostError {
    return new SandboxLostError('no-spare-memory', 'there is no memory left to try this');
  }

  static stopped(code: SandboxLostError['code'], method: string, why: string, where?: string | null) {
    const message = `${sayCall(method)} ${why} and was stopped${sayPlace(where)}`;
    return new SandboxLostError(code, message, { where: where ?? undefined });
  }

  /** No clause is to blame: the kernel failed, or was called after it had failed. */
  static broken(what: string): SandboxLostError {
    return new SandboxLostError('engine-fails', what);
  }

  /** It took so many steps that it would be stopped again anywhere, so a second try would only take as long. */
  isSure = false;

  /** The code that ran can't be stopped by counting steps, since single steps may be large. Another machine might be quicker. */
  static late(method: string, where?: string | null, polls = 0): SandboxLostError {
    const error = SandboxLostError.stopped('out-of-patience', method, 'took too long', where);
    error.isSure = polls > TRIAL_LIMITS.polls;
    return error;
  }
}

/** A call to a sandbox that an earlier call had ended. It says nothing about the present question. */
export class SandboxGoneError extends SandboxLostError {
  constructor() {
    super('engine-fails', 'this sandbox was stopped and must not be used again');
  }
}

/** A clause failed without a decision of the rules, but the sandbox is intact: too many steps, or a bug in the clause. */
export class SandboxError extends CodedError<'too-many-steps' | 'too-deep' | 'guest-fails'> {
  /** Null if the rule is unknown. */
  readonly rule: RefusalData['rule'];
  constructor(
    code: SandboxError['code'],
    message: string,
    rule: RefusalData['rule'] = null,
    where?: string | null,
  ) {
    super(code, message, { where: where ?? undefined });
    this.rule = rule;
  }
}

/** Describes a call of the sandbox for people, who are told why it was stopped. */
export function sayCall(method: string): string {
  return CALLS.get(method) ?? 'the code of the rules';
}

const CALLS: ReadonlyMap<string, string> = new Map([
  ['beginEnactment', 'the enactment'],
  ['finishEnactment', 'the enactment'],
  ['failMatter', 'what was due'],
]);

export function sayPlace(place: string | null | undefined): string {
  return place === null || place === undefined ? '' : ` at ${place}`;
}
