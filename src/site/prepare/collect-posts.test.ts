import { expect, test } from 'vitest';

import { readStatus } from '../../tick/read-status.ts';
import { kernelCaches as caches } from '../../scenario/on-kernel/fixtures/runner.ts';
import type { Desk } from '../../session/fixtures/desk.ts';
import { somebody } from '../../session/fixtures/desk.ts';
import { sessionWith } from '../../session/fixtures/session.ts';
import type { PostData } from '../../kernel/state.ts';
import type { PostSummary } from '../data/site-data.ts';
import { discussedAt, postsOf, withArchived, type PostsSource } from './collect-posts.ts';
import { shownIn, type GameShown } from './game-shown.ts';
import { RenderedCache } from './rendered-cache.ts';

const rendered = (): RenderedCache => new RenderedCache();

/** Returns the posts of a game as its pages show them, latest first. */
async function shownOf(
  desk: Desk,
  change: (game: GameShown) => GameShown = (game) => game,
  more: Partial<PostsSource> = {},
): Promise<readonly PostSummary[]> {
  const { position } = desk.session;
  const game = change(await shownIn(position.open, desk.now, caches));
  const { queue } = readStatus(position, desk.now);
  return postsOf(game, {
    rendered: rendered(),
    queue,
    discussed: () => null,
    now: desk.now,
    trialOf: null,
    outsideRules: () => [],
    ...more,
  });
}

const TEA = { by: 'bo', title: 'Tea', text: 'Tea is served at *four*.' };

test('the latest post comes first, with its text and its comments', async () => {
  const desk = await sessionWith({
    posts: [
      TEA,
      { by: 'cy', title: 'Coffee', votes: { ana: 'FOR', bo: 'AGAINST' }, says: [['dee', 'No **milk**.']] },
    ],
  });
  const [coffee, tea] = await shownOf(desk);
  expect(tea).toMatchObject({
    title: 'Tea',
    author: 'bo',
    status: 'pending',
    kindTitle: 'Proposal',
    votable: true,
    html: '<p>Tea is served at <em>four</em>.</p>',
    comments: [],
  });
  expect(coffee?.uses.map(({ by, vote, withdrawn }) => [by, vote, withdrawn])).toEqual([
    ['ana', 'FOR', false],
    ['bo', 'AGAINST', false],
  ]);
  expect(coffee?.comments.at(-1)).toMatchObject({
    by: 'dee',
    html: '<p>No <strong>milk</strong>.</p>',
    edited: false,
    deleted: false,
  });
  // A vote in a comment looks as it does elsewhere.
  expect(coffee?.comments[0]?.html).toBe('<p><span class="tag for">FOR</span></p>');
  expect(coffee?.counts).toEqual(
    expect.arrayContaining([expect.objectContaining({ key: 'against', count: 1, vote: 'AGAINST' })]),
  );
});

test('a vote that was changed isn’t shown as counted', async () => {
  const desk = await sessionWith({ posts: [{ ...TEA, votes: { cy: 'AGAINST' } }] });
  desk.says(somebody('cy'), '1', ':for:');
  desk.decide();
  const [tea] = await shownOf(desk);
  expect(tea?.uses.map(({ vote, counted }) => [vote, counted])).toEqual([
    ['AGAINST', undefined],
    ['FOR', undefined],
  ]);
});

test('shows a changed rule word by word, and says if its test run is still going', async () => {
  const text = (await sessionWith()).files.get('content/ruleset/core/votable-matters/votes.md') ?? '';
  const changes = {
    'core/votable-matters/votes.md': text.replace('[48 hours](#value:window)', '[72 hours](#value:window)'),
  };
  const desk = await sessionWith({ posts: [{ ...TEA, title: '[Core] Longer', changes }] });
  const [post] = await shownOf(desk, undefined, { trialOf: () => null });
  expect(post?.diffs).toHaveLength(1);
  expect(JSON.stringify(post?.diffs)).toMatch(/48.*72/u);
  expect(post?.changes).toEqual([]);
  expect(post?.consequences).toContain('The test run is still going');
  expect((await shownOf(desk))[0]?.consequences).not.toContain('still going');
});

/**
 * Returns a settled post that changes nothing, with a comment by the engine. It stays the same object, as it
 * does between two looks at a game.
 */
