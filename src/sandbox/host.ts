import type { Draw } from '../kernel/chance.ts';

export interface Limits {
  /** How often the sandbox may stop to be counted in one call; every few thousand steps it does. */
  readonly polls: number;
  readonly memoryBytes: number;
  readonly stackBytes: number;
}

export const DEFAULT_LIMITS: Limits = {
  polls: 20_000,
  memoryBytes: 256 * 1024 * 1024,
  // The stack of whoever runs the sandbox must not end before this one does: there a call takes up many times as much.
  stackBytes: 96 * 1024,
};

/** What the sandbox may ask of whoever runs it; everything else is out of its reach. */
export interface SandboxHost {
  /** The result of one draw, 1 to size for dice, a place from 0 for a secret choice. */
  draw(question: DrawQuestion): number;
  readonly ledger: { readonly length: number; at(index: number): unknown };
}

export interface DrawQuestion {
  readonly kind: Draw['kind'];
  readonly size: number;
  readonly options: readonly unknown[] | null;
  /** What else the options are called. */
  readonly labels: readonly unknown[];
}

export interface LinkProblem {
  readonly code: string;
  readonly file: string;
  readonly line: number | null;
  readonly message: string;
}

/** What the guest failed at, where that is no decision of the rules: too many steps, too much memory, a bug. */
export class SandboxError extends Error {
  readonly code: 'too-many-steps' | 'too-much-memory' | 'too-deep' | 'guest-fails';
  constructor(code: SandboxError['code'], message: string) {
    super(message);
    this.name = 'SandboxError';
    this.code = code;
  }
}
