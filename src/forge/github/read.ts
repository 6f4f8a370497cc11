import {
  activitySchema,
  askForDetails,
  askForHeads,
  askForPosts,
  askForRest,
  detailsAnswer,
  detailsARequest,
  headsAnswer,
  postsAnswer,
  postsARequest,
  readRestOf,
  type Activity,
  type Connection,
  type DetailRead,
  type Headed,
  type PostRead,
  type RestPage,
} from './answers.ts';
import { askGraph, asking, type Octokit } from './client.ts';
import { recordsOf, type HeadRecord } from './head-records.ts';

export interface Place {
  readonly octokit: Octokit;
  readonly owner: string;
  readonly name: string;
  /** What GitHub did not answer, in sentences for whoever reads how the run went. */
  readonly gaps: string[];
}

export interface Changed {
  readonly number: number;
  readonly updated: string;
}

/** The posts that changed since then, all of them where there is no then. */
export async function changedSince(
  { octokit, owner, name }: Place,
  since: string | null,
): Promise<Changed[]> {
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
  return found.map(({ number, updated_at }) => ({ number, updated: updated_at }));
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

/** `[1, 2, 3, 4, 5]`, two at a time → `[1, 2]`, `[3, 4]`, `[5]` */
function* inParts<T>(all: readonly T[], size: number): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += size) yield all.slice(from, from + size);
}

export interface PostsRead {
  readonly posts: readonly PostRead[];
  /** Those that are there no more: deleted, moved elsewhere, or hidden by GitHub. */
  readonly gone: readonly number[];
}

/** What there is on these posts. */
export async function readPosts(place: Place, numbers: readonly number[]): Promise<PostsRead> {
  const posts: PostRead[] = [];
  const { octokit, owner, name } = place;
  for (const some of inParts(numbers, postsARequest)) {
    const answer = await asking('reading posts', () => askGraph(octokit, askForPosts(some), { owner, name }));
    const { repository } = postsAnswer.parse(answer);
    for (const post of Object.values(repository)) if (post !== null) posts.push(await complete(place, post));
  }
  const there = new Set(posts.map(({ number }) => number));
  return { posts, gone: numbers.filter((number) => !there.has(number)) };
}

async function complete(place: Place, post: PostRead): Promise<PostRead> {
  const type = post.__typename;
  await readRest(place, post.id, type, 'userContentEdits', post.userContentEdits);
  await readRest(place, post.id, type, 'reactions', post.reactions);
  await readRest(place, post.id, type, 'comments', post.comments);
  await readRest(place, post.id, type, 'timelineItems', post.timelineItems);
  if (post.reviews !== undefined) await readRest(place, post.id, type, 'reviews', post.reviews);
  return post;
}

/** Edits and reactions of comments and reviews, by the id of what they hang on. What is gone meanwhile is left out. */
export async function readDetails(
  place: Place,
  ids: readonly string[],
): Promise<ReadonlyMap<string, DetailRead>> {
  const found = new Map<string, DetailRead>();
  for (const some of inParts(ids, detailsARequest)) {
    const answer = await asking('reading edits', () => askGraph(place.octokit, askForDetails, { ids: some }));
    for (const node of detailsAnswer.parse(answer).nodes) {
      if (node === null) continue;
      await readRest(place, node.id, node.__typename, 'userContentEdits', node.userContentEdits);
      if (node.reactions !== undefined)
        await readRest(place, node.id, node.__typename, 'reactions', node.reactions);
      found.set(node.id, node);
    }
  }
  return found;
}

/** What the job that records pushes has put on the commits of these pull requests. */
export async function readHeadRecords(
  { octokit, owner, name }: Place,
  pulls: readonly Headed[],
): Promise<ReadonlyMap<number, readonly HeadRecord[]>> {
  const found = new Map<number, readonly HeadRecord[]>();
  for (const some of inParts(pulls, postsARequest)) {
    const answer = await asking('reading heads', () => askGraph(octokit, askForHeads(some), { owner, name }));
    for (const pull of Object.values(headsAnswer.parse(answer).repository))
      if (pull !== null) found.set(pull.number, recordsOf(pull));
  }
  return found;
}

/** Lays what is beyond the first page behind it. */
async function readRest(
  { octokit }: Place,
  id: string,
  type: string,
  connection: Connection,
  into: RestPage,
): Promise<void> {
  while (into.pageInfo.hasNextPage) {
    const after = into.pageInfo.endCursor;
    const answer = await asking(`reading more ${connection}`, () =>
      askGraph(octokit, askForRest(type, connection), { id, after }),
    );
    const page = readRestOf(answer, connection);
    if (page === null) return;
    into.nodes.push(...page.nodes);
    into.pageInfo = page.pageInfo;
  }
}
