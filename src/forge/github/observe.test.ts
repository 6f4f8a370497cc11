// What a look at GitHub finds, and what the next one need not ask again.
import { expect, test } from 'vitest';

import { markerOf, OnPosts } from './on-posts.ts';
import { observeGitHub, type Observing } from './observe.ts';

const EARLY = '2024-03-01T09:00:00Z';
const NOW = '2024-03-01T12:00:00Z';
const ANA = { __typename: 'User', login: 'ana', databaseId: 1 };
const BO = { __typename: 'User', login: 'bo', databaseId: 2 };
const ENGINE = { __typename: 'Bot', login: 'hall[bot]', databaseId: 9 };

const page = (nodes: readonly unknown[] = []): object => ({
  pageInfo: { hasNextPage: false, endCursor: null },
  nodes,
});
const issue = (number: number, more: object = {}) => ({
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
  reactions: page(),
  userContentEdits: page(),
  comments: page(),
  timelineItems: page(),
  ...more,
});
const comment = (id: string, author: object, body: string, more: object = {}): object => ({
  id: `C_${id}`,
  fullDatabaseId: id,
  author,
  body,
  createdAt: EARLY,
  lastEditedAt: null,
  reactionGroups: null,
  ...more,
});

/** GitHub as it is now: its posts, and pushes. */
interface Hub {
  posts: readonly { readonly number: number; readonly updatedAt: string }[];
  pushes: readonly object[];
  /** Posts that it lists, and doesn't show. */
  readonly hidden: Set<number>;
  readonly asked: number[];
  readonly gaps: string[];
  readonly onPosts: OnPosts;
  look(mark: string | null, now?: string): ReturnType<typeof observeGitHub>;
}

function gitHub(...posts: Hub['posts']): Hub {
  const onPosts = new OnPosts('9');
  const hub: Hub = {
    posts,
    pushes: [],
    hidden: new Set(),
    asked: [],
    gaps: [],
    onPosts,
    look: (mark, now = NOW) => observeGitHub({ ...observing, now }, mark),
  };
  const graphql = async (query: string): Promise<unknown> => {
    if (query.startsWith('query Details')) return { nodes: [] };
    const numbers = [...query.matchAll(/\bp(\d+):/gu)].map(([, number]) => Number(number));
    hub.asked.push(...numbers);
    const there = hub.posts.filter(({ number }) => !hub.hidden.has(number));
    const found = numbers.map((number) => there.find((one) => one.number === number) ?? null);
    const data = { repository: Object.fromEntries(numbers.map((number, at) => [`p${number}`, found[at]])) };
    const errors = numbers
      .filter((_, at) => found[at] === null)
      .map((number) => ({ type: 'NOT_FOUND', path: ['repository', `p${number}`] }));
    if (errors.length > 0) throw Object.assign(new Error('x'), { data, errors });
    return data;
  };
  async function* iterator(): AsyncGenerator<{ readonly data: readonly object[] }> {
    yield { data: hub.pushes };
  }
  const list = async () => hub.posts.map(({ number, updatedAt }) => ({ number, updated_at: updatedAt }));
  const octokit = { graphql, paginate: Object.assign(list, { iterator }) };
  const observing = {
    place: { octokit, owner: 'o', name: 'r', gaps: hub.gaps },
    engine: '9',
    onPosts,
    repository: { folder: '' },
    games: undefined,
    forms: null,
    isForced: async () => false,
  } as unknown as Observing;
  return hub;
}

test('a look tells what others did, in order, and the next one only what is new', async () => {
  const said = [comment('8', BO, 'Hear.'), comment('7', ANA, 'Hm.'), comment('9', ENGINE, 'Noted.')];
  const hub = gitHub(
    issue(3, { comments: page(said) }),
    issue(2, { author: ENGINE, body: markerOf('waiting', '') }),
  );
  hub.pushes = [
    {
      id: 5,
      ref: 'refs/heads/main',
      before: 'a',
      after: 'b',
      timestamp: EARLY,
      activity_type: 'push',
      actor: { id: 2, login: 'bo' },
    },
  ];
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

test('what was deleted is told once, and what GitHub leaves out is asked again', async () => {
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

test('a post that was never seen does not vanish, and a comment of which the first text is unknown waits', async () => {
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

test('of posts without a vote only the latest are asked for, however many there are', async () => {
  const at = (n: number): string => `2024-03-01T09:00:${String(n).padStart(2, '0')}Z`;
  const many = Array.from({ length: 14 }, (_, n) => issue(n + 1, { updatedAt: at(n) }));
  const voted = issue(20, { labels: page([{ name: 'game/pending' }]) });
  const closed = issue(21, { closed: true });
  const hub = gitHub(...many, voted, closed);
  const { mark } = await hub.look(null);
  expect(hub.asked).toHaveLength(16);
  hub.asked.length = 0;
  await hub.look(mark);
  expect(hub.asked).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 20]);
});
