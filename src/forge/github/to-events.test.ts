import { describe, expect, test } from 'vitest';

import type { ForgeEvent } from '../events.ts';
import type { CommentRead, DetailRead, PostRead, TimelineRead } from './answers.ts';
import { eventsOfPost, kindsOfPost, type Begun } from './to-events.ts';

const OPENED = '2024-03-01T09:00:00Z';
const NEXT = '2024-03-01T09:00:01Z';
const LATER = '2024-03-01T12:00:00Z';
const LAST = '2024-03-02T09:00:00Z';
const ANA = { __typename: 'User', login: 'ana', databaseId: 1 };
const BO = { __typename: 'User', login: 'bo', databaseId: 2 };
const ana = { id: '1', name: 'ana', bot: false };
const bo = { id: '2', name: 'bo', bot: false };
const BEGUN: Begun = { head: null, since: null };

const pageOf = <T>(...nodes: readonly T[]): object => ({
  pageInfo: { hasNextPage: false, endCursor: null },
  nodes,
  missing: 0,
});

function postWith(more: Readonly<Record<string, unknown>> = {}): PostRead {
  return {
    __typename: 'PullRequest',
    id: 'PR_12',
    number: 12,
    title: 'Longer nights',
    body: 'They are too short.',
    createdAt: OPENED,
    author: ANA,
    userContentEdits: pageOf(),
    reactions: pageOf(),
    comments: pageOf(),
    reviews: pageOf(),
    timelineItems: pageOf(),
    headRefName: 'longer',
    headRefOid: 'a'.repeat(40),
    ...more,
  } as unknown as PostRead;
}

const item = (type: string, more: object, createdAt = LATER): TimelineRead => ({
  __typename: type,
  id: `${type}-1`,
  createdAt,
  actor: BO,
  ...more,
});
const edit = (id: string, editedAt: string, diff: string | null, editor: object = BO): object => ({
  id,
  editedAt,
  editor,
  diff,
  deletedAt: diff === null ? editedAt : null,
});
const comment = (more: object = {}): CommentRead =>
  ({
    id: 'IC_7',
    fullDatabaseId: '7',
    author: BO,
    body: ':for:',
    createdAt: LATER,
    ...more,
  }) as unknown as CommentRead;

const eventsOf = (post: PostRead, details: object = {}, begun = BEGUN): readonly ForgeEvent[] =>
  eventsOfPost(post, new Map(Object.entries(details)) as ReadonlyMap<string, DetailRead>, begun);

