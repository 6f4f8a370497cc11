import { setFlagsFromString } from 'node:v8';

/**
 * Sets a flag of V8 until the process ends. What V8 compiled is kept for other processes at the very end, and holds only under the flags
 * under which it was kept: so the flag is as usual again before that.
 */
export function setUntilTheEnd(flag: string, usual: string): void {
  setFlagsFromString(flag);
  process.prependOnceListener('exit', () => setFlagsFromString(usual));
}
