import type { MessagePort } from '#platform/threads.ts';

import type { RefusalData } from '../kernel/refusal.ts';

/**
 * Whether a game runs in its own thread, which can be ended from outside. Trials, such as drafts, use separate
 * threads, so that nothing tried has ever been in a thread that decides.
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

/** An error for another thread, which receives only plain data intact. */
export interface Thrown {
  readonly type: 'SandboxError' | 'SandboxLostError' | 'surroundings' | 'engine';
  readonly message: string;
  readonly code?: string;
  readonly rule?: RefusalData['rule'];
  readonly where?: string;
}

export type FromSandbox =
  | ({ readonly type: 'answer' } & WorkerAnswer)
  | {
      readonly type: 'question';
      readonly what: 'draw' | 'ledger-length' | 'ledger-at';
      readonly given: unknown;
      readonly port: MessagePort;
      readonly answered: Int32Array;
    };