describe('a post is opened', () => {
  test('a pull request as a change with its branch, an issue as talk without one', () => {
    expect(eventsOf(postWith())).toEqual([
      {
        type: 'opened',
        id: 'opened-12',
        at: OPENED,
        by: ana,
        post: '12',
        kind: 'change',
        title: 'Longer nights',
        text: 'They are too short.',
        head: { branch: 'longer', oid: 'a'.repeat(40) },
      },
    ]);
    const issue = { __typename: 'Issue', headRefName: undefined, headRefOid: undefined, reviews: undefined };
    expect(eventsOf(postWith(issue))).toMatchObject([{ kind: 'tell', head: null }]);
  });

  test('with the commit at which it began, and a branch name that is cut', () => {
    const begun = { head: 'b'.repeat(40), since: null };
    const [opened] = eventsOf(postWith({ headRefName: 'x'.repeat(300) }), {}, begun);
    expect(opened).toMatchObject({ head: { branch: 'x'.repeat(200), oid: 'b'.repeat(40) } });
    expect(eventsOf(postWith({ headRefName: undefined }))).toMatchObject([{ head: { branch: '' } }]);
  });

  test('with the title and text that it had then, followed by each change', () => {
    const events = eventsOf(
      postWith({
        title: 'Third',
        body: 'now',
        userContentEdits: pageOf(
          edit('E3', LAST, 'now'),
          edit('E2', LATER, 'then'),
          edit('E1', OPENED, 'first'),
        ),
        timelineItems: pageOf(
          item('RenamedTitleEvent', { previousTitle: 'First', currentTitle: 'Second' }),
          item('RenamedTitleEvent', { id: 'R2', previousTitle: 'Second', currentTitle: 'Third' }, NEXT),
        ),
      }),
    );
    expect(events).toMatchObject([
      { type: 'opened', title: 'First', text: 'first' },
      { type: 'edited', id: 'edit-E2', at: LATER, by: bo, text: 'then', title: 'Second' },
      { type: 'edited', id: 'edit-E3', at: LAST, text: 'now' },
      { type: 'edited', id: 'title-R2', at: NEXT, title: 'Third' },
    ]);
    expect(events[2]).not.toHaveProperty('title');
    expect(events[3]).not.toHaveProperty('text');
  });

  test('a title that somebody else changed in that second isn’t part of an edit', () => {
    const events = eventsOf(
      postWith({
        userContentEdits: pageOf(edit('E2', LATER, 'now', ANA), edit('E1', OPENED, 'first')),
        timelineItems: pageOf(item('RenamedTitleEvent', { previousTitle: 'First' })),
      }),
    );
    expect(events).toMatchObject([
      { title: 'First' },
      { type: 'edited', id: 'edit-E2', by: ana, text: 'They are too short.' },
      { type: 'edited', by: bo, title: '' },
    ]);
  });

  test('versions are ordered by their times, however they are listed', () => {
    const [first, second, third] = [edit('E1', OPENED, 'a'), edit('E2', LATER, 'b'), edit('E3', LAST, 'c')];
    for (const listed of [
      [third, first, second],
      [first, second, third],
      [second, third, first],
    ])
      expect(eventsOf(postWith({ body: 'c', userContentEdits: pageOf(...listed) }))).toMatchObject([
        { type: 'opened', text: 'a' },
        { id: 'edit-E2', text: 'b' },
        { id: 'edit-E3', text: 'c' },
      ]);
  });

  test('if versions were removed from the history, the last is the text and the others are empty', () => {
    const events = eventsOf(
      postWith({
        userContentEdits: pageOf(edit('E3', LAST, null), edit('E2', LATER, null), edit('E1', OPENED, null)),
      }),
    );
    expect(events).toMatchObject([{ text: '' }, { text: '' }, { text: 'They are too short.' }]);
  });

  test('what became a post later is reported as it was then', () => {
    const labels = pageOf(
      item('LabeledEvent', { id: 'L1', label: { name: 'kind/cfj' } }),
      item('LabeledEvent', { id: 'L2', label: { name: 'kind/story' } }, LAST),
    );
    const post = postWith({ timelineItems: labels });
    expect(eventsOf(post, {}, { head: null, since: LATER })[0]).toMatchObject({
      at: LATER,
      kind: 'cfj',
      title: 'Longer nights',
    });
    expect(eventsOf(post, {}, { head: null, since: LAST })[0]).toMatchObject({ kind: 'story' });
    expect(eventsOf(post, {}, { head: null, since: NEXT })[0]).toMatchObject({ kind: 'change' });
  });
});

