// Requests as GitHub gets them, and the fate of its answers.
import { generateKeyPairSync, verify } from 'node:crypto';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { signAppToken, tokenOfApp } from './app-token.ts';
import { openClient, type Octokit } from './client.ts';
import { actionsBot, accountOfToken, personOf } from './people.ts';

interface Request {
  readonly line: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}
interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Its own address, if the request was redirected. */
  readonly url?: string;
}
const API = 'https://api.github.test';
let requests: Request[];
let answer: (request: Request) => Answer;
let paces: number;

beforeEach(() => {
  [requests, paces, answer] = [[], 0, () => ({})];
  vi.stubGlobal('fetch', async (url: string, { method, headers, body }: Record<string, unknown>) => {
    const line = `${String(method)} ${url.replace(API, '')}`;
    const request = {
      line,
      headers: headers as Request['headers'],
      body: JSON.parse(String(body ?? '{}')) as object,
    };
    requests.push(request as Request);
    const {
      status = 200,
      headers: given = {},
      body: said = {},
      url: from = url,
    } = answer(request as Request);
    const json = { 'content-type': 'application/json', ...given };
    const response = new Response(status === 304 ? null : JSON.stringify(said), { status, headers: json });
    return Object.defineProperty(response, 'url', { value: from });
  });
});
afterEach(() => void vi.unstubAllGlobals());

const client = (paced = false): Octokit =>
  openClient({ token: 'secret', api: API, paced }, { writing: async () => void (paces += 1) });
const at = { owner: 'o', repo: 'r' };
const labels = async (octokit: Octokit, page = 1): Promise<unknown[]> =>
  (await octokit.request('GET /repos/{owner}/{repo}/labels', { ...at, page })).data;
/** The ETags with which each request asked whether anything is new. */
const tags = (): readonly unknown[] => requests.map(({ headers }) => headers['if-none-match']);

test('asks again with the ETag, and gives the same answer if nothing is new', async () => {
  const octokit = client();
  answer = () => ({ headers: { etag: '"one"' }, body: [{ name: 'bug' }] });
  const first = await labels(octokit);
  // A caller that changes its answer changes no other.
  first.length = 0;
  answer = () => ({ status: 304 });
  const second = await labels(octokit);
  expect(second).toEqual([{ name: 'bug' }]);
  second.length = 0;
  expect(await labels(octokit)).toEqual([{ name: 'bug' }]);
  answer = () => ({ headers: { etag: '"two"' }, body: [] });
  expect(await labels(octokit)).toEqual([]);
  answer = () => ({ status: 404 });
  await expect(labels(octokit)).rejects.toMatchObject({ status: 404 });
  expect(tags()).toEqual([undefined, '"one"', '"one"', '"one"', '"two"']);
});

test('uses an ETag only for what was read and has one', async () => {
  const octokit = client();
  const post = (): Promise<unknown> =>
    octokit.request('POST /repos/{owner}/{repo}/labels', { ...at, name: 'x' });
  answer = ({ line }) => (line.startsWith('POST') ? { headers: { etag: '"made"' } } : { body: [] });
  await post();
  await post();
  await labels(octokit);
  await labels(octokit);
  expect(tags()).toEqual([undefined, undefined, undefined, undefined]);
  answer = () => ({ status: 304 });
  await expect(labels(octokit)).rejects.toMatchObject({ status: 304 });
});

test('caches two hundred answers, and no more', async () => {
  const octokit = client();
  answer = () => ({ headers: { etag: '"x"' }, body: [] });
  for (let page = 1; page <= 201; page++) await labels(octokit, page);
  await labels(octokit, 200);
  await labels(octokit, 201);
  expect(tags().slice(-2)).toEqual(['"x"', undefined]);
});

test('asks the pace before writing, but not before reading', async () => {
  const octokit = client();
  answer = ({ line }) => ({ body: line === 'POST /graphql' ? { data: {} } : {} });
  await labels(octokit);
  await octokit.graphql('query { viewer { login } }');
  expect(paces).toBe(0);
  await octokit.graphql('mutation { x }');
  await octokit.request('POST /repos/{owner}/{repo}/issues', { ...at, title: 'A' });
  await octokit.request('DELETE /repos/{owner}/{repo}/labels/{name}', { ...at, name: 'graphql' });
  expect(paces).toBe(3);
  expect(requests[0]?.headers).toMatchObject({ authorization: 'token secret' });
});

