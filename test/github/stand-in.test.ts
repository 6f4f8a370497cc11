import { afterEach, beforeEach, expect, test } from 'vitest';

import type { Person } from '../../src/forge/events.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';
import { openAt, startWithEngine } from './game-at.ts';
import { describeAnswer, findOperation } from './published/openapi.ts';
import { handsAt } from './stand-in/hands.ts';
import { HOURLY, takeFromHour } from './stand-in/limits.ts';
import type { StandIn } from './stand-in/server.ts';

const bo: Person = { id: 'bo', name: 'Bo', bot: false };
let standIn: StandIn;
beforeEach(async () => {
  standIn = await startWithEngine();
  standIn.world.account('Bo', { permission: 'write' });
});
afterEach(() => standIn.close());

const ask = async (
  method: string,
  path: string,
  body?: unknown,
  { by = 'Bo', headers = {} }: { by?: string; headers?: Record<string, string> } = {},
) => {
  const response = await fetch(`${standIn.api}${path}`, {
    method,
    headers: { authorization: `token token-of-${by}`, ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
};
const graph = async (query: string, variables: object = {}): Promise<string> => {
  const { body } = await ask('POST', '/graphql', { query, variables });
  return JSON.stringify(body);
};
const issues = '/repos/o/r/issues';

test('refuses what GitHub’s description of its REST interface lacks', async () => {
  expect((await ask('POST', issues, { title: 'A', body: 'b' })).status).toBe(201);
  expect(await ask('POST', issues, { title: 'A', text: 'b' })).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('"additionalProperty":"text"') as string },
  });
  expect((await ask('POST', issues, { title: 'A', labels: [{ nam: 'x' }] })).status).toBe(422);
  expect((await ask('GET', `${issues}?per_page=101`)).status).toBe(422);
  expect((await ask('GET', `${issues}?sorted=up`)).status).toBe(422);
  expect((await ask('GET', `${issues}?state=shut`)).status).toBe(422);
  expect((await ask('POST', `${issues}/1/comment`, { body: 'x' })).status).toBe(404);
});

test('checks the stand-in’s own answers too', () => {
  const operation = findOperation('GET', '/repos/o/r/issues/1');
  if (operation === null) throw new Error('no such call');
  const right = { number: 1, title: 'A', state: 'open', locked: false };
  expect(describeAnswer(operation, 200, right).problems).toEqual([]);
  expect(describeAnswer(operation, 200, { ...right, number: 'one' }).problems).not.toEqual([]);
  expect(describeAnswer(operation, 200, { ...right, created_at: 'yesterday' }).problems).not.toEqual([]);
  expect(describeAnswer(operation, 299, right).problems).not.toEqual([]);
});

test('uses GitHub’s own GraphQL schema, with pages of 1 to 100', async () => {
  await ask('POST', issues, { title: 'A' });
  const query = (inner: string): string =>
    `query($owner: String!, $name: String!${inner.includes('$first') ? ', $first: Int' : ''}) { repository(owner: $owner, name: $name) { issueOrPullRequest(number: 1) { ... on Issue { ${inner} } } } }`;
  const at = { owner: 'o', name: 'r' };
  expect(
    await graph(query('title comments(first: $first) { nodes { id } }'), { ...at, first: 100 }),
  ).toContain('"title":"A"');
  for (const first of [0, 101, 500])
    expect(await graph(query('comments(first: $first) { nodes { id } }'), { ...at, first })).toContain(
      'within 1 and 100',
    );
  expect(await graph(query('comments { nodes { id } }'), at)).toContain('must provide a `first`');
  expect(await graph(query('comments { totalCount }'), at)).toContain('"totalCount":0');
  expect(await graph(query('heading'), at)).toContain('Cannot query field');
  expect(await graph(query('title(short: true)'), at)).toContain('Unknown argument');
});

test('answers 304 if nothing changed, and has GitHub’s own hourly limit', async () => {
  const engine = { by: 'github-actions[bot]' };
  const first = await ask('GET', issues, undefined, engine);
  const etag = first.headers.get('etag') ?? '';
  const again = await ask('GET', issues, undefined, { ...engine, headers: { 'if-none-match': etag } });
  expect(again.status).toBe(304);
  const bot = [...standIn.world.accounts.values()].find(({ type }) => type === 'Bot');
  if (bot !== undefined) takeFromHour(standIn.world, bot, 'rest', HOURLY.rest);
  const limited = await ask('GET', issues, undefined, engine);
  expect(limited.status).toBe(403);
  expect(limited.headers.get('x-ratelimit-reset')).toBe(String(Date.parse('2021-06-18T10:00:00Z') / 1000));
  standIn.world.now = '2021-06-18T10:00:00Z';
  expect((await ask('GET', issues, undefined, engine)).status).toBe(200);
});

test('finds out by merging whether a pull request merges, and doesn’t know at first', async () => {
  const forge = await openAt(standIn);
  const table = handsAt(standIn, forge, `${standIn.folder}/client`);
  const commit = (parents: string[], text: string): Promise<string> =>
    writeCommit(forge.repository, {
      parents,
      changes: new Map([['a', text]]),
      author: { name: 'x', email: '', at: standIn.world.now },
      message: text,
    });
  const root = await commit([], 'one\n');
  const [ours, theirs] = [await commit([root], 'two\n'), await commit([root], 'three\n')];
  await forge.advance('main', null, root);
  const post = await table.open(bo, { kind: 'proposal', title: 'A', text: '', head: theirs });
  const read = async () => (await ask('GET', `/repos/o/r/pulls/${post}`)).body as Record<string, unknown>;
  standIn.world.mergeableUnknown = 1;
  expect(await read()).toMatchObject({ mergeable: null, merged: false, head: { sha: theirs } });
  expect(await read()).toMatchObject({ mergeable: true });
  await forge.advance('main', root, ours);
  expect(await read()).toMatchObject({ mergeable: false });
});

test('lets each do only what they may', async () => {
  const { world } = standIn;
  world.account('Cy');
  await ask('POST', issues, { title: 'A' });
  expect((await ask('POST', `${issues}/1/comments`, { body: 'x' }, { by: 'Cy' })).status).toBe(201);
  expect((await ask('PUT', `${issues}/1/lock`, undefined, { by: 'Cy' })).status).toBe(403);
  world.permissions = { checks: 'write' };
  const engine = { by: 'github-actions[bot]' };
  expect((await ask('POST', `${issues}/1/comments`, { body: 'x' }, engine)).status).toBe(403);
  world.permissions = { 'pull-requests': 'write' };
  expect((await ask('POST', `${issues}/1/comments`, { body: 'x' }, engine)).status).toBe(201);
});