describe('labels', () => {
  const labelled = (name: string, createdAt: string, more: object = {}): PostRead =>
    postWith({
      __typename: 'Issue',
      timelineItems: pageOf(item('LabeledEvent', { actor: ANA, label: { name }, ...more }, createdAt)),
    });

  test('a kind that came with the form is what it was opened with; one that came later is a change', () => {
    expect(eventsOf(labelled('kind/cfj', NEXT))).toMatchObject([{ type: 'opened', kind: 'cfj' }]);
    for (const post of [
      labelled('kind/cfj', '2024-03-01T09:00:02Z'),
      labelled('kind/cfj', NEXT, { actor: BO }),
      { ...labelled('kind/cfj', NEXT), __typename: 'PullRequest' as const },
    ])
      expect(eventsOf(post)).toMatchObject([
        { type: 'opened' },
        { type: 'categorised', id: 'kind-LabeledEvent-1', kind: 'cfj', post: '12' },
      ]);
    expect(eventsOf(labelled('bug', NEXT))).toMatchObject([{ type: 'opened', kind: 'tell' }]);
    expect(eventsOf(labelled('kind/Not One', NEXT))).toHaveLength(1);
  });

  test('of several kinds the first is the form’s, each later one is a change, and a removed one isn’t', () => {
    const by = (id: string, name: string, type = 'LabeledEvent'): TimelineRead =>
      item(type, { id, actor: ANA, label: { name } }, NEXT);
    const items = [by('L1', 'kind/cfj'), by('L2', 'kind/story'), by('L3', 'kind/story', 'UnlabeledEvent')];
    expect(eventsOf(postWith({ __typename: 'Issue', timelineItems: pageOf(...items) }))).toMatchObject([
      { type: 'opened', kind: 'cfj' },
      { type: 'categorised', id: 'kind-L2', kind: 'story' },
    ]);
  });

  test('whether its author chose the kind is known by the label of a form or by its mark', () => {
    const chosen = (post: PostRead): boolean => kindsOfPost(post, post.timelineItems.nodes).withForm;
    const plain = postWith({ __typename: 'Issue', timelineItems: pageOf() });
    expect(chosen(labelled('kind/cfj', NEXT))).toBe(true);
    expect(chosen({ ...plain, body: '<!-- gitnomic:form kind/cfj -->' })).toBe(true);
    expect(chosen(plain)).toBe(false);
    expect(chosen(labelled('kind/cfj', LATER))).toBe(false);
  });

  test('an issue by an action’s form is its command, as of when it was opened', () => {
    const form = { body: '### Room\n\nD4\n', comments: pageOf(comment()) };
    const act = { ...labelled('act/light-room', NEXT), ...form } as unknown as PostRead;
    expect(eventsOf(act)).toMatchObject([
      {
        type: 'commented',
        id: 'form-12',
        at: OPENED,
        by: ana,
        post: '12',
        comment: 'form-12',
        text: '/act light-room room="D4"',
      },
      { type: 'commented', id: 'comment-7' },
    ]);
    const forged = { ...labelled('act/light-room', NEXT, { actor: BO }), ...form } as unknown as PostRead;
    expect(eventsOf(forged)[0]).toMatchObject({ type: 'opened' });
    const unlabelled = postWith({
      timelineItems: pageOf(item('UnlabeledEvent', { label: { name: 'act/light-room' } }, NEXT)),
    });
    expect(eventsOf(unlabelled)).toMatchObject([{ type: 'opened' }]);
  });

  test('a form’s mark makes an issue what its form would, for its own author and as it was opened', () => {
    const mark = (label: string): string => `<!-- gitnomic:form ${label} -->\n\n`;
    const opened = (body: string, more: object = {}): PostRead => ({
      ...postWith({ __typename: 'Issue', timelineItems: pageOf() }),
      body,
      ...more,
    });
    const act = `${mark('act/form')}### Action\n\nLight: room (light)\n\n### With\n\nroom: "D4\\n/enact 3"`;
    expect(eventsOf(opened(act))).toMatchObject([
      { type: 'commented', by: ana, text: '/act light room="D4\\n/enact 3"' },
    ]);
    const kind = `${mark('kind/form')}### Kind\n\nCall (cfj)\n\n### Text\n\nIs it?`;
    expect(eventsOf(opened(kind))).toMatchObject([{ type: 'opened', kind: 'cfj', text: 'Is it?' }]);
    expect(eventsOf(opened(mark('kind/join-request')))).toMatchObject([{ kind: 'join-request' }]);
    const bot = { author: { __typename: 'Bot', login: 'github-actions', databaseId: 9 } };
    expect(eventsOf(opened(act, bot))[0]).toMatchObject({ type: 'opened', kind: 'tell' });
    const later = { userContentEdits: pageOf(edit('E2', LATER, act), edit('E1', OPENED, 'A thought.')) };
    expect(eventsOf(opened(act, later))[0]).toMatchObject({ type: 'opened', kind: 'tell' });
    const pull = { ...opened(act), __typename: 'PullRequest' as const };
    expect(eventsOf(pull)[0]).toMatchObject({ type: 'opened', kind: 'change' });
  });

  test('a form without its choice is answered like /act without an action', () => {
    const mark = (label: string): string => `<!-- gitnomic:form ${label} -->\n\n`;
    const sent = (body: string): readonly ForgeEvent[] => eventsOf({ ...labelled('bug', NEXT), body });
    const missing = '### Kind\n\n_No response_\n\n### Text\n\nOnce.';
    expect(sent(`${mark('kind/form')}${missing}`)).toMatchObject([{ type: 'commented', text: '/act' }]);
    expect(sent(`${mark('act/form')}### Action\n\n_No response_`)).toMatchObject([{ text: '/act' }]);
    expect(sent(`${mark('kind/story')}${missing}`)).toMatchObject([{ type: 'opened', kind: 'story' }]);
  });

  test('a later edit of an action’s form isn’t a second action', () => {
    const edits = pageOf(edit('E2', LATER, '### Room\n\nE5\n'), edit('E1', OPENED, '### Room\n\nD4\n'));
    const act = { ...labelled('act/light-room', OPENED), body: '### Room\n\nE5\n', userContentEdits: edits };
    expect(eventsOf(act as unknown as PostRead)).toMatchObject([{ text: '/act light-room room="D4"' }]);
  });
});

