import { GIT_FAULTS, type GitFault } from './git-http.ts';
import type { Fault } from './world.ts';

const reset = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1624010400' };

/** What GitHub may do to any request, each as likely as the others. */
const FAULTS: readonly Fault[] = [
  { status: 502 },
  { status: 500 },
  { lost: true },
  { lost: true },
  { status: 403, message: 'API rate limit exceeded for installation.', headers: reset },
  { status: 429, message: 'You have exceeded a secondary rate limit.', headers: { 'retry-after': '60' } },
  { graphError: { type: 'RATE_LIMITED', message: 'API rate limit exceeded for installation.' } },
];

/** Every other request meets with something. */
const oneIn = 2;

/** Bad weather, the same for the same dice. */
export function weatherFrom(roll: (below: number) => number): {
  readonly next: (method: string, path: string) => Fault | null;
  /** How many requests met with something so far. */
  readonly met: () => number;
} {
  let met = 0;
  return {
    next: (_method, path) => {
      if (roll(oneIn) !== 0) return null;
      const fault = FAULTS[roll(FAULTS.length)] ?? null;
      // Only GraphQL says it with 200.
      if (fault?.graphError !== undefined && path !== '/graphql') return null;
      met += 1;
      return fault;
    },
    met: () => met,
  };
}

/** The same for requests of Git’s, of which every fourth meets with something. */
export function gitWeatherFrom(roll: (below: number) => number): () => GitFault | null {
  const faults = Object.values(GIT_FAULTS);
  return () => (roll(4) === 0 ? (faults[roll(faults.length)] ?? null) : null);
}
