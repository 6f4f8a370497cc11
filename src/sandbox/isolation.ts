import type { MessagePort } from 'node:worker_threads';

import type { RefusalData } from '../kernel/refusal.ts';

/**
 * Whether a game is played in a thread of its own, which can be ended from outside. What is only tried, such as a draft, has
 * other threads than what is played: nothing that was tried has ever been where it is decided.
 */
export type Isolation = boolean | 'for-trials';

/** The messages between an isolated sandbox and its host. */
export interface WorkerCall {
  readonly method: string;
  readonly args: readonly unknown[];
  readonly property: boolean;
}

export type WorkerAnswer =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly thrown: Thrown };

/** An error as it goes from one thread to another, in which only plain data arrives whole. */
export interface Thrown {
  readonly type: 'SandboxError' | 'SandboxLostError' | 'surroundings' | 'engine';
  readonly message: string;
  readonly code?: string;
  readonly rule?: RefusalData['rule'];
  readonly where?: string;
}

export type FromWorker =
  | ({ readonly type: 'answer' } & WorkerAnswer)
  | {
      readonly type: 'question';
      readonly what: 'draw' | 'ledger-length' | 'ledger-at';
      readonly given: unknown;
      readonly port: MessagePort;
      readonly answered: Int32Array;
    };
