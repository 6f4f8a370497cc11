import { asking, openClient, type ClientOptions } from '../../../forge/github/client.ts';
import type { ForgeError } from '../../../forge/events.ts';
import { nearest } from '../../../kernel/names.ts';
import { MoveError } from './upgrade-clone.ts';

interface Account {
  readonly login: string;
  /** GitHub's number for the account, since logins can change owners. */
  readonly id: string;
}

/** Null if a player is said to have no account. */
export type AccountsByPlayer = ReadonlyMap<string, Account | null>;

const FORM = /^([^=]+)=(?:(none)|@?([A-Za-z0-9-]+)(?::(\d+))?)$/u;

/** `ana=octocat` is looked up, `ana=octocat:583231` isn't, and `ana=none` means no account. */
export async function readAccounts(
  given: readonly string[],
  client: ClientOptions,
  /** Only these players are looked up. */
  players: readonly string[] | null = null,
): Promise<AccountsByPlayer> {
  const accounts = new Map<string, Account | null>();
  for (const text of given) {
    const [, player = '', none, login = '', id] = FORM.exec(text) ?? [];
    if (player === '')
      throw new MoveError({
        code: 'bad-account',
        what: `“${text}” names no account.`,
        next: 'Write --account PLAYER=LOGIN, PLAYER=LOGIN:NUMBER, or PLAYER=none.',
      });
    if (players !== null && !players.includes(player)) throw new MoveError(unknownPlayer(player, players));
    accounts.set(player, none === undefined ? { login, id: id ?? (await numberOf(login, client)) } : null);
  }
  return accounts;
}

function unknownPlayer(player: string, players: readonly string[]) {
  const near = nearest(player, players);
  return {
    code: 'no-such-player',
    what: `Nobody in the game is called ${player}${near === null ? '.' : `; did you mean ${near}?`}`,
    next: `Its players are ${players.join(', ')}.`,
  };
}

async function numberOf(login: string, client: ClientOptions): Promise<string> {
  try {
    const { data } = await asking(`looking up ${login}`, () =>
      openClient(client).request('GET /users/{username}', { username: login }),
    );
    return String(data.id);
  } catch (error) {
    throw new MoveError({
      code: 'account-not-found',
      what: (error as ForgeError).message,
      next: `Check the login, or add its number, the “id” at https://api.github.com/users/${login}: ${login}:NUMBER.`,
    });
  }
}
