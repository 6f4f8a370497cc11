// What a look at GitHub finds, and what the next one need not ask again.
import { expect, test } from 'vitest';

import {
  ANA,
  BO,
  comment,
  EARLY,
  ENGINE,
  gitHub,
  happened,
  issue,
  NOW,
  page,
  pull,
  push,
} from './fixtures/hub.ts';
import { markerOf } from './on-posts.ts';

test('a look reports what others did, in order, and the next one only what is new', async () => {
  const said = [comment('8', BO, 'Hear.'), comment('7', ANA, 'Hm.'), comment('9', ENGINE, 'Noted.')];
  const hub = gitHub(
    issue(3, { comments: page(said) }),
    issue(2, { author: ENGINE, body: markerOf('waiting', '') }),
  );
  hub.pushes = [push(5)];
  const { events, mark, unread } = await hub.look(null);
  expect(events.map(({ id }) => id)).toEqual(['push-5', 'opened-2', 'opened-3', 'comment-7', 'comment-8']);
  expect([unread, hub.gaps, hub.onPosts.called('waiting')?.post]).toEqual([[], [], '2']);
  expect(await hub.look(mark)).toMatchObject({ events: [], unread: [] });
  const later = { updatedAt: NOW, comments: page([...said, comment('10', BO, 'Now.', { createdAt: NOW })]) };
  hub.posts = [issue(3, later), ...hub.posts.slice(1)];
  hub.pushes = [];
  const next = await hub.look(mark, '2024-03-01T12:05:00Z');
  expect(next.events.map(({ id }) => id)).toEqual(['comment-10']);
  expect((await hub.look(next.mark, '2024-03-01T12:10:00Z')).events).toEqual([]);
});

test('reports a deletion once, and asks again for what GitHub leaves out', async () => {
  const hub = gitHub(issue(1), issue(2));
  const { mark } = await hub.look(null);
  hub.posts = [
    issue(1, { updatedAt: NOW, comments: page([null]) }),
    issue(4, { updatedAt: NOW, title: null }),
  ];
  const looked = await hub.look(mark);
  expect(looked.events).toMatchObject([{ type: 'vanished', id: 'vanished-2', post: '2', by: null }]);
  expect([...(looked.unread ?? [])].sort()).toEqual(['1', '4']);
  expect(hub.gaps).toEqual([
    '#2 no longer exists: it was deleted, moved elsewhere, or hidden by GitHub.',
    expect.stringContaining('left out of what is on #1: comments (1).'),
    expect.stringContaining('did not send what is on #4'),
  ]);
  hub.posts = [hub.posts[0] ?? issue(1), issue(4, { updatedAt: NOW })];
  const again = await hub.look(looked.mark, '2024-03-01T18:00:00Z');
  expect(again.events.map(({ id }) => id)).toEqual(['opened-4']);
});

test('a post never seen can’t vanish, and a comment without a known first text waits', async () => {
  const edited = comment('7', BO, 'Later words.', { lastEditedAt: NOW });
  const hub = gitHub(issue(1, { comments: page([comment('6', ANA, 'Hm.'), edited]) }), issue(2));
  hub.hidden.add(2);
  const { events, unread, mark } = await hub.look(null);
  expect(events.map(({ id }) => id)).toEqual(['opened-1', 'comment-6']);
  expect([unread, hub.gaps]).toEqual([['1'], [expect.stringContaining('comments (1)')]]);
  hub.posts = [
    issue(1, { updatedAt: NOW, comments: page([comment('6', ANA, 'Hm.'), comment('7', BO, 'Words.')]) }),
  ];
  expect((await hub.look(mark)).events.map(({ id }) => id)).toEqual(['comment-7']);
});

test('asks only for the latest posts without a vote, however many there are', async () => {
  // They changed in another order than that of their numbers.
  const at = (n: number): string => `2024-03-01T09:00:${String(10 + ((n * 5) % 14))}Z`;
  const many = Array.from({ length: 14 }, (_, n) => issue(n + 1, { updatedAt: at(n) }));
  const voted = issue(20, { labels: page([{ name: 'game/pending' }]) });
  const closed = issue(21, { closed: true });
  const hub = gitHub(...many, voted, closed);
  const { mark } = await hub.look(null);
  expect(hub.asked).toHaveLength(16);
  hub.asked.length = 0;
  await hub.look(mark);
  expect(hub.asked).toEqual([2, 3, 5, 6, 8, 9, 11, 12, 13, 14, 20]);
  hub.asked.length = 0;
  // What changed is asked for besides, and each once.
  hub.posts = [issue(7, { updatedAt: NOW }), issue(3, { updatedAt: NOW }), ...hub.posts];
  await hub.look(mark);
  expect(hub.asked).toEqual([2, 3, 5, 6, 7, 8, 9, 11, 12, 13, 14, 20]);
});

