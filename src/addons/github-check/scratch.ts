import type { Remote } from '../../forge/github/remote.ts';
import type { Environment } from '../../host/game.ts';
import type { Oid } from '../../repository/oid.ts';
import type { Repository } from '../../repository/repository.ts';
import { writeCommit } from '../../repository/write-commit.ts';
import type { Witness } from './witness.ts';

export interface Trying {
  readonly witness: Witness;
  readonly gitUrl: string;
  readonly token: string;
  readonly environment: Environment;
  readonly now: () => string;
  readonly pause: (ms: number) => Promise<unknown>;
  readonly measure: (what: Measured, seconds: number) => void;
}
/** From a call to a run, to a machine, from a push to GitHub's test merge, and the deployment. */
export type Measured = 'begin' | 'machine' | 'merged' | 'deploy';

export interface Scratch extends Trying {
  readonly name: string;
  readonly repository: Repository;
  readonly remote: Remote;
  /** A repository that has fetched nothing yet. */
  readonly elsewhere: Remote;
}

export const TIMES = 30;
export const PAUSE_MS = 2000;

/** Polls for up to a minute and returns the result with the seconds it took. */
export async function pollUntil<T>(
  { pause }: Trying,
  attempt: () => Promise<T | null>,
): Promise<{ readonly found: T | null; readonly seconds: number }> {
  for (let attempts = 0; attempts < TIMES; attempts++) {
    const found = await attempt();
    if (found !== null) return { found, seconds: (attempts * PAUSE_MS) / 1000 };
    await pause(PAUSE_MS);
  }
  return { found: null, seconds: (TIMES * PAUSE_MS) / 1000 };
}

export const commitOf = (
  { repository, now }: Scratch,
  parents: Oid[],
  path: string,
  text: string,
): Promise<Oid> =>
  writeCommit(repository, {
    parents,
    changes: new Map([[path, text]]),
    author: { name: 'smoke', email: '', at: now() },
    message: `${text}\n`,
  });

export function unlessAbsent(error: unknown): void {
  const { status = 0 } = error as { status?: number };
  if (status !== 404 && status !== 422) throw error;
}
