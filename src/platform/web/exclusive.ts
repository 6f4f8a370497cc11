/** A browser's files belong to one worker, so nobody else could hold the lock. */
export function takeExclusive(_path: string): (() => void) | null {
  return () => undefined;
}