test('within a second, reports openings, pushes, words and then the rest, and earlier numbers first', async () => {
  const at = { createdAt: EARLY };
  const reaction = { databaseId: 6, content: 'HEART', user: { login: 'bo', databaseId: 2 }, ...at };
  const hub = gitHub(
    issue(10, {
      comments: page([comment('11', BO, 'b'), comment('9', BO, 'a'), comment('10', BO, 'c')]),
      reactions: page([reaction]),
      timelineItems: page([happened('ClosedEvent', 'X')]),
    }),
    issue(9, { createdAt: '2024-03-01T08:00:00Z' }),
    issue(8, { createdAt: NOW }),
    issue(2),
  );
  hub.pushes = [push(5)];
  expect(await hub.ids(null)).toEqual([
    'opened-9',
    'push-5',
    'opened-2',
    'opened-10',
    'comment-9',
    'comment-10',
    'comment-11',
    'closed-X',
    'reaction-6',
    'opened-8',
  ]);
});

test('reports a push once, however late it is listed, and whatever was pushed since', async () => {
  const hub = gitHub();
  hub.pushes = [push(7, { timestamp: NOW })];
  const { mark } = await hub.look(null);
  hub.pushes = [push(6, { timestamp: NOW })];
  const late = await hub.look(mark);
  expect(late.events.map(({ id }) => id)).toEqual(['push-6']);
  hub.pushes = [push(7), push(6)];
  expect(await hub.ids(late.mark, '2024-03-02T12:00:00Z')).toEqual([]);
  hub.pushes = [];
  const nothing = await hub.look(late.mark);
  hub.pushes = [push(7), push(6), push(8)];
  expect(await hub.ids(nothing.mark, '2024-03-02T12:00:00Z')).toEqual(['push-8']);
  hub.pushes = Array.from({ length: 120 }, (_, n) => push(n + 1, { timestamp: NOW }));
  const many = await hub.look(null);
  // Of so many in ten minutes the oldest are forgotten, and told again.
  const again = await hub.ids(many.mark);
  expect([again.length, again.at(0), again.at(-1)]).toEqual([20, 'push-1', 'push-20']);
});

test('ignores the engine’s own words, but not the posts that it opens, closes and reopens', async () => {
  const own = (type: string, id: string, more: object = {}): object =>
    happened(type, id, { actor: ENGINE, ...more });
  const items = [
    own('LabeledEvent', 'L', { label: { name: 'kind/story' } }),
    own('RenamedTitleEvent', 'T', { previousTitle: 'Tea', currentTitle: 'Gin' }),
    own('ClosedEvent', 'C'),
    own('ReopenedEvent', 'R'),
  ];
  const said = comment('9', ENGINE, 'Noted.');
  const hub = gitHub(issue(2, { author: ENGINE, comments: page([said]), timelineItems: page(items) }));
  hub.pushes = [push(5, { actor: { id: 9, login: 'hall[bot]' } })];
  const { events, mark } = await hub.look(null);
  expect(events.map(({ id }) => id)).toEqual(['opened-2', 'closed-C', 'reopened-R']);
  expect((JSON.parse(mark) as { posts: object }).posts).toMatchObject({
    2: { told: ['opened-2', 'closed-C', 'reopened-R'] },
  });
});

test('names the person who took something back as before, even if nobody else is known', async () => {
  const reaction = (user: object | null): object => ({
    databaseId: 6,
    content: 'HEART',
    createdAt: EARLY,
    user,
  });
  const comments = page([comment('7', BO, 'Hear.'), comment('8', null, 'Gone.')]);
  const hub = gitHub(issue(3, { comments, reactions: page([reaction({ login: 'bo', databaseId: 2 })]) }));
  const { mark } = await hub.look(null);
  hub.posts = [issue(3, { updatedAt: NOW })];
  expect((await hub.look(mark)).events).toMatchObject([
    { type: 'comment-removed', id: 'comment-gone-7', by: { name: 'bo' }, post: '3', comment: '7' },
    { type: 'comment-removed', id: 'comment-gone-8', by: { name: 'ghost' }, comment: '8' },
    {
      type: 'unreacted',
      id: 'reaction-gone-6',
      at: NOW,
      by: { name: 'bo' },
      comment: null,
      reaction: 'heart',
    },
  ]);
});

