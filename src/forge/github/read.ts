import {
  activitySchema,
  askForDetails,
  askForHeads,
  askForPosts,
  askForRest,
  askForSizes,
  detailsAnswer,
  detailSchema,
  detailsARequest,
  headsSchema,
  postsAnswer,
  postSchema,
  postsARequest,
  readRestOf,
  sizeSchema,
  type Activity,
  type Connection,
  type DetailRead,
  type Headed,
  type PostRead,
  type RestPage,
} from './answers.ts';
import { askGraph, askInHalves, isTooMuch, readAnswer } from './ask.ts';
import { asking, type Octokit } from './client.ts';
import { isWhole, recordsOf, type HeadRecord } from './pushes.ts';
import type { Oid } from '../../repository/oid.ts';
import type { TextBounds } from '../../repository/repository.ts';

export interface GitHubRepo {
  readonly octokit: Octokit;
  readonly owner: string;
  readonly name: string;
  /** Sentences about gaps in GitHub's answers, for the run's summary. */
  readonly gaps: string[];
}

export interface Changed {
  readonly number: number;
  readonly updated: string;
}

/** The posts that changed since then, or all of them. */
export async function changedSince(
  { octokit, owner, name }: GitHubRepo,
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

/** The most time that GitHub takes to list a push. */
const lateMs = 10 * 60_000;

/** Pushes after the one with this number, and those of the last minutes, oldest first. */
export async function activitySince(
  { octokit, owner, name, gaps }: GitHubRepo,
  last: number | null,
  now: string,
): Promise<Activity[]> {
  const found: Activity[] = [];
  await asking('the list of pushes', async () => {
    const pages = octokit.paginate.iterator('GET /repos/{owner}/{repo}/activity', {
      owner,
      repo: name,
      per_page: 100,
    });
    for await (const { data } of pages) {
      const items = data.flatMap((item) => activitySchema.safeParse(item).data ?? []);
      if (items.length < data.length) gaps.push('GitHub listed some pushes incompletely.');
      // A push may be listed late, after others that were seen.
      const isLate = (at: string): boolean => Date.parse(now) - Date.parse(at) < lateMs;
      found.push(...items.filter(({ id, timestamp }) => id > (last ?? 0) || isLate(timestamp)));
      if (items.some(({ id }) => id <= (last ?? 0))) break;
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
  /** Posts that were deleted, moved elsewhere, or hidden by GitHub. */
  readonly gone: readonly number[];
  /** Posts that GitHub didn't answer for, to be read again. */
  readonly unread: readonly number[];
}

/**
 * Comments, reviews, reactions and labels on these posts. If a post `isUnchanged` since the last read, only its reactions may have
 * changed beyond the first page, because they don't change its time. So a thousand comments make one look expensive, and not every one.
 */
export async function readPosts(
  place: GitHubRepo,
  numbers: readonly number[],
  isUnchanged: (post: PostRead) => boolean = () => false,
): Promise<PostsRead> {
  const [posts, gone, unread]: [PostRead[], number[], number[]] = [[], [], []];
  const { octokit, owner, name } = place;
  const what = 'reading posts';
  const slow = await askInHalves(inParts(numbers, postsARequest), async (some, request) => {
    const answer = await askGraph(octokit, what, askForPosts(some), { owner, name, request });
    const { repository } = readAnswer(what, postsAnswer, answer.data);
    for (const number of some) {
      const read = postSchema.safeParse(repository[`p${number}`]);
      if (answer.absent.has(`repository.p${number}`)) gone.push(number);
      else if (read.success && (await complete(place, read.data, isUnchanged(read.data))))
        posts.push(read.data);
      else unread.push(number);
    }
  });
  return { posts, gone, unread: [...unread, ...slow] };
}

/** False if GitHub couldn't answer for what is beyond the first page. */
async function complete(place: GitHubRepo, post: PostRead, isUnchanged: boolean): Promise<boolean> {
  const { __typename: type, id, reviews } = post;
  try {
    await readRest(place, id, type, 'reactions', post.reactions);
    if (isUnchanged) {
      for (const page of [post.userContentEdits, post.comments, post.timelineItems, reviews ?? post.comments])
        if (page.pageInfo.hasNextPage) page.rest = 'as it was';
      return true;
    }
    await readRest(place, id, type, 'userContentEdits', post.userContentEdits);
    await readRest(place, id, type, 'comments', post.comments);
    await readRest(place, id, type, 'timelineItems', post.timelineItems);
    if (reviews !== undefined) await readRest(place, id, type, 'reviews', reviews);
    return true;
  } catch (error) {
    if (isTooMuch(error)) return false;
    throw error;
  }
}

/** Edits and reactions by the id of their comment or review. Deleted ones are left out. */
export async function readDetails(
  place: GitHubRepo,
  ids: readonly string[],
): Promise<ReadonlyMap<string, DetailRead>> {
  const found = new Map<string, DetailRead>();
  const what = 'reading edits';
  await askInHalves(inParts(ids, detailsARequest), async (some, request) => {
    const { data } = await askGraph(place.octokit, what, askForDetails, { ids: some, request });
    for (const node of readAnswer(what, detailsAnswer, data).nodes) {
      const read = detailSchema.safeParse(node);
      if (!read.success) continue;
      const { id, __typename: type, userContentEdits, reactions } = read.data;
      await readRest(place, id, type, 'userContentEdits', userContentEdits);
      if (reactions !== undefined) await readRest(place, id, type, 'reactions', reactions);
      found.set(id, read.data);
    }
  });
  return found;
}

/** The number of texts whose sizes are requested at once. */
const SIZES = 200;

/** Sizes of those texts that are too large, by themselves or with those before them. Texts that GitHub doesn't know are not among them. */
export async function findTooLarge(
  { octokit, owner, name }: GitHubRepo,
  oids: readonly Oid[],
  { fileBytes, totalBytes }: TextBounds,
): Promise<ReadonlyMap<Oid, number>> {
  const what = 'reading sizes';
  const found = new Map<Oid, number>();
  let room = totalBytes;
  for (const some of inParts(oids, SIZES)) {
    const { data } = await askGraph(octokit, what, askForSizes(some), { owner, name });
    const { repository } = readAnswer(what, postsAnswer, data);
    for (const [at, oid] of some.entries()) {
      const { byteSize: size = 0 } = sizeSchema.safeParse(repository[`t${at}`]).data ?? {};
      if (size > fileBytes || size > room) found.set(oid, size);
      else room -= size;
    }
  }
  return found;
}

export interface HeadsFound {
  /** The records that the job Record made on its commits. */
  readonly records: readonly HeadRecord[];
  /** The files that it changes, or null if GitHub doesn't list them all at once. */
  readonly paths: readonly string[] | null;
}

/** Details of pull requests whose head has changed. Some may be missing from GitHub's answer. */
export async function readHeadRecords(
  place: GitHubRepo,
  pulls: readonly Headed[],
): Promise<ReadonlyMap<number, HeadsFound>> {
  const { octokit, owner, name } = place;
  const what = 'reading heads';
  const found = new Map<number, HeadsFound>();
  await askInHalves(inParts(pulls, postsARequest), async (some, request) => {
    const { data } = await askGraph(octokit, what, askForHeads(some), { owner, name, request });
    const { repository } = readAnswer(what, postsAnswer, data);
    for (const { number } of some) {
      const read = headsSchema.safeParse(repository[`p${number}`]);
      if (!read.success || read.data.files.missing > 0) continue;
      const { nodes, pageInfo } = read.data.files;
      const paths = pageInfo.hasNextPage ? null : nodes.map(({ path }) => path);
      if (!isWhole(read.data))
        place.gaps.push(`GitHub did not send all times of the heads of #${number} came.`);
      found.set(number, { records: recordsOf(read.data), paths });
    }
  });
  return found;
}

async function readRest(
  { octokit }: GitHubRepo,
  id: string,
  type: string,
  connection: Connection,
  into: RestPage,
): Promise<void> {
  while (into.pageInfo.hasNextPage && into.pageInfo.endCursor !== null) {
    const { endCursor: after } = into.pageInfo;
    const query = askForRest(type, connection);
    const { data } = await askGraph(octokit, `reading more ${connection}`, query, { id, after });
    const page = readRestOf(data, connection);
    into.missing += page?.missing ?? 1;
    if (page === null) return;
    into.nodes.push(...page.nodes);
    into.pageInfo = page.pageInfo;
  }
}
