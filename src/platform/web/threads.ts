import type { MessagePort, Watched, Worker } from '../node/threads.ts';

export type { MessagePort, ResourceLimits, Watched, Worker } from '../node/threads.ts';

/** They need shared memory, which a page from plain files doesn't get. */
export const HAS_THREADS: boolean = false;

export const MESSAGE = 0;
export const DEATH = 1;

const NONE = 'A browser runs the rules in the worker that its page owns, and ends it as a whole.';

export function startWatched(_watched: Watched, _data: object): Worker {
  throw new Error(NONE);
}

export class MessageChannel {
  declare readonly port1: MessagePort;
  declare readonly port2: MessagePort;
  constructor() {
    throw new Error(NONE);
  }
}

export const parentPort: MessagePort | null = null;
export const workerData: unknown = null;

export function receiveMessageOnPort(_port: MessagePort): { message: unknown } | undefined {
  return undefined;
}
