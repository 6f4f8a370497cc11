import { z } from 'zod';

import type { Person } from '../events.ts';
import { askGraph, readAnswer } from './ask.ts';
import type { Octokit } from './client.ts';

/** The account that GitHub shows for a deleted one. */
export const ghost: Person = { id: '10137', name: 'ghost', bot: false };

/** The account of a workflow's token, for readers of a game, who can't ask. */
export const actionsBot: Person = { id: '41898282', name: 'github-actions', bot: true };

interface Account {
  readonly __typename?: string | undefined;
  readonly login: string;
  readonly id?: number | undefined;
  readonly databaseId?: number | null | undefined;
}

/** An account's number stays when its login changes, and is the same in REST and GraphQL. */
export function personOf(account: Account | null | undefined): Person {
  if (account === null || account === undefined) return ghost;
  const bot = account.__typename === 'Bot' || account.login.endsWith('[bot]');
  const name = account.login.replace(/\[bot\]$/u, '');
  const number = account.databaseId ?? account.id;
  return { id: number === undefined ? `login-${name}` : String(number), name, bot };
}

const askWho = 'query { viewer { login databaseId } }';
const viewerSchema = z.object({ viewer: z.object({ login: z.string(), databaseId: z.int() }) });

export async function accountOfToken(octokit: Octokit): Promise<Person> {
  const { data } = await askGraph(octokit, 'whose token it is', askWho, {});
  return personOf(readAnswer('whose token it is', viewerSchema, data).viewer);
}
