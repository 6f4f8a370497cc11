import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';

import { afterAll, beforeAll, expect, test } from 'vitest';
import { schema as published } from '@octokit/graphql-schema';
import {
  buildSchema,
  isNonNullType,
  isObjectType,
  Kind,
  parse,
  print,
  visit,
  type FieldNode,
  type SelectionSetNode,
} from 'graphql';

import { askForPosts, askForHeads } from '../../src/forge/github/answers.ts';
import { personOf } from '../../src/forge/github/people.ts';
import { startWithEngine } from './game-at.ts';
import { isObject, type Json, type JsonObject } from './published/json-schema.ts';
import { openCrowd } from './stand-in/crowd.ts';
import type { StandIn } from './stand-in/server.ts';

/** Answers of GitHub to another project's questions: `scripts/write-recorded-graph.ts` says whose. */
const answers = JSON.parse(
  brotliDecompressSync(
    readFileSync(new URL('./published/recorded-graph.json.br', import.meta.url)),
  ).toString(),
) as JsonObject[];

/** All objects in an answer that say of which type they are. */
function typed(value: Json, found: JsonObject[] = []): JsonObject[] {
  if (Array.isArray(value)) for (const one of value) typed(one, found);
  else if (isObject(value)) {
    if (typeof value['__typename'] === 'string') found.push(value);
    for (const one of Object.values(value)) typed(one, found);
  }
  return found;
}
const all = answers.flatMap((answer) => typed(answer));
const pulls = all.filter(({ __typename }) => __typename === 'PullRequest');
const of = (name: string): JsonObject[] => all.filter(({ __typename }) => __typename === name);
const listIn = (pull: JsonObject, name: string): JsonObject[] =>
  (pull[name] as { nodes: JsonObject[] } | undefined)?.nodes ?? [];

function kindOf(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  if (typeof value !== 'string') return typeof value;
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/u.test(value)) return 'time';
  return /^[0-9a-f]{40}$/u.test(value) ? 'commit' : 'text';
}

/** `PullRequest.isDraft` → `boolean`, for each field of each type. */
function kindsIn(objects: readonly JsonObject[]): Map<string, Set<string>> {
  const kinds = new Map<string, Set<string>>();
  for (const { __typename, ...fields } of objects)
    for (const [field, value] of Object.entries(fields)) {
      const path = `${String(__typename)}.${field}`;
      kinds.set(path, (kinds.get(path) ?? new Set()).add(kindOf(value)));
    }
  return kinds;
}

/** The same question, which asks of everything for its type besides, as the recorded ones do. */
function namingTypes(query: string): string {
  const name: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } };
  const isCount = ({ selections }: SelectionSetNode): boolean =>
    selections.every((one) => one.kind === Kind.FIELD && one.name.value === 'totalCount');
  return print(
    visit(parse(query), {
      SelectionSet: (set) => (isCount(set) ? undefined : { ...set, selections: [...set.selections, name] }),
    }),
  );
}

let standIn: StandIn;
beforeAll(async () => {
  standIn = await startWithEngine();
});
afterAll(() => standIn.close());

test('null appears only where the published schema allows it, and times are whole seconds', () => {
  const schema = buildSchema(published.idl, { assumeValidSDL: true });
  const recorded = kindsIn(all);
  expect(pulls.length).toBeGreaterThan(90);
  const otherwise = [...recorded].flatMap(([path, kinds]) => {
    const [name = '', field = ''] = path.split('.');
    const type = schema.getType(name);
    const known = isObjectType(type) ? type.getFields()[field] : undefined;
    // An alias, or what GitHub has taken away since.
    if (known === undefined) return [];
    const isTime = String(known.type).startsWith('DateTime');
    const wrong = [...kinds].filter((kind) =>
      kind === 'null' ? isNonNullType(known.type) : isTime && kind !== 'time',
    );
    return wrong.map((kind) => `${path}: ${kind}`);
  });
  expect(otherwise).toEqual([]);
});

test('the newest commit is the last, and is the head; a review has a commit, and a time once submitted', () => {
  const lasts = pulls.flatMap((pull) =>
    ['commits', 'commitIds'].flatMap((name) => {
      const last = listIn(pull, name).at(-1)?.['commit'];
      return isObject(last) ? [[last['oid'], pull['headRefOid']]] : [];
    }),
  );
  expect(lasts.length).toBeGreaterThan(100);
  for (const [last, head] of lasts) expect(last).toBe(head);
  const reviews = pulls.flatMap((pull) => listIn(pull, 'reviews'));
  const states = new Set(reviews.map(({ state }) => state));
  expect(states).toEqual(new Set(['APPROVED', 'CHANGES_REQUESTED', 'COMMENTED', 'DISMISSED']));
  for (const { commit, submittedAt } of reviews) {
    expect(kindOf((commit as JsonObject)['oid'] ?? null)).toBe('commit');
    if (submittedAt !== undefined) expect(kindOf(submittedAt)).toBe('time');
  }
});

