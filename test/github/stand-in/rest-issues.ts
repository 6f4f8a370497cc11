import { z } from 'zod';

import {
  commentOf,
  ownOrWriter,
  postOf,
  read,
  Refused,
  textSchema,
  unlocked,
  writer,
  type Answer,
  type Asked,
  type Route,
} from './asked.ts';
import { showComment, showIssue, showReaction } from './show.ts';
import type { Reaction, Written } from './world.ts';

function react(asked: Asked, written: Written): Answer {
  const { content } = read(
    z.strictObject({
      content: z.enum(['+1', '-1', 'laugh', 'confused', 'heart', 'hooray', 'rocket', 'eyes']),
    }),
    asked.body,
  );
  const there = written.reactions.find((one) => one.by === asked.by && one.content === content);
  if (there !== undefined) return [200, showReaction(there)];
  const given: Reaction = { id: asked.world.nextSmall(), content, at: asked.world.now, by: asked.by };
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
    if (post.lastHead !== undefined && change.state === 'open')
      throw new Refused(422, 'Validation Failed: state cannot be changed. The head branch was deleted.');
    if (post.merged) throw new Refused(422, 'Validation Failed: The pull request cannot be reopened.');
    post.closed = change.state === 'closed';
    world.happen(post, by, post.closed ? 'ClosedEvent' : 'ReopenedEvent');
  }
  return [200, showIssue(post)];
}

/** Posts and what is said on them: a pull request is an issue too. */
export const ISSUE_ROUTES: Readonly<Record<string, Route>> = {
  'GET issues': ({ world, query }) => {
    const since = query.get('since') ?? '';
    const label = query.get('labels');
    const found = world.posts.filter(
      ({ updated, labels }) => updated >= since && (label === null || labels.includes(label)),
    );
    return [200, found.toSorted((a, b) => (a.updated < b.updated ? -1 : 1)).map(showIssue)];
  },
  'POST issues': (asked) => {
    const { title, body, labels } = read(
      z.strictObject({
        title: z.string().min(1).max(256),
        body: textSchema.default(''),
        labels: z.array(z.string()).default([]),
      }),
      asked.body,
    );
    const kept = asked.by.permission === 'write' ? labels : [];
    for (const name of kept)
      if (!asked.world.labels.some((label) => label.name === name))
        asked.world.labels.push({ name, color: 'ededed', description: '' });
    return [201, showIssue(asked.world.open(asked.by, { title, body, labels: kept, branch: null }))];
  },
  'GET issues/N': (asked, number) => [200, showIssue(postOf(asked, number))],
  'PATCH issues/N': patchPost,
  'PUT issues/N/lock': (asked, number) => {
    writer(asked);
    postOf(asked, number).locked = true;
    return [204];
  },
  'DELETE issues/N/lock': (asked, number) => {
    writer(asked);
    postOf(asked, number).locked = false;
    return [204];
  },
  'GET issues/N/labels': (asked, number) => [200, postOf(asked, number).labels.map((name) => ({ name }))],
  'POST issues/N/labels': (asked, number) => {
    writer(asked);
    const { labels } = read(z.strictObject({ labels: z.array(z.string().max(50)) }), asked.body);
    const post = postOf(asked, number);
    if (new Set([...post.labels, ...labels]).size > 100)
      throw new Refused(422, 'Validation Failed: Issues cannot have more than 100 labels');
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
    if (post.comments.length >= asked.world.mostComments)
      throw new Refused(403, 'Commenting is disabled on issues with more than 2500 comments');
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
};
