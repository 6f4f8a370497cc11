/**
 * When the rules were asked what they have not answered yet; 0 while they are asked nothing. Another thread can read it while this one
 * waits for them.
 */
export const callBegan = new Int32Array(new SharedArrayBuffer(4));

/** Milliseconds of the day: enough to tell how long a call takes, in a number that is written in one piece. */
function moment(): number {
  return (Date.now() % 0x40_00_00_00) + 1;
}

/** Makes a call into the rules that others may have to wait for. */
export function inCall<T>(call: () => T): T {
  const isOutermost = Atomics.compareExchange(callBegan, 0, 0, moment()) === 0;
  try {
    return call();
  } finally {
    if (isOutermost) Atomics.store(callBegan, 0, 0);
  }
}

/** Whether a thread with this `callBegan` has been waiting for its rules for so long. */
export function isLongIn(began: Int32Array, ms: number): boolean {
  const since = Atomics.load(began, 0);
  const waited = moment() - since;
  return since !== 0 && (waited >= ms || waited < 0);
}
