import { z } from 'zod';

import type { Account, Post, Push, Reaction, World, Written } from './world.ts';

export interface Asked {
  readonly world: World;
  readonly by: Account;
  readonly query: URLSearchParams;
  readonly body: unknown;
}
export type Answer = readonly [status: number, body?: unknown];

/** What GitHub refuses. */
export class Refused extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

type Route = (asked: Asked, ...parts: string[]) => Answer;

const textSchema = z
  .string()
  .refine((text) => text.length <= 65_536, 'body is too long (maximum is 65536 characters)');
const read = <T extends z.ZodType>(schema: T, body: unknown): z.infer<T> => {
  const { success, data, error } = schema.safeParse(body ?? {});
  if (!success)
    throw new Refused(
      422,
      `Validation Failed: ${error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ')}`,
    );
  return data;
};

const postOf = ({ world }: Asked, number: string): Post => {
  const post = world.posts.find((one) => String(one.number) === number);
  if (post === undefined) throw new Refused(404, 'Not Found');
  return post;
};
const commentOf = ({ world }: Asked, id: string): { post: Post; comment: Written } => {
  for (const post of world.posts)
    for (const comment of post.comments) if (String(comment.id) === id) return { post, comment };
  throw new Refused(404, 'Not Found');
};
const writer = ({ by }: Asked): void => {
  if (by.permission !== 'write') throw new Refused(403, 'Resource not accessible');
};
const ownOrWriter = (asked: Asked, author: Account | null): void => {
  if (author !== asked.by) writer(asked);
};
const unlocked = (asked: Asked, post: Post): void => {
  if (post.locked && asked.by.permission !== 'write')
    throw new Refused(403, 'Unable to comment on a locked issue');
};

const who = ({ login, id, type }: Account): unknown => ({ login, id, type });
const showPost = (post: Post): Record<string, unknown> => ({
  number: post.number,
  title: post.title,
  body: post.body,
  user: post.by === null ? null : who(post.by),
  state: post.closed ? 'closed' : 'open',
  locked: post.locked,
  labels: post.labels.map((name) => ({ name })),
  updated_at: post.updated,
});
const showComment = ({ id, body, by }: Written): unknown => ({
  id,
  body,
  user: by === null ? null : who(by),
});
const showReaction = ({ id, content, by }: Reaction): unknown => ({ id, content, user: who(by) });
const showPush = ({ id, ref, before, after, at, by, forced }: Push): unknown => ({
  id,
  ref,
  before,
  after,
  timestamp: at,
  activity_type: /^0+$/u.test(before)
    ? 'branch_creation'
    : /^0+$/u.test(after)
      ? 'branch_deletion'
      : forced
        ? 'force_push'
        : 'push',
  actor: who(by),
});

function react(asked: Asked, written: Written): Answer {
  const { content } = read(
    z.strictObject({
      content: z.enum(['+1', '-1', 'laugh', 'confused', 'heart', 'hooray', 'rocket', 'eyes']),
    }),
    asked.body,
  );
  const there = written.reactions.find((one) => one.by === asked.by && one.content === content);
  if (there !== undefined) return [200, showReaction(there)];
  const given: Reaction = { id: asked.world.next(), content, at: asked.world.now, by: asked.by };
  written.reactions.push(given);
  return [201, showReaction(given)];
}

function unreact({ by }: Asked, written: Written, id: string): Answer {
  const at = written.reactions.findIndex((one) => String(one.id) === id && one.by === by);
  if (at === -1) throw new Refused(404, 'Not Found');
  written.reactions.splice(at, 1);
  return [204];
}

function patchPost(asked: Asked, number: string): Answer {
  const post = postOf(asked, number);
  const { world, by } = asked;
  const change = read(
    z.strictObject({
      title: z.string().max(256).optional(),
      body: textSchema.optional(),
      state: z.enum(['open', 'closed']).optional(),
    }),
    asked.body,
  );
  ownOrWriter(asked, post.by);
  if (change.title !== undefined && change.title !== post.title) {
    world.happen(post, by, 'RenamedTitleEvent', { previousTitle: post.title, currentTitle: change.title });
    post.title = change.title;
  }
  if (change.body !== undefined) {
    world.rewrite(post, by, change.body);
    post.updated = world.now;
  }
  if (change.state !== undefined && (change.state === 'closed') !== post.closed) {
    post.closed = change.state === 'closed';
    world.happen(post, by, post.closed ? 'ClosedEvent' : 'ReopenedEvent');
  }
  return [200, showPost(post)];
}

