import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { activitySchema } from '../../src/forge/github/answers.ts';
import { openClient } from '../../src/forge/github/client.ts';
import { personOf } from '../../src/forge/github/people.ts';
import { activitySince, changedSince, type GitHubRepo } from '../../src/forge/github/read.ts';
import { reactionName } from '../../src/forge/github/revisions.ts';
import { isObject, type Json, type JsonObject } from './published/json-schema.ts';
import { findOperation } from './published/openapi.ts';
import { answersOf, recorded } from './published/recorded.ts';
import {
  showCheck,
  showComment,
  showIssue,
  showPull,
  showPush,
  showReaction,
  showReview,
} from './stand-in/show.ts';
import { startWithEngine } from './game-at.ts';
import type { StandIn } from './stand-in/server.ts';

/** All objects in recorded payloads that stand under such a name. */
function called(name: RegExp, value: Json, found: JsonObject[] = []): JsonObject[] {
  if (Array.isArray(value)) for (const one of value) called(name, one, found);
  else if (isObject(value))
    for (const [key, one] of Object.entries(value)) {
      if (name.test(key) && isObject(one)) found.push(one);
      called(name, one, found);
    }
  return found;
}
const payloads = recorded.hooks.flatMap(({ examples }) => examples);
const hook = (...names: string[]): JsonObject[] =>
  recorded.hooks.flatMap(({ name, examples }) => (names.includes(name) ? examples : []));

let server: Server;
let place: GitHubRepo;
beforeAll(async () => {
  // It answers each call with what GitHub publishes as its answer.
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const [answer] = answersOf(findOperation(request.method ?? 'GET', pathname)?.id ?? '');
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? { message: 'Not Found' }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const octokit = openClient({ token: 'x', api: `http://127.0.0.1:${port}`, paced: false });
  place = { octokit, owner: 'octocat', name: 'hello-world', gaps: [] };
});
afterAll(() => new Promise((done) => server.close(done)));

test('people are known by their numbers, and bots by their type', () => {
  const people = [...payloads, ...recorded.answers.map(({ response }) => response)].flatMap((payload) =>
    called(/^(user|sender|actor|assignee|author|creator|owner)$/u, payload).filter(
      ({ login, id }) => login !== undefined && id !== undefined,
    ),
  );
  expect(people.length).toBeGreaterThan(300);
  for (const { login, id, type } of people) {
    const person = personOf({ login: String(login), id: Number(id) });
    expect(person.id).toBe(String(id));
    expect(person.bot).toBe(type === 'Bot');
    expect(person.name).not.toContain('[bot]');
  }
});

test('reads what the adapter asks by REST from the answers that GitHub publishes', async () => {
  expect(await changedSince(place, null)).toEqual([{ number: 1347, updated: '2011-04-22T13:33:48Z' }]);
  const pushes = await activitySince(place, null, '2026-01-01T00:00:00Z');
  expect(place.gaps).toEqual([]);
  // Its example calls fields otherwise than its schema does: both are read.
  expect(pushes).toMatchObject([
    {
      ref: 'refs/heads/main',
      timestamp: '2011-01-26T19:06:43Z',
      activity_type: 'push',
      actor: { id: 1, login: 'octocat' },
    },
  ]);
  for (const page of recorded.answers.filter(({ path }) => path.includes('/issues?')))
    for (const issue of page.response as JsonObject[])
      expect(issue).toMatchObject({
        number: expect.any(Number) as number,
        updated_at: expect.stringMatching(/^\d{4}-.*Z$/u) as string,
      });
  expect(activitySchema.safeParse({}).success).toBe(false);
  for (const one of answersOf('reactions/list-for-issue').flatMap((all) => all as JsonObject[]))
    expect(reactionName(String(one['content']))).toBe(one['content']);
});

/** `{ a: [null, 3] }` → `a[]` may be null or a number, written as what kind of text it is where it is one. */
function shapeOf(value: Json, path = '', found = new Map<string, Set<string>>()): Map<string, Set<string>> {
  const kinds = found.get(path) ?? new Set();
  found.set(path, kinds.add(kindOf(value)));
  if (Array.isArray(value)) for (const one of value) shapeOf(one, `${path}[]`, found);
  else if (isObject(value))
    for (const [key, one] of Object.entries(value)) shapeOf(one, `${path}.${key}`, found);
  return found;
}
function kindOf(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  if (typeof value !== 'string') return typeof value;
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/u.test(value)) return 'time';
  return /^[0-9a-f]{40}$/u.test(value) ? 'commit' : 'text';
}

let standIn: StandIn;
beforeAll(async () => {
  standIn = await startWithEngine();
});
afterAll(() => standIn.close());

