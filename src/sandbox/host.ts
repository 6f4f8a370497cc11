import type { Draw } from '../kernel/chance.ts';
import type { Count } from '../kernel/count.ts';
import { CodedError } from '../kernel/coded-error.ts';
import type { RefusalData } from '../kernel/refusal.ts';

export interface Limits {
  /** The number of times that one call may stop to be counted; it stops every few thousand steps. */
  readonly polls: number;
  readonly memoryBytes: number;
  readonly stackBytes: number;
  /** By the wall clock, where counting steps is not enough. */
  readonly patienceMs?: number;
}

export const DEFAULT_LIMITS: Limits = {
  polls: 20_000,
  memoryBytes: 256 * 1024 * 1024,
  // The stack of whoever runs the sandbox must not end before this one does: there a call takes up many times as much.
  stackBytes: 96 * 1024,
};

/** The services that a host offers the sandbox; everything else is out of its reach. */
export interface SandboxHost {
  /** The result of one draw, 1 to size for dice, a place from 0 for a secret choice. */
  draw(question: DrawQuestion): Count;
  readonly ledger: { readonly length: number; at(index: number): unknown };
}

export interface DrawQuestion {
  readonly kind: Draw['kind'];
  readonly size: Count;
  readonly options: readonly unknown[] | null;
  /** Other names of the options. */
  readonly labels: readonly unknown[];
}

export interface LinkProblem {
  readonly code: string;
  readonly file: string;
  readonly line: number | null;
  readonly message: string;
}

/** The caller waits no longer for an answer; a call in play takes a thousandth of it. */
export const DEFAULT_PATIENCE_MS = 5_000;

/**
 * The sandbox was ended in the middle of something and can't be gone on with, since its memory may be in disorder
 * then: the wall clock ran out, there was no memory or no stack left, or the kernel in it failed. Only a fresh sandbox can answer for certain, so
 * whoever decides begins anew with one before it is held against what was done.
 */
export class SandboxLostError extends CodedError<
  'out-of-patience' | 'too-much-memory' | 'too-deep' | 'engine-fails' | 'no-spare-memory'
> {
  /** Another game broke or filled the memory in which something was to be tried: nothing is held against what was being done. */
  static withoutMemory(): SandboxLostError {
    return new SandboxLostError('no-spare-memory', 'there is no memory left in which this could be tried');
  }

  /** No clause did this: the kernel failed, or was asked after it had. */
  static broken(what: string): SandboxLostError {
    return new SandboxLostError('engine-fails', what);
  }

  /** Something ran that counting steps can't stop, each of which may be large; another machine might be quicker. */
  static late(method: string, patienceMs: number, where: string | null = null): SandboxLostError {
    const seconds = patienceMs < 1000 ? patienceMs / 1000 : Math.round(patienceMs / 1000);
    return new SandboxLostError(
      'out-of-patience',
      `the rules did not come back from "${method}" within ${seconds} seconds and were ended`,
      where === null ? {} : { where },
    );
  }
}

/** A failure of a clause that is no decision of the rules, after which the sandbox is whole: too many steps, a bug of the clause. */
export class SandboxError extends CodedError<'too-many-steps' | 'too-deep' | 'guest-fails'> {
  /** By which rule, where that is known. */
  readonly rule: RefusalData['rule'];
  constructor(
    code: SandboxError['code'],
    message: string,
    rule: RefusalData['rule'] = null,
    where: string | null = null,
  ) {
    super(code, message, where === null ? {} : { where });
    this.rule = rule;
  }
}
