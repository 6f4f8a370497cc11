let mostMs = Infinity;

/** Asks rules something for which nobody waits longer than this, however long else they may take. */
export function withPatience<T>(ms: number, ask: () => T): T {
  const before = mostMs;
  mostMs = Math.min(before, ms);
  try {
    return ask();
  } finally {
    mostMs = before;
  }
}

/** The longest that the call that begins now may take. */
export function patienceWithin(ms: number): number {
  return Math.min(ms, mostMs);
}
