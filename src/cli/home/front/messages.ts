import type { IncomingHttpHeaders } from 'node:http';
import type { MessagePort } from 'node:worker_threads';

import type { SeatView } from '../../../seat/doors/view.ts';

export type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Everything that the listening thread needs to begin. */
export interface FrontOptions {
  readonly port: number;
  readonly host: string;
  readonly tries: number;
  /** The time that the rules keep the main thread waiting, as `Work` has it. */
  readonly busy: Int32Array;
  /** Leads to the thread that makes pages. */
  readonly pages: MessagePort;
}

/** A request as it came in, its body included. */
export interface HandedRequest {
  readonly id: number;
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly address: string | undefined;
  /** Null unless something was sent. */
  readonly body: { readonly text: string } | { readonly wrong: 'type' | 'size' | 'cut' } | null;
}

export interface ListenFailure {
  readonly code: string;
  readonly message: string;
  readonly next?: string | undefined;
}

export type FromFront =
  | { readonly listening: number }
  | { readonly failed: ListenFailure }
  | { readonly came: HandedRequest }
  /** Nobody waits for this answer any more. */
  | { readonly gone: number };

export interface Head {
  readonly id: number;
  readonly head: { readonly status: number; readonly headers: Headers };
  /** All that is sent; null if more comes piece by piece. */
  readonly body: string | Uint8Array | null;
  /** The page that this browser is shown while the game can’t answer; undefined if the answer is no page of the game. */
  readonly standby: SeatView | null | undefined;
}

export type ToFront =
  | Head
  | { readonly id: number; readonly piece: string }
  | { readonly id: number; readonly end: 'well' | 'dropped' }
  /** The page for browsers that have asked for none yet. */
  | { readonly standby: SeatView | null }
  | { readonly close: true };
