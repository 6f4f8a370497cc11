import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import type { Person } from '../../src/forge/events.ts';
import type { Forge, People } from '../../src/forge/port.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';
import { openAt, startWithEngine } from './game-at.ts';
import { fill, openCrowd, requestBar } from './stand-in/crowd.ts';
import { handsAt } from './stand-in/hands.ts';
import type { StandIn } from './stand-in/server.ts';
import type { Post } from './stand-in/world.ts';

/** A thousand open pull requests take long to make: that is for the long suite, and else there are several pages of them. */
const LONG = process.env['GITNOMIC_FUZZ'] !== undefined;

const bo: Person = { id: 'bo', name: 'Bo', bot: false };
// Pages of a thousand posts are many on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

let standIn: StandIn;
let forge: Forge;
let table: People;
let folder: string;

beforeEach(async () => {
  standIn = await startWithEngine();
  folder = `${standIn.folder}/client`;
  forge = await openAt(standIn);
  table = handsAt(standIn, forge, folder);
});
afterEach(() => standIn.close());

const story = { kind: 'story', title: 'A tale', text: 'Once.' };
const commit = (text: string): Promise<string> =>
  writeCommit(forge.repository, {
    parents: [],
    changes: new Map([['a', text]]),
    author: { name: 'x', email: '', at: standIn.world.now },
    message: text,
  });
const postIn = (index: number): Post => {
  const post = standIn.world.posts[index];
  if (post === undefined) throw new Error('no such post');
  return post;
};

describe('pages', () => {
  test('reads all comments and reactions beyond a hundred', async () => {
    await table.open(bo, story);
    fill(standIn.world, postIn(0), 230, 'comments');
    fill(standIn.world, postIn(0), 130, 'reactions');
    const { events } = await forge.observe(null);
    expect(events.filter(({ type }) => type === 'commented')).toHaveLength(230);
    expect(events.filter(({ type }) => type === 'reacted')).toHaveLength(130);
  });

  const many = { comments: 250, reactions: 130 };
  test.each([
    { matters: 10, comments: 2 },
    { matters: 100, comments: 2 },
    { matters: 100, comments: 2, many },
    { matters: LONG ? 1000 : 250, comments: 2, many },
  ])('with nothing new, open pull requests cost as promised: %o', async (crowd) => {
    const { world } = standIn;
    const posts = openCrowd(world, world.account('Bo'), crowd);
    world.now = '2021-06-18T10:00:00Z';
    for (const post of posts.slice(-1)) world.label(post, world.account('Bo'), ['kind/proposal']);
    const { events, mark } = await forge.observe(null);
    expect(events.filter(({ type }) => type === 'opened')).toHaveLength(crowd.matters);
    world.requests.length = 0;
    expect((await forge.observe(mark)).events).toEqual([]);
    expect(world.requests.length).toBeLessThanOrEqual(requestBar(crowd));
  });
});

describe('a fork', () => {
  const opened = async () => {
    const [zero, one] = [await commit('0'), await commit('1')];
    await forge.advance('main', null, zero);
    const post = await table.open(bo, { ...story, kind: 'proposal', head: one });
    postIn(0).fork = true;
    const { mark } = await forge.observe(null);
    return { post, one, mark };
  };
  const upon = (parent: string, text: string): Promise<string> =>
    writeCommit(forge.repository, {
      parents: [parent],
      changes: new Map([['a', text]]),
      author: { name: 'x', email: '', at: standIn.world.now },
      message: text,
    });
  /** As the job does that records heads. */
  const record = (head: string, at: string, action = 'synchronize', by = 15_368): void => {
    const { world } = standIn;
    world.checks.push({
      id: world.next(),
      name: 'Gitnomic head',
      app: by,
      externalId: `1 ${action}`,
      head,
      at,
      status: 'completed',
      conclusion: 'neutral',
      title: '',
      summary: '',
    });
  };

  test('GitHub’s record of a forced push gives its author and time', async () => {
    const { post, mark } = await opened();
    const two = await commit('2');
    await table.push(bo, post, two);
    standIn.world.now = '2021-06-18T11:00:00Z';
    const { events, mark: later } = await forge.observe(mark);
    expect(events).toMatchObject([
      { type: 'pushed', post, head: two, forced: true, at: '2021-06-18T09:00:00Z', by: { name: 'Bo' } },
    ]);
    expect((await forge.observe(later)).events).toEqual([]);
  });

  test('heads pushed between two looks have the times that the job recorded', async () => {
    const { post, one, mark } = await opened();
    const two = await upon(one, '2');
    const last = await upon(two, '3');
    await table.push(bo, post, two);
    await table.push(bo, post, last);
    record(one, '2021-06-18T09:00:00Z', 'opened');
    record(two, '2021-06-18T09:10:00Z');
    record(last, '2021-06-18T09:20:00Z');
    record(last, '2021-06-18T08:00:00Z', 'synchronize', 99);
    standIn.world.now = '2021-06-18T11:00:00Z';
    const { events, mark: later } = await forge.observe(mark);
    expect(events).toMatchObject([
      { type: 'pushed', head: two, at: '2021-06-18T09:10:00Z', forced: false },
      { type: 'pushed', head: last, at: '2021-06-18T09:20:00Z', forced: false },
    ]);
    expect((await forge.observe(later)).events).toEqual([]);
    const [first] = (await forge.observe(null)).events;
    expect(first).toMatchObject({ type: 'opened', head: { oid: one } });
  });

  test('without a record, a head has the time of the look', async () => {
    const { post, one, mark } = await opened();
    const two = await upon(one, '2');
    await table.push(bo, post, two);
    standIn.world.now = '2021-06-18T11:00:00Z';
    const { events } = await forge.observe(mark);
    expect(events).toMatchObject([
      { type: 'pushed', by: null, post, head: two, forced: false, at: '2021-06-18T11:00:00Z' },
    ]);
  });
});
