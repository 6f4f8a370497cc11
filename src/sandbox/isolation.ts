import type { MessagePort } from 'node:worker_threads';

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
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly name: string; readonly message: string; readonly code: string | null };

export type FromWorker =
  | ({ readonly type: 'answer' } & WorkerAnswer)
  | {
      readonly type: 'question';
      readonly what: 'draw' | 'ledger-length' | 'ledger-at';
      readonly given: unknown;
      readonly port: MessagePort;
      readonly answered: Int32Array;
    };
