import type { z } from 'zod';

import { ForgeError } from '../forge-error.ts';
import { asking, type Octokit } from './client.ts';

export interface Answered {
  readonly data: unknown;
  /** Paths of what is there no more, such as `repository.p12`: GitHub answers null there, and adds an error. */
  readonly absent: ReadonlySet<string>;
}

interface Partly {
  readonly data?: unknown;
  readonly errors?: readonly { readonly type?: string; readonly path?: readonly (string | number)[] }[];
}

/** Asks by GraphQL. Octokit throws on any error; where all that is wrong is that something is absent, the rest counts. */
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

/** An answer in the form that is known; where it has another, an error says in words what it lacks. */
export function readAnswer<T extends z.ZodType>(what: string, schema: T, answer: unknown): z.infer<T> {
  const { success, data, error } = schema.safeParse(answer);
  if (success) return data;
  // `repository.id`: the first place where something else was expected.
  const lack = error.issues[0]?.path.join('.') ?? '';
  throw new ForgeError('bad-request', `GitHub answered ${what} without ${lack || 'anything that is known'}.`);
}

/** With so many failures one after the other it is not what is asked that is too much. */
const mostFailures = 12;

/**
 * Asks for many things at once, and for half as many where that takes GitHub too long, down to one. Gives those that
 * it could not answer alone, of which all others have been asked.
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
      // To ask for fewer is the better way to ask again.
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

/** Whether GitHub failed at it, rather than that it refused, or that a limit stopped it. */
export function isTooMuch(error: unknown): boolean {
  return error instanceof ForgeError && error.code === 'unavailable' && !('until' in error.data);
}