test('the stand-in answers field by field as GitHub was recorded to', () => {
  const { world } = standIn;
  const by = world.account('bo');
  const post = world.open(by, { title: 'A', body: 'b', labels: ['kind/story'], branch: 'x' });
  world.rewrite(post, by, 'c');
  const comment = world.write(by, 'd');
  const review = { ...world.write(by, 'e'), state: 'APPROVED', head: 'a'.repeat(40) } as const;
  const push = {
    id: world.next(),
    ref: 'refs/heads/main',
    before: 'a'.repeat(40),
    after: 'b'.repeat(40),
    at: world.now,
    by,
    forced: false,
  };
  const run = {
    id: world.next(),
    name: 'n',
    head: 'a'.repeat(40),
    at: world.now,
    app: 1,
    externalId: '',
    status: 'completed',
    conclusion: 'neutral',
    title: 't',
    summary: 's',
  };
  const pairs: [string, Json, readonly Json[]][] = [
    [
      'issue',
      showIssue(post),
      [
        ...hook('issues', 'issue_comment').flatMap((one) => one['issue'] ?? []),
        ...answersOf('issues/get'),
        ...answersOf('issues/list-for-repo').flat(),
      ],
    ],
    [
      'pull',
      { ...(showPull(world, post) as JsonObject), base: { ref: 'main', sha: 'a'.repeat(40) } },
      [...hook('pull_request').flatMap((one) => one['pull_request'] ?? []), ...answersOf('pulls/get')],
    ],
    [
      'comment',
      showComment(comment),
      [
        ...hook('issue_comment').flatMap((one) => one['comment'] ?? []),
        ...answersOf('issues/list-comments').flat(),
      ],
    ],
    [
      'review',
      showReview(review),
      [
        ...hook('pull_request_review').flatMap((one) => one['review'] ?? []),
        ...answersOf('pulls/list-reviews').flat(),
      ],
    ],
    [
      'reaction',
      showReaction({ id: 1, content: '+1', at: world.now, by }),
      answersOf('reactions/list-for-issue').flat(),
    ],
    [
      'check',
      showCheck(run),
      [...hook('check_run').flatMap((one) => one['check_run'] ?? []), ...answersOf('checks/create')],
    ],
    ['push', showPush(push), answersOf('repos/list-activities').flat()],
  ];
  // Where its schema and its example disagree, the stand-in has the schema's names.
  const known = new Set(['push.activity_type', 'push.actor', 'push.timestamp']);
  const otherwise = pairs.flatMap(([name, ours, theirs]) => {
    expect(theirs.length, name).toBeGreaterThan(0);
    const shape = new Map<string, Set<string>>();
    for (const one of theirs) shapeOf(one, name, shape);
    return [...shapeOf(ours, name)].flatMap(([path, kinds]) => {
      const real = shape.get(path);
      const isKnown = [...known].some((one) => path === one || path.startsWith(`${one}.`));
      if (real === undefined) return isKnown ? [] : [`${path}: GitHub has no such field`];
      // An empty text is a text whatever it is elsewhere; what is a list is looked at by what it lists.
      return [...kinds]
        .filter((kind) => !real.has(kind) && !(kind === 'commit' && real.has('text')))
        .map((kind) => `${path}: ${kind}, and GitHub’s is ${[...real].join(' or ')}`);
    });
  });
  expect(otherwise).toEqual([]);
});

test('the stand-in’s numbers for comments and reviews are larger than GitHub’s recorded ones', () => {
  const written = hook('issue_comment', 'pull_request_review')
    .flatMap((one) => [one['comment'], one['review']])
    .filter(isObject);
  const longest = Math.max(...written.map(({ id }) => Number(id)));
  expect(Number.isSafeInteger(longest)).toBe(true);
  const { world } = standIn;
  expect(world.next()).toBeGreaterThan(longest);
  const by = world.account('bo');
  for (const title of ['One', 'Two']) world.open(by, { title, body: '', labels: [], branch: title });
  const numbers = world.posts.map(({ number }) => number);
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
});

test('what workflows read of an event is in it, and GitHub sends every event that starts them', () => {
  // A workflow that others call reads the event of its caller: the game's own workflow of the same name.
  const folders = ['.github/workflows/', 'src/host/github/template/files/dot-github/workflows/'].map(
    (path) => new URL(`../../${path}`, import.meta.url),
  );
  const names = new Set(folders.flatMap((folder) => readdirSync(folder)));
  expect([...names]).toContain('tick.yml');
  const wanted: string[] = [];
  const tellOfRepository = hook('push', 'issues', 'pull_request', 'issue_comment', 'workflow_run').every(
    ({ repository }) => isObject(repository) && typeof repository['private'] === 'boolean',
  );
  expect(tellOfRepository).toBe(true);
  for (const name of names) {
    const texts = folders
      .filter((folder) => readdirSync(folder).includes(name))
      .map((folder) => readFileSync(new URL(name, folder), 'utf8'));
    const text = texts.join('\n');
    const triggers = texts.flatMap((one) =>
      Object.entries((parse(one) as { on: Record<string, { types?: string[]; inputs?: object } | null> }).on),
    );
    const events = triggers.map(([event]) => event);
    for (const [event, how] of triggers) {
      const real = recorded.hooks.find((one) => one.name === event.replace('_target', ''));
      for (const type of how?.types ?? [])
        if (!(real?.actions ?? []).includes(type)) wanted.push(`${name}: ${event} ${type}`);
    }
    for (const [, path = ''] of text.matchAll(/github\.event\.([\w.]+)/gu)) {
      if (['action', 'schedule'].includes(path)) continue;
      // Every event tells of the repository, and so does a scheduled run, of which there is no webhook.
      if (/^repository\.(?:private|fork)$/u.test(path) && tellOfRepository) continue;
      // Of a run that somebody starts the game's own workflow says what is asked.
      const [of, input = ''] = path.split('.');
      if (of === 'inputs' && triggers.some(([, how]) => Object.keys(how?.inputs ?? {}).includes(input)))
        continue;
      const hooks = events.map((event) => event.replace('_target', ''));
      const holds = hook(...hooks).some((payload) => {
        const at = path
          .split('.')
          .reduce<Json | undefined>((value, key) => (isObject(value) ? value[key] : undefined), payload);
        return at !== undefined && at !== null;
      });
      if (!holds) wanted.push(`${name}: github.event.${path}`);
    }
  }
  expect(wanted).toEqual([]);
});

test('reads GitHub’s refusals as refusals', () => {
  const [refused] = recorded.answers.filter(({ status }) => status === 422);
  expect(refused?.response).toMatchObject({
    message: expect.stringContaining('Validation Failed') as string,
  });
});