test('a post moved to another repository doesn’t exist', async () => {
  const octokit = client();
  const read = (issue_number: number): Promise<unknown> =>
    octokit.request('GET /repos/{owner}/{repo}/issues/{issue_number}', { ...at, issue_number });
  answer = () => ({ url: `${API}/repositories/7/issues/3` });
  await read(3);
  await expect(read(4)).rejects.toMatchObject({
    status: 404,
    message: 'It was moved to another repository.',
  });
});

test.each([
  ['has ended', -5, 2],
  ['goes on for more than a minute', 70, 1],
])('after a limit that %s, asks once more or not', async (_, seconds, tries) => {
  // As GitHub documents it for a primary limit: nothing remains, and the second in which it is reset.
  const reset = Math.floor(Date.now() / 1000) + seconds;
  const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(reset) };
  answer = () => ({ status: 403, headers, body: { message: 'API rate limit exceeded for installation.' } });
  await expect(labels(client(true))).rejects.toMatchObject({ status: 403 });
  expect(requests).toHaveLength(tries);
});

test('an App signs for ten minutes, and gets a token for this repository only', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const key = privateKey.export({ type: 'pkcs1', format: 'pem' });
  const now = '2024-03-01T12:00:00.900Z';
  answer = ({ line }) => ({ body: line.endsWith('/installation') ? { id: 77 } : { token: 'for an hour' } });
  const place = { api: API, paced: false, now };
  expect(await tokenOfApp({ app: 'Iv1.abc', key }, 'ana/hall', place)).toBe('for an hour');
  expect(requests.map(({ line }) => line)).toEqual([
    'GET /repos/ana/hall/installation',
    'POST /app/installations/77/access_tokens',
  ]);
  expect(requests[1]?.body).toEqual({ repositories: ['hall'] });
  const token = requests[0]?.headers['authorization']?.replace('bearer ', '') ?? '';
  expect(token).toBe(signAppToken({ app: 'Iv1.abc', key }, now));
  const [head = '', claims = '', signature = ''] = token.split('.');
  const read = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());
  const seconds = Date.parse('2024-03-01T12:00:00Z') / 1000;
  expect([read(head), read(claims)]).toEqual([
    { alg: 'RS256', typ: 'JWT' },
    { iat: seconds - 60, exp: seconds + 540, iss: 'Iv1.abc' },
  ]);
  const signed = Buffer.from(`${head}.${claims}`);
  expect(verify('RSA-SHA256', signed, publicKey, Buffer.from(signature, 'base64url'))).toBe(true);
});

test('refuses an invalid key without showing it', () => {
  const sign = (): string => signAppToken({ app: 'x', key: 'no key' }, '2024-03-01T12:00:00Z');
  expect(sign).toThrow(
    expect.objectContaining({
      message: 'GITNOMIC_APP_KEY is not a private key in PEM.',
      next: expect.stringContaining('first and last lines') as string,
    }) as Error,
  );
});

test('asks by GraphQL whose token it is', async () => {
  answer = () => ({ body: { data: { viewer: { login: 'ana', databaseId: 1 } } } });
  expect(await accountOfToken(client())).toEqual({ id: '1', name: 'ana', bot: false });
  expect(requests.map(({ line }) => line)).toEqual(['POST /graphql']);
  answer = () => ({ body: { data: { viewer: { login: 'ana' } } } });
  await expect(accountOfToken(client())).rejects.toThrow('without viewer.databaseId');
});

test.each([
  ['a user', { __typename: 'User', login: 'ana', databaseId: 1 }, { id: '1', name: 'ana', bot: false }],
  ['a bot by GraphQL', { __typename: 'Bot', login: 'github-actions', databaseId: 41_898_282 }, actionsBot],
  ['a bot by REST', { login: 'github-actions[bot]', id: 41_898_282 }, actionsBot],
  [
    'an account without a number',
    { __typename: 'Organization', login: 'x' },
    { id: 'login-x', name: 'x', bot: false },
  ],
  ['one of number nothing', { login: 'ana', databaseId: null, id: 4 }, { id: '4', name: 'ana', bot: false }],
  ['nobody', null, { id: '10137', name: 'ghost', bot: false }],
  ['what was left out', undefined, { id: '10137', name: 'ghost', bot: false }],
])('knows %s by number, and as a bot or not', (_, account, person) => {
  expect(personOf(account)).toEqual(person);
});