describe('what happens to a post', () => {
  test('it is closed and reopened, and a review is dismissed', () => {
    const timeline = pageOf(
      item('ClosedEvent', {}),
      item('ReopenedEvent', {}),
      item('ReviewDismissedEvent', { review: { fullDatabaseId: '9' } }),
      item('ReviewDismissedEvent', { id: 'gone', review: null }),
      item('MergedEvent', {}),
    );
    const post = postWith({ timelineItems: timeline });
    expect(eventsOf(post).slice(1)).toEqual([
      { type: 'closed', id: 'closed-ClosedEvent-1', at: LATER, by: bo, post: '12' },
      { type: 'reopened', id: 'reopened-ReopenedEvent-1', at: LATER, by: bo, post: '12' },
      {
        type: 'review-dismissed',
        id: 'dismissed-ReviewDismissedEvent-1',
        at: LATER,
        by: bo,
        post: '12',
        review: '9',
      },
    ]);
    const merged = eventsOf(post, {}, { ...BEGUN, mergedByHand: true }).map(({ type }) => type);
    expect(merged).toEqual(['opened', 'reopened', 'review-dismissed']);
  });

  test('it gets comments with their edits, and reactions to them and to the post', () => {
    const reaction = (databaseId: number, content: string): object => ({
      databaseId,
      content,
      createdAt: LAST,
      user: { login: 'bo', databaseId: 2 },
    });
    const details = {
      IC_7: {
        userContentEdits: pageOf(edit('C2', LAST, ':against:'), edit('C1', LATER, ':for:')),
        reactions: pageOf(reaction(31, 'HEART')),
      },
    };
    const post = postWith({
      comments: pageOf(comment({ body: ':against:' })),
      reactions: pageOf(reaction(30, 'THUMBS_UP')),
    });
    expect(eventsOf(post, details).slice(1)).toEqual([
      { type: 'commented', id: 'comment-7', at: LATER, by: bo, post: '12', comment: '7', text: ':for:' },
      {
        type: 'comment-edited',
        id: 'edit-C2',
        at: LAST,
        by: bo,
        post: '12',
        comment: '7',
        text: ':against:',
      },
      { type: 'reacted', id: 'reaction-31', at: LAST, by: bo, post: '12', comment: '7', reaction: 'heart' },
      { type: 'reacted', id: 'reaction-30', at: LAST, by: bo, post: '12', comment: null, reaction: '+1' },
    ]);
    expect(eventsOf(post)[1]).toMatchObject({ type: 'commented', text: ':against:' });
  });
});

describe('reviews', () => {
  const review = (state: string, more: object = {}): object => ({
    id: 'PRR_9',
    fullDatabaseId: '9',
    author: BO,
    body: 'Fine.',
    state,
    submittedAt: LATER,
    commit: { oid: 'c'.repeat(40) },
    ...more,
  });
  const reviewed = (one: object, more: object = {}, details: object = {}): readonly ForgeEvent[] =>
    eventsOf(postWith({ reviews: pageOf(one), ...more }), details).filter(({ type }) =>
      type.startsWith('review'),
    );

  test.each([
    ['APPROVED', 'approve'],
    ['CHANGES_REQUESTED', 'request-changes'],
    ['COMMENTED', 'comment'],
  ])('%s is the verdict %s', (state, verdict) => {
    expect(reviewed(review(state))).toEqual([
      {
        type: 'reviewed',
        id: 'review-9',
        at: LATER,
        by: bo,
        post: '12',
        review: '9',
        verdict,
        text: 'Fine.',
        head: 'c'.repeat(40),
      },
    ]);
  });

  test('one still being written, or in a state without meaning, is ignored', () => {
    expect(reviewed(review('PENDING'))).toEqual([]);
    expect(reviewed(review('APPROVED', { submittedAt: null }))).toEqual([]);
  });

  test('one that was dismissed counts with its earlier verdict', () => {
    const dismissed = (previousReviewState?: string): object => ({
      timelineItems: pageOf(
        item('ReviewDismissedEvent', { review: { fullDatabaseId: '9' }, previousReviewState }),
        item('ReviewDismissedEvent', { id: 'other', review: null }),
        item('ClosedEvent', {}),
      ),
    });
    expect(reviewed(review('DISMISSED'), dismissed('approved'))[1]).toMatchObject({ verdict: 'approve' });
    expect(reviewed(review('DISMISSED'), dismissed())[1]).toMatchObject({ verdict: 'comment' });
    expect(reviewed(review('DISMISSED'))[0]).toMatchObject({ verdict: 'comment' });
    expect(reviewed(review('APPROVED'), dismissed('COMMENTED'))[1]).toMatchObject({ verdict: 'approve' });
  });

  test('one of a missing commit has a head of zeros', () => {
    expect(reviewed(review('APPROVED', { commit: null }))[0]).toMatchObject({ head: '0'.repeat(40) });
  });

  test('one is followed by its edits', () => {
    const details = {
      PRR_9: { userContentEdits: pageOf(edit('V2', LAST, 'No.'), edit('V1', LATER, 'Yes.')) },
    };
    expect(reviewed(review('APPROVED', { body: 'No.' }), {}, details)).toMatchObject([
      { type: 'reviewed', text: 'Yes.' },
      { type: 'review-edited', id: 'edit-V2', at: LAST, by: bo, post: '12', review: '9', text: 'No.' },
    ]);
  });
});
