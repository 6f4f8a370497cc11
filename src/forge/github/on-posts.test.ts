// The engine’s memory of posts from the last look, so that it does not write the same again.
import { expect, test } from 'vitest';

import type { PostRead } from './answers.ts';
import { ANA, BO, comment, ENGINE, EARLY, issue, pull, review } from './fixtures/hub.ts';
import { markerOf, OnPosts } from './on-posts.ts';

const whole = (...nodes: readonly object[]): object => ({ nodes, missing: 0, rest: 'read' });
const read = (sent: object, more: object = {}): PostRead =>
  ({
    ...sent,
    labels: whole(),
    reactions: whole(),
    comments: whole(),
    timelineItems: whole(),
    ...more,
  }) as unknown as PostRead;

const hall = new OnPosts('9');
const pier = new OnPosts('9', 'games/pier');
const own = (body: string, more: object = {}): PostRead => read(issue(3, { author: ENGINE, body, ...more }));

test.each<readonly [string, OnPosts, string, object, boolean]>([
  ['the engine’s with this key', hall, markerOf('round 1', ''), {}, true],
  ['the engine’s with words before its mark', hall, `It begins.\n\n${markerOf('round 1', '')}\n`, {}, true],
  ['the engine’s with another key', hall, markerOf('round 2', ''), {}, false],
  ['the engine’s without a key', hall, 'Hm.', {}, false],
  ['the engine’s with words after a mark', hall, `${markerOf('round 1', '')} Hm.`, {}, false],
  ['closed', hall, markerOf('round 1', ''), { closed: true }, false],
  ['somebody’s who wrote the mark', hall, markerOf('round 1', ''), { author: ANA }, false],
  ['of another game', hall, markerOf('round 1', 'games/pier'), {}, false],
  ['of this game among several', pier, markerOf('round 1', 'games/pier'), {}, true],
  ['of the game at the top', pier, markerOf('round 1', ''), {}, false],
])('tells whether a post that is %s is found by its key', (_, posts, body, more, isFound) => {
  posts.learn(own(body, more));
  expect(posts.called('round 1')).toEqual(isFound ? { post: '3', body } : null);
});

test('keeps the first of the engine’s comments with each key current', () => {
  const tally = `Two for.\n\n${markerOf('tally', '')}`;
  const comments = [
    comment('6', ANA, markerOf('tally', '')),
    comment('7', ENGINE, 'Noted.'),
    comment('8', ENGINE, tally),
    comment('9', ENGINE, `One for.\n\n${markerOf('tally', '')}`),
    comment('10', ENGINE, markerOf('tally', 'games/pier')),
  ];
  const posts = new OnPosts('9');
  posts.learn(read(issue(3), { comments: whole(...comments) }));
  expect([...(posts.get('3')?.said ?? [])]).toEqual([['tally', { id: 8, body: tally }]]);
  expect(posts.get('3')).toMatchObject({ byEngine: false, saidAll: true });
  posts.learn(read(issue(3), { comments: { ...whole(), missing: 1 } }));
  expect(posts.get('3')).toMatchObject({ saidAll: false });
});

test('remembers a post with its head, its labels, and who reviewed and reacted', () => {
  const posts = new OnPosts('9');
  const reviews = [
    review('1', { commit: { oid: 'c1' }, author: ANA }),
    review('2', { commit: null }),
    review('3', { submittedAt: null }),
    review('4', { commit: { oid: 'c4' } }),
  ];
  const reaction = { databaseId: 5, content: 'EYES', createdAt: EARLY, user: { login: 'bo', databaseId: 2 } };
  const merged = whole({ __typename: 'MergedEvent', actor: BO });
  const more = { labels: whole({ name: 'bug' }), reactions: whole(reaction), reviews: whole(...reviews) };
  posts.learn(
    read(pull(5, { merged: true, closed: true, locked: true }), { ...more, timelineItems: merged }),
  );
  posts.learn(read(issue(6)));
  const [ana, bo] = [
    { id: '1', name: 'ana', bot: false },
    { id: '2', name: 'bo', bot: false },
  ];
  expect(posts.all().map(([post]) => post)).toEqual(['5', '6']);
  expect(posts.get('5')).toMatchObject({
    head: 'a'.repeat(40),
    labels: ['bug'],
    closed: true,
    locked: true,
    mergedByHand: true,
    reviewed: [
      {
        by: ana,
        head: 'c1',
      },
      {
        by: bo,
        head: 'c4',
      },
    ],
    reacted: [
      {
        by: bo,
        reaction: 'eyes',
      },
    ],
  });
  const none = {
    head: null,
    labels: [],
    reviewed: [],
    reacted: [],
    mergedByHand: false,
    games: [],
    inline: [],
  };
  expect(posts.get('6')).toMatchObject({ ...none, closed: false, locked: false });
  expect(posts.get('7')).toBeUndefined();
});
