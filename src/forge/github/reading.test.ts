// Reading GitHub’s answers: in parts that it can answer, without the parts that it omits, and with each push’s author.
import { expect, test } from 'vitest';

import { advance } from '../../repository/refs.ts';
import { writeCommit } from '../../repository/write-commit.ts';
import { openMemoryForge } from '../embedded/local-forge.ts';
import { ForgeError } from '../events.ts';
import type { Activity, HeadsRead, PostRead } from './answers.ts';
import { askGraph, askInHalves, isTooMuch, readAnswer } from './ask.ts';
import { gameOfIssue, gamesOf, type GamePaths } from './checks.ts';
import type { Octokit } from './client.ts';
import { idsToRead, saidInline } from './details.ts';
import { kindOfLabel, labelOfGame, labelOfKind, purposeWithoutLabel } from './labels.ts';
import type { SeenPost } from './mark.ts';
import { headsOf, isWhole, mainPushes, recordsOf, type KnownHeads } from './pushes.ts';
import { activitySince, findTooLarge, readDetails, readHeadRecords, readPosts } from './read.ts';
import { seenOf, unseen } from './seen.ts';
import { vanishedFrom } from './vanished.ts';
import { isMergedByHand, isWaiting, postSince, seenWaiting } from './waiting.ts';
import { z } from 'zod';

const NOW = '2024-03-01T12:00:00Z';
const EARLY = '2024-03-01T09:00:00Z';
const ANA = { __typename: 'User', login: 'ana', databaseId: 1 };
const BO = { __typename: 'User', login: 'bo', databaseId: 2 };
const ENGINE = { __typename: 'Bot', login: 'hall[bot]', databaseId: 9 };
const person = (id: number, name: string, bot = false): object => ({ id: String(id), name, bot });
const [A, B, C] = ['a', 'b', 'c'].map((letter) => letter.repeat(40)) as [string, string, string];

interface Page {
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
  nodes: readonly unknown[];
}
const page = (nodes: readonly unknown[] = [], endCursor: string | null = null): Page => ({
  pageInfo: { hasNextPage: endCursor !== null, endCursor },
  nodes,
});
const whole = (nodes: readonly unknown[] = []): object => ({ ...page(nodes), missing: 0, rest: 'read' });

/** A post as GitHub sends it. */
const sent = (number: number, more: object = {}): object => ({
  __typename: 'Issue',
  id: `I_${number}`,
  number,
  title: 'Tea',
  body: '',
  createdAt: EARLY,
  updatedAt: EARLY,
  closed: false,
  locked: false,
  author: ANA,
  labels: page(),
  userContentEdits: page(),
  reactions: page(),
  comments: page(),
  timelineItems: page(),
  ...more,
});
/** The same as it was read. */
const post = (more: object = {}): PostRead =>
  ({
    ...sent(12),
    labels: whole(),
    userContentEdits: whole(),
    reactions: whole(),
    comments: whole(),
    timelineItems: whole(),
    ...more,
  }) as unknown as PostRead;
const pull = (more: object = {}): PostRead =>
  post({ __typename: 'PullRequest', headRefOid: A, headRefName: 'tea', reviews: whole(), ...more });

const tooMuch = new ForgeError('unavailable', 'It took too long.', { status: 502 });
const limited = new ForgeError('unavailable', 'So many.', { until: NOW });

test('asks for what is too much at once in halves, down to one, and for the others all the same', async () => {
  const asked: [readonly number[], unknown][] = [];
  const left = await askInHalves([[1, 2, 3, 4, 5], [6]], async (some, request) => {
    asked.push([some, request]);
    if (some.includes(3)) throw tooMuch;
  });
  expect(asked.map(([some]) => some)).toEqual([[1, 2, 3, 4, 5], [1, 2, 3], [1, 2], [3], [4, 5], [6]]);
  expect(asked.map(([some, request]) => [some.length, request])).toEqual(
    asked.map(([some]) => [some.length, some.length > 1 ? { retries: 0 } : {}]),
  );
  expect(left).toEqual([3]);
  for (const error of [limited, new ForgeError('bad-request', 'No.'), new Error('no')])
    await expect(askInHalves([[1, 2]], () => Promise.reject(error))).rejects.toBe(error);
  expect([tooMuch, limited, new Error('no')].map(isTooMuch)).toEqual([true, false, false]);
  let failures = 0;
  const failing = askInHalves([[...Array(64).keys()]], () => {
    failures += 1;
    return Promise.reject(tooMuch);
  });
  await expect(failing).rejects.toBe(tooMuch);
  expect(failures).toBe(13);
});

