import { Worker, type MessagePort, type ResourceLimits } from 'node:worker_threads';

export {
  MessageChannel,
  parentPort,
  receiveMessageOnPort,
  workerData,
  type MessagePort,
  type ResourceLimits,
  type Worker,
} from 'node:worker_threads';

/** Whether a thread can be started that answers while this one sleeps. */
export const HAS_THREADS: boolean = true;

/** Places of the words that wake the other side: there is a message, or the thread has ended by itself. */
export const MESSAGE = 0;
export const DEATH = 1;

export interface Watched {
  readonly file: string;
  readonly resourceLimits: ResourceLimits;
  readonly port: MessagePort;
  readonly woken: Int32Array;
}

/**
 * The thread that asked sleeps until there is an answer, so nothing can tell it that the other one has died: if memory ran out, for
 * example, which is nobody's fault in the game. A second thread waits for that. It is given as text, since it is small and starts faster so.
 */
const WATCH = `
const { parentPort, Worker, workerData } = require('node:worker_threads');
const { file, resourceLimits, ...given } = workerData;
const thread = new Worker(new URL(file), { workerData: given, transferList: [given.port], resourceLimits });
function died() {
  Atomics.store(given.woken, ${DEATH}, 1);
  Atomics.store(given.woken, ${MESSAGE}, 1);
  Atomics.notify(given.woken, ${MESSAGE});
}
thread.once('message', () => parentPort.postMessage('ready'));
thread.once('exit', died);
thread.once('error', (error) => {
  died();
  throw error;
});
`;

/** Starts a thread, and another one that notes in `woken` when it ends. */
export function startWatched({ port, ...watched }: Watched, data: object): Worker {
  return new Worker(WATCH, {
    eval: true,
    workerData: { ...data, ...watched, port },
    transferList: [port],
  });
}