async function settled(
  text: string,
  more: Partial<PostData> = {},
): Promise<
  (change?: (game: GameShown) => GameShown, more?: Partial<PostsSource>) => Promise<PostSummary | undefined>
> {
  const desk = await sessionWith({ posts: [{ ...TEA, kind: 'story' }] });
  const cache = rendered();
  const comments = [{ id: 'c1', by: 'engine', at: desk.now, text, votes: [] }];
  const post: PostData = {
    ...(desk.session.position.open.play.state().posts['1'] as PostData),
    comments,
    ...more,
  };
  return async (change = (game) => game, more = {}) => {
    const [shown] = await shownOf(
      desk,
      (game) => change({ ...game, state: { ...game.state, posts: { '1': post } } }),
      { rendered: cache, ...more },
    );
    return shown;
  };
}

const withBow = (game: GameShown): GameShown => ({
  ...game,
  state: { ...game.state, things: { ...game.state.things, weapons: { 'wooden-bow': {} } } },
});

test('shows the engine’s own words and what it left out of a matter in today’s names', async () => {
  const omitted = [{ change: 'set wooden-bow', reason: 'the wooden-bow is broken' }];
  const own = await settled('', { byEngine: true, text: 'The wooden-bow won.', omitted });
  expect(await own()).toMatchObject({ html: '<p>The wooden-bow won.</p>', omitted });
  expect(await own(withBow)).toMatchObject({
    html: '<p>The wooden bow won.</p>',
    omitted: [{ change: 'set wooden bow', reason: 'the wooden bow is broken' }],
  });
  // What players write stays as they wrote it.
  const theirs = await settled('', { text: 'The wooden-bow won.' });
  expect((await theirs(withBow))?.html).toBe('<p>The wooden-bow won.</p>');
});

test('shows the engine’s words below a settled post in today’s names, although the post is unchanged', async () => {
  const show = await settled('The wooden-bow is next.');
  expect((await show())?.comments[0]?.html).toBe('<p>The wooden-bow is next.</p>');
  expect((await show(withBow))?.comments[0]?.html).toBe('<p>The wooden bow is next.</p>');
  expect((await show())?.comments[0]?.html).toBe('<p>The wooden-bow is next.</p>');
});

test('shows a post with its kind’s current title and the page where it’s discussed', async () => {
  const show = await settled('Well told.');
  expect(await show()).toMatchObject({ kindTitle: 'Story Post', discussion: null });
  const renamed = (game: GameShown): GameShown => {
    const kinds = { ...game.model.kinds, story: { ...game.model.kinds['story'], title: 'Tale' } };
    return { ...game, model: { ...game.model, kinds: kinds as GameShown['model']['kinds'] } };
  };
  expect((await show(renamed))?.kindTitle).toBe('Tale');
  expect((await show(undefined, { discussed: (id) => `talk/${id}` }))?.discussion).toBe('talk/1');
});

test('hides a muted player’s words, and shows what others said', async () => {
  const desk = await sessionWith({
    posts: [
      {
        ...TEA,
        says: [
          ['cy', 'You fools.'],
          ['dee', 'Calm down.'],
        ],
      },
    ],
  });
  const muted = { cy: { by: 'ana', at: desk.now, why: 'insults' } };
  const [post] = await shownOf(desk, (game) => ({
    ...game,
    read: { ...game.read, facts: { ...game.read.facts, moderation: { muted } } },
  }));
  const html = post?.comments.map((one) => one.html) ?? [];
  expect(html[0]).toContain('Kept, and not shown: ana');
  expect(html[1]).toBe('<p>Calm down.</p>');
  expect(JSON.stringify(post)).not.toContain('fools');
});

test('posts of past dynasties follow the game’s own, without duplicates', () => {
  const post = (id: string, title: string): PostSummary => ({ id, title }) as PostSummary;
  const all = withArchived([post('2', 'New'), post('1', 'Now')], [post('1', 'Then'), post('0', 'Old')]);
  expect(all.map(({ id, title }) => [id, title])).toEqual([
    ['2', 'New'],
    ['1', 'Now'],
    ['0', 'Old'],
  ]);
});

test('a local game has no other page for its posts', async () => {
  const { read } = (await sessionWith()).session;
  expect(discussedAt(read)('1')).toBeNull();
});
