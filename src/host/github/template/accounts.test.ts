// Which account on GitHub plays whom after a move.
import { afterEach, expect, test, vi } from 'vitest';

import { readAccounts } from './accounts.ts';

const client = { token: 'x', api: 'https://api.github.test', paced: false };
afterEach(() => void vi.unstubAllGlobals());

/** GitHub, where only octocat has an account. */
function gitHub(): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url);
    const found = url.endsWith('/users/octocat');
    const headers = { 'content-type': 'application/json' };
    return Promise.resolve(
      new Response(JSON.stringify(found ? { id: 583_231 } : {}), { status: found ? 200 : 404, headers }),
    );
  });
  return asked;
}

test('looks up only an account without its number', async () => {
  const asked = gitHub();
  const found = await readAccounts(['ana=@octocat', 'bo=hubot:7', 'cy=none'], client, ['ana', 'bo', 'cy']);
  expect([...found]).toEqual([
    ['ana', { login: 'octocat', id: '583231' }],
    ['bo', { login: 'hubot', id: '7' }],
    ['cy', null],
  ]);
  expect(asked).toEqual(['https://api.github.test/users/octocat']);
  expect([...(await readAccounts(['x=none'], client)).keys()]).toEqual(['x']);
});

test.each([
  ['ana', ['ana'], 'bad-account', '“ana” names no account.'],
  ['=octocat', ['ana'], 'bad-account', '“=octocat” names no account.'],
  ['ana=octo cat', ['ana'], 'bad-account', 'names no account'],
  ['anna=none', ['ana', 'bo'], 'no-such-player', 'Nobody in the game is called anna; did you mean ana?'],
  ['zebedee=none', ['ana', 'bo'], 'no-such-player', 'Nobody in the game is called zebedee.'],
  ['ana=nobody', ['ana'], 'account-not-found', 'nothing there for looking up nobody'],
])('refuses %j for players %j', async (given, players, code, message) => {
  gitHub();
  await expect(readAccounts([given], client, players)).rejects.toMatchObject({
    code,
    message: expect.stringContaining(message) as string,
  });
});
