import { z } from 'zod';

import {
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
import { showPull, showReview } from './show.ts';

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
  return [200, showReview(written)];
}

export const PULL_ROUTES: Readonly<Record<string, Route>> = {
  'POST pulls': (asked) => {
    const { title, body, head, base, draft } = read(
      z.strictObject({
        title: z.string().min(1).max(256),
        body: textSchema,
        head: z.string(),
        base: z.string(),
        draft: z.boolean().default(false),
      }),
      asked.body,
    );
    if (asked.by.type === 'Bot' && !asked.world.mayOpenPulls)
      throw new Refused(403, 'GitHub Actions is not permitted to create or approve pull requests.');
    if (!asked.world.refs().has(`refs/heads/${head}`))
      throw new Refused(422, 'Validation Failed: head invalid');
    return [
      201,
      showPull(
        asked.world,
        asked.world.open(asked.by, { title, body, labels: [], branch: head, base, draft }),
      ),
    ];
  },
  'GET pulls/N': (asked, number) => {
    const post = postOf(asked, number);
    if (post.branch === null) throw new Refused(404, 'Not Found');
    return [200, showPull(asked.world, post)];
  },
  'GET pulls/N/reviews': (asked, number) => [200, postOf(asked, number).reviews.map(showReview)],
  'POST pulls/N/reviews': review,
  'PUT pulls/N/reviews/N': (asked, number, id) => {
    const post = postOf(asked, number);
    const found = post.reviews.find((one) => String(one.id) === id);
    if (found === undefined) throw new Refused(404, 'Not Found');
    ownOrWriter(asked, found.by);
    asked.world.rewrite(found, asked.by, read(z.strictObject({ body: textSchema }), asked.body).body);
    post.updated = asked.world.now;
    return [200, showReview(found)];
  },
  'PUT pulls/N/reviews/N/dismissals': (asked, number, id) => {
    writer(asked);
    const post = postOf(asked, number);
    const found = post.reviews.find((one) => String(one.id) === id);
    if (found === undefined) throw new Refused(404, 'Not Found');
    asked.world.happen(post, asked.by, 'ReviewDismissedEvent', {
      review: { __typename: 'PullRequestReview', fullDatabaseId: String(found.id) },
      previousReviewState: found.state,
    });
    found.state = 'DISMISSED';
    return [200, showReview(found)];
  },
};
