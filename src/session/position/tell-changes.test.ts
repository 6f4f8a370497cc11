import { beforeEach, describe, expect, test } from 'vitest';

import type { StateChange } from '../../kernel/store.ts';
import { SMALL, ana, bo, cy, Desk, ENGINE, somebody } from '../fixtures/desk.ts';
import { Outbox } from './outbox.ts';
import { markOwnPost } from '../take/own-post.ts';
import { PostIndex } from './post-index.ts';
import { tellChanges } from './tell-changes.ts';

const HERALD = new Map([
  ['dynastic/herald.md', '---\ntitle: Herald\norder: 95\n---\nA herald tells what is to be told.\n'],
  [
    'dynastic/herald.ts',
    `import { action, rule, text } from 'gitnomic/rules';
export default rule(({ post, comment, posts }) => ({
  actions: {
    announce: action({ effect({ actor }) { post({ kind: 'story', title: 'Hear', text: 'The sea is calm.', author: actor }); } }),
    note: action({ with: { on: text() }, effect({ on }) { comment(posts.find(({ id }) => id === on), 'Heard.'); } }),
  },
}));
`,
  ],
]);

let desk: Desk;
async function begin(wish: Parameters<typeof Desk.open>[0] = {}): Promise<void> {
  desk = await Desk.open({ ...wish, ruleset: HERALD });
  desk.opens(bo, '1', 'proposal', 'A place to talk');
  desk.decide();
}
beforeEach(() => begin(SMALL));

/** All notices about a comment's changes, except its answer and summaries of matters. */
function saidOf(by: typeof bo, line: string): readonly object[] {
  desk.says(by, '1', line);
  const decision = desk.decide();
  return [...desk.session.read.facts.outbox.notices, ...decision.notices]
    .filter((one) => one.tell !== 'comment' || !/^(?:c-|standing$)/u.test(one.key))
    .map((one) => ({ ...one, n: undefined }));
}

describe('what the rules do is reported on the forge', () => {
  test('a post by the rules is announced, and one by a person isn’t', async () => {
    await begin();
    expect(saidOf(bo, '/act announce')).toContainEqual({
      tell: 'post',
      post: 'story-2',
      kind: 'story',
      title: 'Hear',
      text: 'The sea is calm.',
    });
    const { posts } = desk.session.position;
    expect(['1', 'story-2'].map((id) => [posts.has(id), posts.authorOf(id)])).toEqual([
      [true, 'bo'],
      [true, null],
    ]);
    desk.opens(cy, '7', 'story', 'Mine');
    expect(desk.decide().notices.filter(({ tell }) => tell === 'post')).toEqual([]);
  });

  test('a comment by the rules is copied once below the post, and one by a person isn’t', () => {
    const note = (n: number): object => ({ tell: 'comment', post: '1', key: `1-note-${n}`, text: 'Heard.' });
    const comments = (by: typeof bo, line: string): readonly object[] =>
      saidOf(by, line).filter((one) => 'tell' in one && one.tell === 'comment');
    expect(comments(bo, '/act note on=1')).toEqual([note(2)]);
    // An earlier notice stays in the outbox until the forge confirms it.
    expect(comments(cy, 'Good to know.')).toEqual([note(2)]);
    expect(comments(bo, '/act note on=1')).toEqual([note(2), note(5)]);
  });

  test('a comment on a post by the rules uses their id until the forge has its own', async () => {
    await begin();
    saidOf(bo, '/act announce');
    expect(saidOf(bo, '/act note on=story-2')).toContainEqual({
      tell: 'comment',
      post: 'story-2',
      key: 'story-2-note-1',
      text: 'Heard.',
      own: true,
    });
    desk.happens(somebody(ENGINE, { bot: true }), {
      type: 'opened',
      post: '9',
      kind: 'story',
      title: 'Hear',
      text: markOwnPost('story-2', 'The sea is calm.'),
      head: null,
    });
    expect(saidOf(bo, '/act note on=story-2')).toContainEqual({
      tell: 'comment',
      post: '9',
      key: 'story-2-note-2',
      text: 'Heard.',
    });
  });

  test('a resolved matter is reported with its result, labelled and settled', () => {
    saidOf(ana, '/game resolution=by-admin');
    desk.says(cy, '1', ':veto:');
    desk.decide();
    desk.later(48);
    const said = saidOf(ana, '/fail');
    const result = said.findIndex((one) => 'key' in one && one.key === 'result');
    expect(said.slice(result, result + 3)).toEqual([
      { tell: 'comment', post: '1', key: 'result', text: expect.stringContaining('**A place to talk** ') },
      { tell: 'label', post: '1', labels: ['failed'] },
      { tell: 'settle', post: '1' },
    ]);
  });
});

describe('nothing is reported', () => {
  const note = { id: 'n', by: 'engine', text: 'Heard.' };
  /** The notices for these changes in a game with post 1, and the number of new posts. */
  function said(changes: readonly StateChange[], posts = desk.session.position.posts): readonly unknown[] {
    const outbox = new Outbox();
    const before = posts.taken;
    tellChanges({ posts, outbox, rules: desk.session.position.rules }, changes);
    return [outbox.handOn(), posts.taken - before];
  }
  const isSaid = (path: readonly string[], after: unknown, before: unknown = null): StateChange => ({
    path,
    before,
    after,
  });
  const blank = (): PostIndex => new PostIndex({ links: {}, moved: null, commentIds: {}, posts: [] });

  test.each<[string, StateChange]>([
    ['what is no post, though it has a status', isSaid(['things', '1', 'status'], 'failed')],
    ['what is no post, though it looks like one', isSaid(['players', 'gus'], { id: 'gus', byEngine: true })],
    ['all posts at once', isSaid(['posts'], { 1: {} })],
    ['a post that went', isSaid(['posts', '1'], null, {})],
    ['another part of a post', isSaid(['posts', '1', 'tally'], { byEngine: true })],
    ['another part of a post, which reads as an end', isSaid(['posts', '1', 'title'], 'failed')],
    ['another part of a post, which reads as comments', isSaid(['posts', '1', 'omitted'], [note])],
    ['a status that is no end', isSaid(['posts', '1', 'status'], 'pending')],
    ['comments that went', isSaid(['posts', '1', 'comments'], null, [note])],
    ['a comment of a person', isSaid(['posts', '1', 'comments'], [{ ...note, by: 'bo' }])],
    ['a comment of the rules that was there', isSaid(['posts', '1', 'comments'], [note], [note])],
    ['comments of a person on what is not there', isSaid(['posts', '8', 'comments'], [note])],
    ['the end of what is not there', isSaid(['posts', '8', 'status'], 'failed')],
  ])('about %s', (_, change) => {
    expect(said([change])).toEqual([[], 0]);
  });

  test('about a person’s post that is on another forge or unknown to the game', () => {
    const ended = [isSaid(['posts', '1', 'status'], 'failed'), isSaid(['posts', '1', 'comments'], [note])];
    expect(said(ended, blank())).toEqual([[], 0]);
    const posts = blank();
    posts.add('8', 'bo');
    expect(said([isSaid(['posts', '8', 'status'], 'failed')], posts)).toEqual([[], 0]);
  });

  test('except a note on a known post, whatever was said before', () => {
    const notice = { tell: 'comment', post: '1', key: 'n', text: 'Heard.' };
    expect(said([isSaid(['posts', '1', 'comments'], [note])])).toEqual([[notice], 0]);
    const before = [{ id: 'c', by: 'bo', text: 'Well?' }];
    expect(said([isSaid(['posts', '1', 'comments'], [...before, note], before)])).toEqual([[notice], 0]);
  });
});
