/**
 * The milliseconds of a processor that the question has taken which is being put to the rules; 0 if none is, or not for long. Another
 * thread can read them while this one waits for the rules.
 */
let cell: Int32Array = new Int32Array(new SharedArrayBuffer(4));

export function busyCell(): Int32Array {
  return cell;
}

/** For a thread that runs rules for another one, which waits for it. */
export function noteIn(other: Int32Array): void {
  cell = other;
}

export function noteBusy(ms: number): void {
  if (ms === 0 && cell[0] === 0) return;
  Atomics.store(cell, 0, Math.floor(ms));
}

export function busyMs(of: Int32Array): number {
  return Atomics.load(of, 0);
}
