import type { z } from 'zod';
import { ForgeError } from '../events.ts';
import { asking, type Octokit } from './client.ts';

export interface Answered {
  readonly data: unknown;
  /** Paths of things that no longer exist, such as `repository.p12`. GitHub answers null for them and adds an error. */
  readonly absent: ReadonlySet<string>;
}

interface Partly {
  readonly data?: unknown;
  readonly errors?: readonly { readonly type?: string; readonly path?: readonly (string | number)[] }[];
}

/** Asks by GraphQL. Octokit throws on any error, but if things are merely absent, the rest of the answer is used. */
export async function askGraph(
  octokit: Octokit,
  what: string,
  query: string,
  variables: Readonly<Record<string, unknown>>,
): Promise<Answered> {
  return asking(what, async () => {
    try {
      return { data: await octokit.graphql(query, variables), absent: new Set<string>() };
    } catch (error) {
      const { data, errors = [] } = error as Partly;
      const isAbsence = errors.length > 0 && errors.every(({ type }) => type === 'NOT_FOUND');
      if (!isAbsence || data === null || data === undefined) throw error;
      return { data, absent: new Set(errors.map(({ path = [] }) => path.join('.'))) };
    }
  });
}

/** Validates an answer. The error says what is missing. */
export function readAnswer<T extends z.ZodType>(what: string, schema: T, answer: unknown): z.infer<T> {
  const { success, data, error } = schema.safeParse(answer);
  if (success) return data;
  // The first place with something unexpected, such as `repository.id`.
  const lack = error.issues[0]?.path.join('.') ?? '';
  throw new ForgeError('bad-request', `GitHub answered ${what} without ${lack || 'anything that is known'}.`);
}

/** After this many failures in a row, the size of the request isn't the problem. */
const mostFailures = 12;

/**
 * Asks for many things at once, and for half as many if that takes GitHub too long, down to one. Returns those that GitHub couldn't
 * answer even alone, after asking for all others.
 */
export async function askInHalves<T>(
  parts: Iterable<readonly T[]>,
  ask: (some: readonly T[], request: { readonly retries?: number }) => Promise<void>,
): Promise<T[]> {
  const waiting = [...parts];
  const unanswered: T[] = [];
  let failures = 0;
  for (let some = waiting.shift(); some !== undefined; some = waiting.shift()) {
    try {
      // Asking for fewer is better than repeating the same request.
      await ask(some, some.length > 1 ? { retries: 0 } : {});
      failures = 0;
    } catch (error) {
      failures += 1;
      if (!isTooMuch(error) || failures > mostFailures) throw error;
      const half = Math.ceil(some.length / 2);
      if (some.length === 1) unanswered.push(...some);
      else waiting.unshift(some.slice(0, half), some.slice(half));
    }
  }
  return unanswered;
}

/** True if GitHub failed, rather than refused or hit a limit. */
export function isTooMuch(error: unknown): boolean {
  return error instanceof ForgeError && error.code === 'unavailable' && !('until' in error.data);
}
