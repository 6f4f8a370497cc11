import { beforeEach, expect, test } from 'vitest';

import type { Input } from '../../kernel/inputs.ts';
import { bo, Desk } from '../fixtures/desk.ts';
import { onPost, turnAway, withUnixLines } from './on-post.ts';
import { Outbox } from '../position/outbox.ts';
import { PostIndex } from '../position/post-index.ts';

let desk: Desk;
beforeEach(async () => {
  desk = await Desk.open();
  desk.opens(bo, '1', 'proposal', 'Night');
  desk.decide();
});

test('passes an event on a known post to the rules by the game’s id, and reports a refusal', () => {
  const { rules } = desk.session.position;
  const posts = new PostIndex({
    links: { '7': '1' },
    moved: null,
    commentIds: {},
    posts: [{ id: '1', author: 'bo', byEngine: false }],
  });
  const outbox = new Outbox();
  const edit = (forgePost: string, title: string): unknown =>
    onPost(
      { rules, posts, outbox },
      forgePost,
      ({ say }) => say`The edit`,
      'edit',
      (on): Input => ({ type: 'alter', how: 'edit', at: desk.now, by: 'bo', on, title }),
    );
  expect(edit('7', 'Long night')).toMatchObject({ ok: true });
  expect(rules.play.state().posts['1']?.title).toBe('Long night');
  expect(outbox.handOn()).toEqual([]);
  expect(edit('7', '')).toMatchObject({ ok: false });
  expect(outbox.handOn()).toMatchObject([
    {
      tell: 'comment',
      post: '7',
      key: 'edit',
      text: expect.stringMatching(/^The edit does not count: /u) as string,
    },
  ]);
  expect(edit('8', 'Dusk')).toBeNull();
  expect(outbox.handOn()).toEqual([]);
});

test('a post that is turned away isn’t in the game; it’s told why, labelled and closed', () => {
  const posts = new PostIndex({
    links: { '7': 'story-1', '8': 'story-2' },
    moved: null,
    commentIds: {},
    posts: [],
  });
  const outbox = new Outbox();
  turnAway({ posts, outbox }, '7', 'Joining is closed.');
  expect([posts.idOf('7'), posts.links]).toEqual(['7', { '8': 'story-2' }]);
  expect(outbox.handOn()).toEqual([
    { tell: 'comment', post: '7', key: 'refused', text: 'Joining is closed.' },
    { tell: 'label', post: '7', labels: ['not-accepted'] },
    { tell: 'settle', post: '7' },
  ]);
});

test('converts all line endings to those that the rules use', () => {
  expect(withUnixLines('one\r\ntwo\rthree\nfour\r\r\n')).toBe('one\ntwo\nthree\nfour\n\n');
});