/** GraphQL that gives these answers, one after another, and keeps what it was asked. */
function graph(...answers: readonly unknown[]): { readonly octokit: Octokit; readonly asked: string[] } {
  const [asked, left] = [[] as string[], [...answers]];
  const graphql = async (query: string): Promise<unknown> => {
    asked.push(query);
    const answer = left.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { octokit: { graphql } as unknown as Octokit, asked };
}
const absence = (data: unknown, ...types: readonly string[]): Error =>
  Object.assign(new Error('x'), {
    data,
    errors: types.map((type, at) => ({ type, path: ['repository', `p${at}`] })),
  });

test('tells apart what doesn’t exist and what GitHub didn’t answer', async () => {
  const ask = (answer: unknown) => askGraph(graph(answer).octokit, 'it', 'query', {});
  expect(await ask({ a: 1 })).toEqual({ data: { a: 1 }, absent: new Set() });
  expect(await ask(absence({ a: 1 }, 'NOT_FOUND', 'NOT_FOUND'))).toEqual({
    data: { a: 1 },
    absent: new Set(['repository.p0', 'repository.p1']),
  });
  for (const error of [
    absence({}, 'NOT_FOUND', 'FORBIDDEN'),
    absence({}),
    absence(null, 'NOT_FOUND'),
    new Error('no'),
  ])
    await expect(ask(error)).rejects.toMatchObject({ code: 'unavailable' });
  const schema = z.object({ deep: z.object({ id: z.int() }) });
  expect(readAnswer('it', schema, { deep: { id: 1 } })).toEqual({ deep: { id: 1 } });
  expect(() => readAnswer('it', schema, { deep: { id: 'x' } })).toThrow(
    'GitHub answered it without deep.id.',
  );
  expect(() => readAnswer('it', schema, null)).toThrow('without anything that is known.');
});

const at = (octokit: Octokit, gaps: string[] = []) => ({ octokit, owner: 'o', name: 'r', gaps });

test('reads posts whole, beyond the first page too, and reports each that lacks something', async () => {
  const long = sent(1, { comments: page([], 'next'), reactions: page([], 'more') });
  const data = { repository: { p1: long, p2: null, p3: { number: 3 }, p4: sent(4) } };
  const reaction = { databaseId: 5, content: 'EYES', createdAt: EARLY, user: null };
  const { octokit, asked } = graph(
    Object.assign(absence(data, 'NOT_FOUND'), {
      errors: [{ type: 'NOT_FOUND', path: ['repository', 'p2'] }],
    }),
    { node: { reactions: page([reaction], 'last') } },
    { node: { reactions: page([{ ...reaction, databaseId: 6 }]) } },
    { node: { comments: page([{ id: 'x' }]) } },
  );
  const read = await readPosts(at(octokit), [1, 2, 3, 4]);
  expect([read.posts.map(({ number }) => number), read.gone, read.unread]).toEqual([[1, 4], [2], [3]]);
  expect(read.posts[0]?.reactions.nodes.map(({ databaseId }) => databaseId)).toEqual([5, 6]);
  expect(read.posts[0]?.comments).toMatchObject({ missing: 1, rest: 'read' });
  expect(asked).toHaveLength(4);
  expect(await readPosts(at(graph().octokit), [])).toEqual({ posts: [], gone: [], unread: [] });
  // Only the reactions of an unchanged post may differ.
  const same = graph({ repository: { p1: long } }, { node: null });
  const { posts } = await readPosts(at(same.octokit), [1], () => true);
  expect([posts[0]?.comments.rest, posts[0]?.timelineItems.rest, posts[0]?.reactions.missing]).toEqual([
    'as it was',
    'read',
    1,
  ]);
  const failing = graph(
    { repository: { p1: long, p4: sent(4) } },
    Object.assign(new Error(''), { status: 502 }),
  );
  expect(await readPosts(at(failing.octokit), [1, 4])).toMatchObject({ unread: [1], posts: [{ number: 4 }] });
  const stopped = graph(
    { repository: { p1: long } },
    Object.assign(new Error('RATE_LIMITED'), { status: 200 }),
  );
  await expect(readPosts(at(stopped.octokit), [1])).rejects.toMatchObject({
    data: { until: 'the next hour' },
  });
});

test('reads the details of what changed below a post, and leaves out what GitHub deleted', async () => {
  const detail = { __typename: 'IssueComment', id: 'c', userContentEdits: page(), reactions: page([], 'x') };
  const { octokit } = graph({ nodes: [null, detail] }, { node: { reactions: page() } });
  expect([...(await readDetails(at(octokit), ['b', 'c'])).keys()]).toEqual(['c']);
  const inline = { id: 'r', comments: { nodes: [{ body: ':for:' }] } };
  const reviewed = pull({ reviews: whole([{ id: 'r' }, { id: 's' }]) });
  expect(saidInline(reviewed, new Map([['r', inline]]) as never)).toEqual([':for:']);
  expect(saidInline(post(), new Map())).toEqual([]);
});

test('reports texts that are too large, alone or with those before, with their sizes', async () => {
  const sizes = {
    t0: { byteSize: 6 },
    t1: null,
    t2: { byteSize: 5 },
    t3: { byteSize: 11 },
    t4: { byteSize: 4 },
  };
  const { octokit } = graph({ repository: sizes });
  const bounds = { fileBytes: 10, totalBytes: 10 };
  expect([...(await findTooLarge(at(octokit), ['a', 'b', 'c', 'd', 'e'], bounds))]).toEqual([
    ['c', 5],
    ['d', 11],
  ]);
});

const run = (externalId: string | null, startedAt: string | null): object => ({ externalId, startedAt });
const heads = (...runs: readonly object[]): object => ({
  number: 12,
  files: page([{ path: 'a' }]),
  commits: page([
    {
      commit: {
        oid: A,
        checkSuites: page([
          { app: { databaseId: 15_368 }, checkRuns: page(runs) },
          { app: { databaseId: 1 }, checkRuns: page([run('12 opened', EARLY)]) },
        ]),
      },
    },
  ]),
});

test('knows from the job’s own records when heads came, and reports what isn’t sent as a gap', async () => {
  const own = [
    run('12 synchronize', NOW),
    run('12 opened', EARLY),
    run('12 reopened', EARLY),
    run('13 opened', EARLY),
  ];
  const gaps: string[] = [];
  const read = await readHeadRecords(
    at(
      graph({ repository: { p12: heads(...own, run(null, NOW), run('12 synchronize', null)), p13: {} } })
        .octokit,
      gaps,
    ),
    [
      { number: 12, commits: 1 },
      { number: 13, commits: 1 },
    ],
  );
  expect([...read]).toEqual([
    [
      12,
      {
        paths: ['a'],
        records: [
          { head: A, at: EARLY, first: true },
          { head: A, at: NOW, first: false },
        ],
      },
    ],
  ]);
  expect(gaps).toEqual([]);
  const many = { ...heads(), files: page([{ path: 'a' }], 'next'), commits: page([{ commit: null }]) };
  const found = await readHeadRecords(at(graph({ repository: { p12: many } }).octokit, gaps), [
    { number: 12, commits: 1 },
  ]);
  expect([found.get(12)?.paths, gaps.length]).toEqual([null, 1]);
  const lacking = { ...heads(), files: page([null]) };
  expect(
    (await readHeadRecords(at(graph({ repository: { p12: lacking } }).octokit), [{ number: 12, commits: 1 }]))
      .size,
  ).toBe(0);
  const suites = (missing: number, runs: number): object => ({
    missing: 0,
    nodes: [
      {
        commit: {
          oid: A,
          checkSuites: { missing, nodes: [{ app: null, checkRuns: { missing: runs, nodes: [] } }] },
        },
      },
    ],
  });
  expect(
    [suites(0, 0), suites(1, 0), suites(0, 1)].map((commits) => isWhole({ commits } as HeadsRead)),
  ).toEqual([true, false, false]);
  expect(recordsOf({ number: 12, commits: { nodes: [] } } as unknown as HeadsRead)).toEqual([]);
});

const activity = (id: number, more: object = {}): Activity => ({
  id,
  ref: 'refs/heads/tea',
  before: A,
  after: B,
  timestamp: NOW,
  activity_type: 'push',
  actor: { id: 2, login: 'bo' },
  ...more,
});

test('lists the pushes after the last one, and those of the last minutes, which may come late', async () => {
  const listed = (...pages: readonly (readonly object[])[]): Octokit => {
    async function* iterator(): AsyncGenerator<{ data: readonly object[] }> {
      for (const data of pages) yield { data };
    }
    return { paginate: { iterator } } as unknown as Octokit;
  };
  const early = { timestamp: EARLY };
  const pages = [[activity(9), activity(7, early)], [activity(5), activity(4, early)], [activity(3)]];
  const gaps: string[] = [];
  const since = async (last: number | null): Promise<readonly number[]> =>
    (await activitySince(at(listed(...pages), gaps), last, NOW)).map(({ id }) => id);
  expect([await since(null), await since(6), await since(4)]).toEqual([
    [3, 4, 5, 7, 9],
    [5, 7, 9],
    [5, 7, 9],
  ]);
  expect(gaps).toEqual([]);
  await activitySince(at(listed([activity(1), { id: 'x' }]), gaps), null, NOW);
  expect(gaps).toEqual(['GitHub listed some pushes incompletely.']);
});

test('reads pushes and labels by either of their names', async () => {
  async function* iterator(): AsyncGenerator<{ data: readonly object[] }> {
    const { timestamp, activity_type: _, actor, ...rest } = activity(2);
    yield {
      data: [
        activity(1, { activity_type: 'normal' }),
        { ...rest, pushed_at: timestamp, push_type: 'force_push', pusher: actor },
      ],
    };
  }
  const octokit = { paginate: { iterator } } as unknown as Octokit;
  expect(await activitySince(at(octokit), null, NOW)).toMatchObject([
    { id: 1, activity_type: 'push' },
    { id: 2, activity_type: 'force_push', timestamp: NOW, actor: { login: 'bo' } },
  ]);
  const kinds = ['kind/proposal', 'proposal', 'game/pending', 'kind/', 'not-kind/proposal'].map(kindOfLabel);
  expect(kinds).toEqual(['proposal', null, null, null, null]);
  expect([labelOfKind('cfj'), labelOfGame('games/b')]).toEqual(['kind/cfj', 'of/games/b']);
  expect([purposeWithoutLabel('Issue'), purposeWithoutLabel('PullRequest')]).toEqual(['tell', 'change']);
});

test('reports pushes to main by others than the engine', () => {
  const main = { ref: 'refs/heads/main' };
  const nowhere = '0'.repeat(40);
  const pushes = [
    activity(1),
    activity(2, { ...main, actor: { id: 9, login: 'hall[bot]' } }),
    activity(3, { ...main, before: nowhere }),
    activity(4, { ...main, after: '' }),
  ];
  expect(mainPushes(pushes, '9')).toEqual([
    { type: 'main-pushed', id: 'push-3', at: NOW, by: person(2, 'bo'), from: null, to: B },
    { type: 'main-pushed', id: 'push-4', at: NOW, by: person(2, 'bo'), from: A, to: null },
  ]);
});

const known = (more: Partial<KnownHeads> = {}): KnownHeads => ({
  known: null,
  sent: new Set(),
  records: [],
  activity: [],
  now: NOW,
  isForced: async () => false,
  ...more,
});
const forcedTo = (oid: string | null): object => ({
  __typename: 'HeadRefForcePushedEvent',
  id: 'F1',
  createdAt: NOW,
  actor: BO,
  beforeCommit: { oid: A },
  afterCommit: oid === null ? null : { oid },
});

test('reports the heads of a pull request in order, each once, whatever recorded them', async () => {
  const own = pull({ headRefOid: B, isCrossRepository: false });
  const told = async (of: PostRead, more: Partial<KnownHeads> = {}): Promise<readonly unknown[]> => {
    const { events, first } = await headsOf(of, known(more));
    return [
      first?.[0],
      ...events.map((one) => (one.type === 'pushed' ? [one.id, one.head[0], one.forced] : one)),
    ];
  };
  expect(await told(post())).toEqual([undefined]);
  expect(await told(own)).toEqual(['b']);
  expect(await told(own, { activity: [activity(7)] })).toEqual(['a', ['push-7', 'b', false]]);
  expect(await told(own, { known: A, activity: [activity(7)], sent: new Set(['push-7']) })).toEqual([
    'a',
    [`head-12-${A.slice(0, 12)}-${B}`, 'b', false],
  ]);
  expect(await told(own, { known: A, isForced: async () => true })).toEqual([
    'a',
    [`head-12-${A.slice(0, 12)}-${B}`, 'b', true],
  ]);
  const others = [
    activity(1, { timestamp: '2024-03-01T08:59:59Z' }),
    activity(2, { ref: 'refs/heads/gin' }),
    activity(3, { activity_type: 'branch_creation' }),
  ];
  expect(await told(own, { activity: others })).toEqual(['b']);
  expect(await told(pull({ headRefOid: B, isCrossRepository: true }), { activity: [activity(7)] })).toEqual([
    'b',
  ]);
  const forced = activity(8, { activity_type: 'force_push' });
  const items = { timelineItems: whole([forcedTo(B), forcedTo(null), { __typename: 'ClosedEvent' }]) };
  expect(await told(pull({ ...own, ...items }), { activity: [forced] })).toEqual([
    'a',
    ['push-8', 'b', true],
  ]);
  expect(await told(pull({ ...own, ...items }))).toEqual(['a', ['forced-F1', 'b', true]]);
  const records = [
    { head: A, at: EARLY, first: true },
    { head: B, at: NOW, first: false },
  ];
  expect(await told(pull({ headRefOid: B }), { records })).toEqual([
    'a',
    [`head-12-${NOW}-${B}`, 'b', false],
  ]);
  // Earlier ones come first, whoever recorded them.
  const later = activity(9, { before: C, after: B, timestamp: '2024-03-01T13:00:00Z' });
  const first = { head: C, at: NOW, first: false };
  expect(await told(own, { records: [first], activity: [later] })).toEqual(['c', ['push-9', 'b', false]]);
});

const seen = (more: Partial<SeenPost> = {}): SeenPost => ({ ...unseen, ...more });
const comment = (id: string, more: object = {}): object => ({
  id: `IC_${id}`,
  fullDatabaseId: id,
  author: BO,
  body: '',
  createdAt: EARLY,
  lastEditedAt: null,
  reactionGroups: null,
  ...more,
});

test('reads comments and reviews again if an edit or a number of reactions differs', () => {
  const ids = (nodes: readonly object[], last?: SeenPost): readonly string[] =>
    idsToRead(post({ comments: whole(nodes) }), last, '9');
  const edited = comment('1', { lastEditedAt: NOW });
  expect(ids([comment('1')])).toEqual([]);
  expect(ids([edited])).toEqual(['IC_1']);
  expect(ids([edited], seen({ comments: { 1: ['2', NOW] } }))).toEqual([]);
  expect(ids([comment('1', { lastEditedAt: NOW, author: ENGINE })])).toEqual([]);
  const groups = (count: number): object => ({
    reactionGroups: [
      { content: 'THUMBS_UP', reactors: { totalCount: count } },
      { content: 'HEART', reactors: { totalCount: 0 } },
    ],
  });
  const last = seen({
    reactions: { 5: ['1', '1', '+1'], 6: ['2', '1', '+1'], 7: ['2', null, '+1'], 8: ['2', '2', '+1'] },
  });
  expect([1, 2, 3].map((count) => ids([comment('1', groups(count))], last).length)).toEqual([1, 0, 1]);
  const review = (lines: number, lastEditedAt: string | null): PostRead =>
    pull({
      reviews: whole([{ id: 'R', fullDatabaseId: '4', lastEditedAt, comments: { totalCount: lines } }]),
    });
  const again = (of: PostRead, reviews: SeenPost['reviews']): boolean =>
    idsToRead(of, seen({ reviews }), '9').length > 0;
  expect(idsToRead(review(1, null), undefined, '9')).toEqual(['R']);
  expect([
    again(review(0, null), {}),
    again(review(1, null), {}),
    again(review(1, null), { 4: '' }),
    again(review(0, NOW), {}),
    again(review(0, NOW), { 4: NOW }),
    again(review(1, NOW), { 4: '' }),
  ]).toEqual([false, true, false, true, false, true]);
});

const people = { 1: person(1, 'ana'), 2: person(2, 'bo') } as never;

test('reports what is gone, with the person who removed it as far as GitHub says', () => {
  const gone = (
    of: PostRead,
    last: SeenPost | undefined,
    details = new Map<string, object>(),
  ): readonly unknown[] =>
    vanishedFrom(of, details as never, last, people, NOW).map((one) => [one.id, one.by?.name, one.at]);
  const last = seen({
    reactions: { 5: ['1', null, '+1'], 6: ['2', '3', 'heart'], 7: ['8', '4', 'eyes'] },
    comments: { 3: ['2', null], 4: ['7', null] },
  });
  const there = whole([comment('3')]);
  expect(gone(post({ comments: there }), undefined)).toEqual([]);
  // A comment that is gone takes its reactions along, and those on one that was not read are as they were.
  expect(gone(post({ comments: there }), last)).toEqual([
    ['reaction-gone-5', 'ana', NOW],
    ['comment-gone-4', 'ghost', NOW],
  ]);
  const read = new Map([['IC_3', { reactions: { missing: 0, nodes: [] } }]]);
  expect(gone(post({ comments: there, reactions: whole([{ databaseId: 5 }]) }), last, read)).toEqual([
    ['reaction-gone-6', 'bo', NOW],
    ['comment-gone-4', 'ghost', NOW],
  ]);
  const partly = new Map([['IC_3', { reactions: { missing: 1, nodes: [] } }]]);
  const unsure = { ...whole(), missing: 1 };
  expect(gone(post({ comments: there, reactions: unsure }), last, partly)).toEqual([
    ['comment-gone-4', 'ghost', NOW],
  ]);
  expect(gone(post({ comments: { ...there, missing: 1 }, reactions: unsure }), last)).toEqual([]);
  const deleted = {
    __typename: 'CommentDeletedEvent',
    id: 'D1',
    createdAt: EARLY,
    actor: ANA,
    deletedCommentAuthor: BO,
  };
  const without = { reactions: unsure, timelineItems: whole([deleted]) };
  const two = seen({ comments: { 3: ['2', null], 4: ['2', null] } });
  expect(gone(post(without), two)).toEqual([
    ['comment-gone-3', 'ana', EARLY],
    ['comment-gone-4', 'bo', NOW],
  ]);
  // The record of another’s comment says nothing, and no other event is such a record.
  expect(gone(post(without), seen({ comments: { 3: ['1', null] } }))).toEqual([
    ['comment-gone-3', 'ana', NOW],
  ]);
  const closed = { __typename: 'ClosedEvent', id: 'X', createdAt: EARLY, actor: ANA };
  expect(
    gone(post({ ...without, timelineItems: whole([closed]) }), seen({ comments: { 3: ['10137', null] } })),
  ).toEqual([['comment-gone-3', 'ghost', NOW]]);
  expect(gone(post(without), { ...two, told: ['gone-D1'] })).toEqual([
    ['comment-gone-3', 'bo', NOW],
    ['comment-gone-4', 'bo', NOW],
  ]);
});

test('keeps what was seen of a post for the next look, as far as it was read', () => {
  const reacted = {
    type: 'reacted',
    id: 'reaction-5',
    by: { id: '1' },
    comment: null,
    reaction: '+1',
  } as never;
  const read = post({
    comments: whole([comment('3', { lastEditedAt: NOW })]),
    reactions: whole([{ databaseId: 5 }]),
  });
  expect(seenOf(read, new Map(), [reacted], undefined)).toMatchObject({
    updated: EARLY,
    closed: false,
    quiet: true,
    head: null,
    told: ['reaction-5'],
    comments: { 3: ['2', NOW] },
    reactions: { 5: ['1', null, '+1'] },
  });
  // A reaction that was no news, such as the engine’s, is not kept, and one on a comment that is gone neither.
  const two = post({ reactions: whole([{ databaseId: 5 }, { databaseId: 6 }]) });
  const before = seen({ reactions: { 6: ['2', null, 'heart'], 7: ['2', '9', 'heart'] } });
  expect(seenOf(two, new Map(), [], before).reactions).toEqual({ 6: ['2', null, 'heart'] });
  const labelled = { labels: whole([{ name: 'bug' }]) };
  expect(seenOf(post(labelled), new Map(), [], undefined).quiet).toBe(true);
  const pending = { labels: whole([{ name: 'game/pending' }]) };
  const kept = (more: object): readonly unknown[] => {
    const { quiet = false, closed } = seenOf(post(more), new Map(), [], undefined);
    return [quiet, closed];
  };
  expect([kept({}), kept(pending), kept({ author: ENGINE }), kept({ closed: true })]).toEqual([
    [true, false],
    [false, false],
    [false, false],
    [false, true],
  ]);
  expect([kept({ closed: true, ...pending }), kept({ closed: true, locked: true, ...pending })]).toEqual([
    [false, false],
    [false, false],
  ]);
  const last = seen({ comments: { 8: ['1', null] }, reviews: { 4: '' }, told: ['x'] });
  const partial = { ...whole(), missing: 1 };
  expect(seenOf(pull({ comments: partial, reviews: partial }), new Map(), [], last)).toMatchObject({
    comments: last.comments,
    reviews: last.reviews,
    told: ['x'],
    head: A,
  });
  expect(seenOf(pull(), new Map(), [], last)).toMatchObject({ comments: {}, reviews: {} });
  expect(seenOf(pull({ comments: partial, reviews: partial }), new Map(), [], undefined).comments).toEqual(
    {},
  );
  const reviews = [
    { fullDatabaseId: '1', lastEditedAt: null, comments: { totalCount: 0 } },
    { fullDatabaseId: '2', lastEditedAt: null, comments: { totalCount: 1 } },
    { fullDatabaseId: '3', lastEditedAt: NOW, comments: { totalCount: 0 } },
  ];
  expect(seenOf(pull({ reviews: whole(reviews) }), new Map(), [], last).reviews).toEqual({ 2: '', 3: NOW });
});

const turned = (type: string, createdAt: string): object => ({ __typename: type, createdAt, actor: BO });

test('a pull request is a post once it is ready, for main, and changes something of the game', () => {
  const opened = seen({ told: ['opened-12'] });
  const cases: readonly (readonly [PostRead, SeenPost | undefined, boolean | undefined, boolean])[] = [
    [post(), undefined, undefined, false],
    [pull(), undefined, true, false],
    [pull(), undefined, false, true],
    [pull(), undefined, undefined, true],
    [pull({ isDraft: true }), undefined, true, true],
    [pull({ baseRefName: 'v2' }), undefined, true, true],
    [pull({ baseRefName: 'main' }), undefined, true, false],
    [pull({ isDraft: true, baseRefName: 'v2' }), opened, false, false],
  ];
  for (const [of, last, changes, waits] of cases) expect(isWaiting(of, last, changes)).toBe(waits);
  expect(seenWaiting(pull({ isDraft: true, closed: true }), undefined)).toMatchObject({
    head: null,
    closed: true,
  });
  expect(seenWaiting(pull(), undefined)).toMatchObject({ head: A, updated: EARLY });
  const ready = pull({
    timelineItems: whole([turned('LabeledEvent', EARLY), turned('ReadyForReviewEvent', NOW)]),
  });
  const draft = pull({
    timelineItems: whole([turned('ConvertToDraftEvent', NOW), turned('ReadyForReviewEvent', EARLY)]),
  });
  const waited = seen({ updated: EARLY, head: B });
  const pushed = (time: string): never => [{ at: time }] as never;
  const LATE = '2024-03-01T18:00:00Z';
  expect(postSince(post(), undefined, [], NOW)).toBeNull();
  expect(postSince(pull(), opened, [], NOW)).toBeNull();
  expect([postSince(pull(), undefined, [], NOW), postSince(ready, undefined, [], LATE)]).toEqual([null, NOW]);
  expect([postSince(draft, undefined, [], LATE), postSince(ready, seen(), [], LATE)]).toEqual([null, NOW]);
  const drafted = seen({ updated: EARLY, head: null });
  expect([postSince(pull(), drafted, [], LATE), postSince(ready, drafted, [], LATE)]).toEqual([LATE, NOW]);
  expect([postSince(pull(), waited, pushed(EARLY), LATE), postSince(pull(), waited, [], LATE)]).toEqual([
    EARLY,
    LATE,
  ]);
  expect([
    postSince(ready, waited, pushed(EARLY), LATE),
    postSince(ready, waited, pushed(LATE), LATE),
  ]).toEqual([NOW, LATE]);
});

test('a merge is by hand unless the engine made it', () => {
  const events = [
    { __typename: 'MergedEvent', actor: ENGINE },
    { __typename: 'ClosedEvent', actor: BO },
  ];
  const closedAfter = pull({ merged: true, timelineItems: whole(events) });
  const merged = (actor: object, is = true): PostRead =>
    pull({ merged: is, timelineItems: whole([{ __typename: 'MergedEvent', actor }]) });
  expect(
    [merged(BO), merged(ENGINE), merged(BO, false), pull({ merged: true }), closedAfter].map((one) =>
      isMergedByHand(one, '9'),
    ),
  ).toEqual([true, false, false, false, false]);
});

test('a change of several games belongs to none, and an issue to the game of its form', async () => {
  const { repository } = (await openMemoryForge({ clock: () => NOW })).forge;
  const games = (others: readonly string[]): GamePaths => ({
    isOfGame: (path) => path.startsWith('content/'),
    otherGames: () => Promise.resolve(others),
  });
  const touched = (paths: readonly string[] | null, of?: GamePaths) => gamesOf(repository, of, paths);
  const all = { changes: true, games: [] };
  expect([await touched(['x']), await touched(null, games([]))]).toEqual([all, all]);
  // Nothing is there yet in which others could be.
  expect(await touched(['content/a'], games(['pier']))).toEqual(all);
  expect(await touched(['x'], games([]))).toEqual({ changes: false, games: [] });
  const author = { name: 'x', email: '', at: NOW };
  const commit = await writeCommit(repository, {
    parents: [],
    changes: new Map([['a', 'b']]),
    author,
    message: 'x',
  });
  await advance(repository, 'main', null, commit);
  expect(await touched(['content/a'], games(['pier']))).toEqual({ changes: false, games: ['', 'pier'] });
  expect(await touched(['x'], games(['pier', 'hall']))).toEqual({ changes: false, games: ['hall', 'pier'] });
  expect(await touched(['x'], games(['pier']))).toEqual({ changes: false, games: [] });
  const labelled = { labels: whole([{ name: 'kind/story' }, { name: 'of/pier' }]) };
  expect([gameOfIssue(post(labelled)), gameOfIssue(post({ ...labelled, author: ENGINE }))]).toEqual([
    '',
    'pier',
  ]);
  expect(gameOfIssue(post({ author: ENGINE }))).toBe('');
});
