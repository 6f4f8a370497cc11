import { z } from 'zod';

import type { Person } from '../events.ts';
import { askGraph, readAnswer } from './ask.ts';
import type { Octokit } from './client.ts';

/** Whom GitHub shows in place of somebody whose account is gone. */
export const ghost: Person = { id: '10137', name: 'ghost', bot: false };

/** Whom the token of a workflow acts as, for whoever only reads a game and can't ask. */
export const actionsBot: Person = { id: '41898282', name: 'github-actions', bot: true };

interface Account {
  readonly __typename?: string | undefined;
  readonly login: string;
  readonly id?: number | undefined;
  readonly databaseId?: number | null | undefined;
}

/** The number stays when a login is changed, and is the same in both of GitHub's interfaces. */
export function personOf(account: Account | null | undefined): Person {
  if (account === null || account === undefined) return ghost;
  const bot = account.__typename === 'Bot' || account.login.endsWith('[bot]');
  const name = account.login.replace(/\[bot\]$/u, '');
  const number = account.databaseId ?? account.id;
  return { id: number === undefined ? `login-${name}` : String(number), name, bot };
}

const askWho = 'query { viewer { login databaseId } }';
const viewerSchema = z.object({ viewer: z.object({ login: z.string(), databaseId: z.int() }) });

/** Whom a token acts as. */
export async function accountOfToken(octokit: Octokit): Promise<Person> {
  const { data } = await askGraph(octokit, 'whose token it is', askWho, {});
  return personOf(readAnswer('whose token it is', viewerSchema, data).viewer);
}