const EVENTS = { APPROVE: 'APPROVED', REQUEST_CHANGES: 'CHANGES_REQUESTED', COMMENT: 'COMMENTED' } as const;

function review(asked: Asked, number: string): Answer {
  const post = postOf(asked, number);
  const { world, by } = asked;
  unlocked(asked, post);
  if (post.branch === null) throw new Refused(404, 'Not Found');
  const { event, body } = read(
    z.strictObject({ event: z.enum(['APPROVE', 'REQUEST_CHANGES', 'COMMENT']), body: textSchema }),
    asked.body,
  );
  if (by === post.by && event !== 'COMMENT') throw new Refused(422, 'Can not approve your own pull request');
  const written = { ...world.write(by, body), state: EVENTS[event], head: world.headOf(post) };
  post.reviews.push(written);
  post.updated = world.now;
  return [200, { id: written.id, state: written.state, body, user: who(by) }];
}

const ROUTES: Readonly<Record<string, Route>> = {
  'GET issues': ({ world, query }) => {
    const since = query.get('since') ?? '';
    const label = query.get('labels');
    const found = world.posts.filter(
      ({ updated, labels }) => updated >= since && (label === null || labels.includes(label)),
    );
    return [200, found.toSorted((a, b) => (a.updated < b.updated ? -1 : 1)).map(showPost)];
  },
  'POST issues': (asked) => {
    const { title, body, labels } = read(
      z.strictObject({
        title: z.string().min(1).max(256),
        body: textSchema,
        labels: z.array(z.string()).default([]),
      }),
      asked.body,
    );
    const kept = asked.by.permission === 'write' ? labels : [];
    return [201, showPost(asked.world.open(asked.by, { title, body, labels: kept, branch: null }))];
  },
  'GET issues/N': (asked, number) => [200, showPost(postOf(asked, number))],
  'PATCH issues/N': patchPost,
  'PUT issues/N/lock': (asked, number) => {
    writer(asked);
    postOf(asked, number).locked = true;
    return [204];
  },
  'GET issues/N/labels': (asked, number) => [200, postOf(asked, number).labels.map((name) => ({ name }))],
  'POST issues/N/labels': (asked, number) => {
    writer(asked);
    const { labels } = read(z.strictObject({ labels: z.array(z.string().max(50)) }), asked.body);
    const post = postOf(asked, number);
    asked.world.label(post, asked.by, labels);
    return [200, post.labels.map((name) => ({ name }))];
  },
  'DELETE issues/N/labels/S': (asked, number, name) => {
    writer(asked);
    const post = postOf(asked, number);
    if (!post.labels.includes(name)) throw new Refused(404, 'Label does not exist');
    post.labels = post.labels.filter((one) => one !== name);
    post.updated = asked.world.now;
    return [200, []];
  },
  'GET issues/N/comments': (asked, number) => [200, postOf(asked, number).comments.map(showComment)],
  'POST issues/N/comments': (asked, number) => {
    const post = postOf(asked, number);
    unlocked(asked, post);
    const { body } = read(z.strictObject({ body: textSchema }), asked.body);
    const comment = asked.world.write(asked.by, body);
    post.comments.push(comment);
    post.updated = asked.world.now;
    return [201, showComment(comment)];
  },
  'GET issues/comments/N': (asked, id) => [200, showComment(commentOf(asked, id).comment)],
  'PATCH issues/comments/N': (asked, id) => {
    const { post, comment } = commentOf(asked, id);
    ownOrWriter(asked, comment.by);
    asked.world.rewrite(comment, asked.by, read(z.strictObject({ body: textSchema }), asked.body).body);
    post.updated = asked.world.now;
    return [200, showComment(comment)];
  },
  'DELETE issues/comments/N': (asked, id) => {
    const { post, comment } = commentOf(asked, id);
    ownOrWriter(asked, comment.by);
    post.comments.splice(post.comments.indexOf(comment), 1);
    asked.world.happen(post, asked.by, 'CommentDeletedEvent', { deletedCommentAuthor: comment.by });
    return [204];
  },
  'GET issues/N/reactions': (asked, number) => [200, postOf(asked, number).reactions.map(showReaction)],
  'POST issues/N/reactions': (asked, number) => {
    unlocked(asked, postOf(asked, number));
    return react(asked, postOf(asked, number));
  },
  'DELETE issues/N/reactions/N': (asked, number, id) => unreact(asked, postOf(asked, number), id),
  'GET issues/comments/N/reactions': (asked, id) => [
    200,
    commentOf(asked, id).comment.reactions.map(showReaction),
  ],
  'POST issues/comments/N/reactions': (asked, id) => {
    unlocked(asked, commentOf(asked, id).post);
    return react(asked, commentOf(asked, id).comment);
  },
  'DELETE issues/comments/N/reactions/N': (asked, id, reaction) =>
    unreact(asked, commentOf(asked, id).comment, reaction),
  'POST pulls': (asked) => {
    const { title, body, head } = read(
      z.strictObject({
        title: z.string().min(1).max(256),
        body: textSchema,
        head: z.string(),
        base: z.literal('main'),
      }),
      asked.body,
    );
    if (!asked.world.refs().has(`refs/heads/${head}`))
      throw new Refused(422, 'Validation Failed: head invalid');
    return [201, showPost(asked.world.open(asked.by, { title, body, labels: [], branch: head }))];
  },
  'GET pulls/N': (asked, number) => {
    const post = postOf(asked, number);
    if (post.branch === null) throw new Refused(404, 'Not Found');
    return [200, { ...showPost(post), head: { ref: post.branch, sha: asked.world.headOf(post) } }];
  },
  'GET pulls/N/reviews': (asked, number) => [200, postOf(asked, number).reviews.map(showComment)],
  'POST pulls/N/reviews': review,
  'PUT pulls/N/reviews/N': (asked, number, id) => {
    const post = postOf(asked, number);
    const found = post.reviews.find((one) => String(one.id) === id);
    if (found === undefined) throw new Refused(404, 'Not Found');
    ownOrWriter(asked, found.by);
    asked.world.rewrite(found, asked.by, read(z.strictObject({ body: textSchema }), asked.body).body);
    post.updated = asked.world.now;
    return [200, showComment(found)];
  },
  'PUT pulls/N/reviews/N/dismissals': (asked, number, id) => {
    writer(asked);
    const post = postOf(asked, number);
    const found = post.reviews.find((one) => String(one.id) === id);
    if (found === undefined) throw new Refused(404, 'Not Found');
    asked.world.happen(post, asked.by, 'ReviewDismissedEvent', {
      review: { __typename: 'PullRequestReview', databaseId: found.id },
      previousReviewState: found.state,
    });
    found.state = 'DISMISSED';
    return [200, showComment(found)];
  },
  'GET activity': ({ world }) => [200, world.pushes.toReversed().map(showPush)],
};

const PATTERNS = Object.entries(ROUTES).map(([route, run]) => {
  const source = route.replaceAll('/N', '/(\\d+)').replaceAll('/S', '/([^/]+)');
  return { pattern: new RegExp(`^${source}$`, 'u'), run };
});

/** `GET issues/3/comments` → what GitHub would answer, as far as the adapter asks. */
export function answerRest(method: string, path: string, asked: Asked): Answer {
  for (const { pattern, run } of PATTERNS) {
    const found = pattern.exec(`${method} ${path}`);
    if (found !== null) return run(asked, ...found.slice(1).map((part) => decodeURIComponent(part)));
  }
  throw new Refused(404, `Not Found: the stand-in has no ${method} ${path}`);
}