test('asks only for the first page of an unchanged post, and its reactions', async () => {
  const many = issue(3, {
    labels: page([{ name: 'game/pending' }]),
    comments: page([comment('7', BO, 'Hm.')], 'next'),
  });
  const hub = gitHub(many);
  const rest = { node: { comments: page([comment('8', BO, 'Yes.')]) } };
  hub.more = () => rest;
  const { events, mark } = await hub.look(null);
  expect(events.map(({ id }) => id)).toEqual(['opened-3', 'comment-7', 'comment-8']);
  hub.more = () => {
    throw new Error('It was asked for.');
  };
  const next = await hub.look(mark);
  // The second page was not read again, and its comment is not told as removed.
  expect([next.events, next.unread]).toEqual([[], []]);
  hub.more = () => rest;
  hub.posts = [{ ...many, updatedAt: NOW }];
  expect(await hub.ids(next.mark)).toEqual([]);
});

test.each<readonly [string, string, boolean]>([
  ['in the last minute', '2024-03-01T11:59:30Z', true],
  ['a minute ago', '2024-03-01T11:59:00Z', true],
  ['before', '2024-03-01T11:58:59Z', false],
])('a closed post that changed %s (%s) is asked for again: %j', async (_, updatedAt, isAsked) => {
  const hub = gitHub(issue(1, { closed: true, updatedAt }));
  const { mark } = await hub.look(null);
  hub.asked.length = 0;
  await hub.look(mark);
  expect(hub.asked).toEqual(isAsked ? [1] : []);
  // GitHub may list a change late.
  hub.asked.length = 0;
  hub.posts = [issue(1, { closed: true, updatedAt: '2024-03-01T11:00:00Z' })];
  await hub.look(mark);
  expect(hub.asked).toEqual([1]);
});

test('remembers a post that is closed or without a vote for a day after its last change', async () => {
  const shut = issue(1, { closed: true });
  const quiet = issue(2, { updatedAt: '2024-03-01T09:00:01Z' });
  const quieter = issue(3);
  const voted = issue(4, { labels: page([{ name: 'game/pending' }]) });
  const hub = gitHub(shut, quiet, quieter, voted);
  const { mark } = await hub.look(null);
  expect(hub.since).toBeUndefined();
  const later = issue(5, { createdAt: '2024-03-02T09:00:00Z', updatedAt: '2024-03-02T09:00:00Z' });
  hub.posts = [later, shut, quiet, quieter, voted];
  const next = await hub.look(mark, '2024-03-02T10:00:00Z');
  expect([next.events.map(({ id }) => id), hub.since]).toEqual([['opened-5'], quiet.updatedAt]);
  expect(Object.keys((JSON.parse(next.mark) as { posts: object }).posts)).toEqual(['2', '4', '5']);
  await hub.look(next.mark, '2024-03-02T10:00:00Z');
  expect(hub.since).toBe(later.updatedAt);
});

test('ignores a post of another game, but asks again for one that couldn’t be read whole', async () => {
  const label = {
    timelineItems: page([happened('LabeledEvent', 'L', { actor: ANA, label: { name: 'of/pier' } })]),
  };
  const partly = page([...(label.timelineItems as { readonly nodes: readonly object[] }).nodes, null]);
  const hub = gitHub(issue(1, label), issue(2, { timelineItems: partly }), issue(3));
  const { events, unread, mark } = await hub.look(null);
  expect([events.map(({ id }) => id), unread, hub.onPosts.get('1')]).toEqual([
    ['opened-3'],
    ['2'],
    undefined,
  ]);
  // A post of this game stays one under any label, and the words of a pull request make it no other game’s.
  const engines = { author: ENGINE, updatedAt: NOW };
  const other = gitHub(issue(6, engines), pull(7, { body: '<!-- gitnomic:game pier -->' }));
  const seen = await other.look(null);
  expect(seen.events.map(({ id }) => id)).toEqual(['opened-6', 'opened-7']);
  const comments = page([comment('8', BO, 'Hm.')]);
  const labels = page([{ name: 'of/pier' }]);
  other.posts = [issue(6, { ...engines, labels, comments }), ...other.posts.slice(1)];
  expect(await other.ids(seen.mark)).toEqual(['comment-8']);
  // A post of another game is not asked for again unless it changes.
  hub.asked.length = 0;
  hub.posts = [];
  await hub.look(mark);
  expect(hub.asked).toEqual([2, 3]);
});
