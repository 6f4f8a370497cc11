import type { Person } from '../events.ts';

/** Whom GitHub shows in place of somebody whose account is gone. */
export const ghost: Person = { id: '10137', name: 'ghost', bot: false };

/** Whom the token of a workflow acts as. */
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
