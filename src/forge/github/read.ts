import type { Octokit } from 'octokit';

import {
  activitySchema,
  askForPosts,
  askForRest,
  postsAnswer,
  postsARequest,
  restAnswer,
  type Activity,
  type Connection,
  type PostRead,
} from './answers.ts';
import { asking } from './client.ts';

export interface Place {
  readonly octokit: Octokit;
  readonly owner: string;
  readonly name: string;
}

/** Numbers of the posts that changed since then, all of them where there is no then. */
export async function changedSince({ octokit, owner, name }: Place, since: string | null): Promise<number[]> {
  const found = await asking('the list of what changed', () =>
    octokit.paginate('GET /repos/{owner}/{repo}/issues', {
      owner,
      repo: name,
      state: 'all',
      sort: 'updated',
      direction: 'asc',
      per_page: 100,
      ...(since === null ? {} : { since }),
    }),
  );
  return found.map(({ number }) => number);
}

/** Pushes after the one with this number, the oldest first. */
export async function activitySince(
  { octokit, owner, name }: Place,
  last: number | null,
): Promise<Activity[]> {
  const found: Activity[] = [];
  await asking('the list of pushes', async () => {
    const pages = octokit.paginate.iterator('GET /repos/{owner}/{repo}/activity', {
      owner,
      repo: name,
      per_page: 100,
    });
    for await (const { data } of pages) {
      const items = data.map((item) => activitySchema.parse(item));
      found.push(...items.filter(({ id }) => last === null || id > last));
      if (last !== null && items.some(({ id }) => id <= last)) break;
    }
  });
  return found.toSorted((a, b) => a.id - b.id);
}

/** All there is on these posts; those that are no more, or were moved elsewhere, are left out. */
export async function readPosts(place: Place, numbers: readonly number[]): Promise<PostRead[]> {
  const posts: PostRead[] = [];
  for (let from = 0; from < numbers.length; from += postsARequest) {
    const some = numbers.slice(from, from + postsARequest);
    const answer = await asking('reading posts', () =>
      place.octokit.graphql(askForPosts(some), { owner: place.owner, name: place.name }),
    );
    const { repository } = postsAnswer.parse(answer);
    for (const post of Object.values(repository)) if (post !== null) posts.push(await complete(place, post));
  }
  return posts;
}

async function complete(place: Place, post: PostRead): Promise<PostRead> {
  const type = post.__typename;
  await readRest(place, post.id, type, 'userContentEdits', post.userContentEdits);
  await readRest(place, post.id, type, 'reactions', post.reactions);
  await readRest(place, post.id, type, 'comments', post.comments);
  await readRest(place, post.id, type, 'timelineItems', post.timelineItems);
  if (post.reviews !== undefined) await readRest(place, post.id, type, 'reviews', post.reviews);
  for (const { id, userContentEdits, reactions } of post.comments.nodes) {
    await readRest(place, id, 'IssueComment', 'userContentEdits', userContentEdits);
    await readRest(place, id, 'IssueComment', 'reactions', reactions);
  }
  for (const { id, userContentEdits } of post.reviews?.nodes ?? [])
    await readRest(place, id, 'PullRequestReview', 'userContentEdits', userContentEdits);
  return post;
}

interface Page {
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
  nodes: unknown[];
}

/** Lays what is beyond the first page behind it. */
async function readRest(
  { octokit }: Place,
  id: string,
  type: string,
  connection: Connection,
  into: Page,
): Promise<void> {
  while (into.pageInfo.hasNextPage) {
    const after = into.pageInfo.endCursor;
    const answer = await asking(`reading more ${connection}`, () =>
      octokit.graphql(askForRest(type, connection), { id, after }),
    );
    const page = restAnswer.parse(answer).node?.[connection];
    if (page === undefined) return;
    into.nodes.push(...page.nodes);
    into.pageInfo = page.pageInfo;
  }
}
