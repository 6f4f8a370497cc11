import type { Timer } from '../node/turns.ts';

/** Lets other work run first. Nested timers would wait at least four milliseconds. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

export type { Timer };

export function later(run: () => void, ms: number): Timer {
  return setTimeout(run, ms);
}