test('a page lists the parts of a post in order of time', () => {
  const inOrder = (name: string): boolean[] =>
    pulls.map((pull) => {
      const times = listIn(pull, name).flatMap((one) => {
        const time = one['submittedAt'] ?? one['createdAt'];
        return typeof time === 'string' ? [time] : [];
      });
      return times.toSorted().join(' ') === times.join(' ');
    });
  expect(inOrder('timelineItems')).not.toContain(false);
  expect(inOrder('reviews')).not.toContain(false);
  expect(inOrder('comments')).not.toContain(false);
});

test('a bot’s login lacks [bot], and its type says that it’s a bot', () => {
  const bots = of('Bot');
  expect(bots.length).toBeGreaterThan(0);
  for (const { login } of bots) {
    expect(login).toBe('github-actions');
    expect(personOf({ __typename: 'Bot', login: String(login), databaseId: 41_898_282 })).toEqual({
      id: '41898282',
      name: 'github-actions',
      bot: true,
    });
  }
});

test('the stand-in answers the adapter’s own queries as GitHub answered those with the same fields', async () => {
  const { world } = standIn;
  const [by, other] = [world.account('bo'), world.account('cy')];
  const engine = world.account('github-actions[bot]', { type: 'Bot', id: 41_898_282, permission: 'write' });
  const [pull] = openCrowd(world, by, { matters: 1, comments: 0 });
  if (pull === undefined) throw new Error('no pull request is open');
  world.label(pull, engine, ['x']);
  pull.comments.push(world.write(other, 'c'), world.write(engine, 'd'));
  pull.reactions.push({ id: world.nextSmall(), content: '+1', at: world.now, by: other });
  const review = { ...world.write(other, 'e'), state: 'APPROVED', head: 'a'.repeat(40) } as const;
  pull.reviews.push(review);
  world.happen(pull, by, 'ClosedEvent');
  world.happen(pull, by, 'ReopenedEvent');
  world.happen(pull, by, 'ReadyForReviewEvent');
  const ask = async (query: string): Promise<Json> => {
    const response = await fetch(`${standIn.api}/graphql`, {
      method: 'POST',
      headers: { authorization: 'bearer token-of-github-actions[bot]' },
      body: JSON.stringify({
        query: namingTypes(query),
        variables: { owner: 'o', name: 'r' },
      }),
    });
    return (await response.json()) as Json;
  };
  const given = [
    await ask(askForPosts([pull.number])),
    await ask(askForHeads([{ number: pull.number, commits: 1 }])),
  ];
  for (const one of given) expect(one).not.toHaveProperty('errors');
  const [ours, theirs] = [kindsIn(given.flatMap((one) => typed(one))), kindsIn(all)];
  const compared = [...ours].filter(([path]) => theirs.has(path));
  expect(compared.map(([path]) => path)).toEqual(
    expect.arrayContaining([
      'PullRequest.headRefOid',
      'PullRequest.createdAt',
      'PullRequest.isDraft',
      'IssueComment.createdAt',
      'PullRequestReview.submittedAt',
      'PullRequestReview.state',
      'ReopenedEvent.createdAt',
      'Label.name',
      'User.login',
    ]),
  );
  const otherwise = compared.flatMap(([path, kinds]) =>
    [...kinds].filter((kind) => theirs.get(path)?.has(kind) !== true).map((kind) => `${path}: ${kind}`),
  );
  expect(otherwise).toEqual([]);
});

/** As GitHub answered it to the tests of PyGithub in September 2024. */
const ABSENT = {
  data: { node: null },
  errors: [
    {
      type: 'NOT_FOUND',
      path: ['node'],
      locations: [{ line: 3, column: 15 }],
      message: "Could not resolve to a node with the global id of 'D_abcdefgh'",
    },
  ],
};

test('what no longer exists is null with an error beside it, field by field as GitHub sends it', async () => {
  const response = await fetch(`${standIn.api}/graphql`, {
    method: 'POST',
    headers: { authorization: 'bearer token-of-github-actions[bot]' },
    body: JSON.stringify({
      query:
        '\n            query Q($id: ID!) {\n              node(id: $id) {\n                __typename\n              }\n            }',
      variables: { id: 'D_abcdefgh' },
    }),
  });
  const { data, errors } = (await response.json()) as typeof ABSENT;
  expect(data).toEqual(ABSENT.data);
  expect(errors.map(({ message, ...rest }) => [message.replace(/\.$/u, ''), rest])).toEqual(
    ABSENT.errors.map(({ message, ...rest }) => [message, rest]),
  );
});
