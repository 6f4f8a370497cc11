export { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';

export type Timer = ReturnType<typeof setTimeout>;

/** Runs something after a while, unless the program has ended by then. */
export function later(run: () => void, ms: number): Timer {
  return setTimeout(run, ms).unref();
}
