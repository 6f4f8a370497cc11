import type { Repository } from '../../repository/repository.ts';
import type { ForgeEvent, Person } from '../events.ts';
import type { Observation } from '../port.ts';
import type { PostRead } from './answers.ts';
import { idsToRead, saidInline, type Details } from './details.ts';
import { headsOfForm, type FormBranches } from './form-heads.ts';
import { readMark, writeMark, type MarkState } from './mark.ts';
import type { OnPosts } from './on-posts.ts';
import { headsOf, mainPushes } from './pushes.ts';
import {
  activitySince,
  changedSince,
  readDetails,
  readHeadRecords,
  readPosts,
  type HeadsFound,
  type GitHubRepo,
} from './read.ts';
import { seenOf, unseen } from './seen.ts';
import { eventsOfPost } from './to-events.ts';
import { gameOfIssue, gamesOf, type GamePaths, type Touched } from './checks.ts';
import { isMergedByHand, isOpened, isWaiting, postSince, seenWaiting, waitsAnyway } from './waiting.ts';
import { vanishedFrom } from './vanished.ts';

const sayUnread = (post: number): string =>
  `GitHub did not send what is on #${post}: it is skipped for now, and the next look asks again.`;

/** Leaves comments and reviews whose original text is unknown for the next read. */
function leaveOut(post: PostRead, unknown: ReadonlySet<string>): void {
  for (const page of [post.comments, post.reviews]) {
    if (page === undefined) continue;
    const whole = page.nodes.filter(({ id }: { readonly id: string }) => !unknown.has(id));
    page.missing += page.nodes.length - whole.length;
    page.nodes.splice(0, page.nodes.length, ...(whole as never[]));
  }
}

/** Describes which parts of a post GitHub left out. */
function gapsOn(post: PostRead, details: Details): string[] {
  const below = post.comments.nodes.map(({ id }) => details.get(id));
  const reviewed = (post.reviews?.nodes ?? []).map(({ id }) => details.get(id));
  const sum = (pages: readonly ({ readonly missing: number } | undefined)[]): number =>
    pages.reduce((all, page) => all + (page?.missing ?? 0), 0);
  const missing = {
    comments: sum([post.comments]),
    reviews: sum([post.reviews]),
    reactions: sum([post.reactions, ...below.map((detail) => detail?.reactions)]),
    edits: sum([post.userContentEdits]),
    'comments on lines': sum(reviewed.map((detail) => detail?.comments)),
    labels: sum([post.labels]),
    events: sum([post.timelineItems]),
  };
  const missed = Object.entries(missing).flatMap(([what, count]) =>
    count === 0 ? [] : [`${what} (${count})`],
  );
  return missed.length === 0
    ? []
    : [`GitHub left out of what is on #${post.number}: ${missed.join(', ')}. The next look asks again.`];
}

export interface Observing {
  readonly place: GitHubRepo;
  readonly engine: string;
  readonly now: string;
  readonly onPosts: OnPosts;
  /** The repository, seen from the game's folder. */
  readonly repository: Repository;
  /** Tells which paths belong to games. Without it, every pull request is a post. */
  readonly games: GamePaths | undefined;
  isForced(from: string, to: string): Promise<boolean | null>;
  /** The place of proposals made by forms, or null if forms can't propose anything. */
  readonly forms: FormBranches | null;
}

/**
 * Observes GitHub. It takes two requests for changes and pushes, and one for each twenty posts that are open or changed. Only new things
 * cost more: edits, reactions to comments, and the times of heads.
 */
export async function observeGitHub(observing: Observing, mark: string | null): Promise<Observation> {
  const { place, engine, now } = observing;
  const before = readMark(mark);
  const listed = await activitySince(place, before.activity, now);
  const activity = listed.filter(({ id }) => !before.recent.includes(id));
  const reading = await readChanged(observing, before);
  const { posts, details, found, gone } = reading;
  const events: ForgeEvent[] = [...mainPushes(activity, engine), ...gone.map((post) => vanished(post, now))];
  const people: Record<string, Person> = { ...before.people };
  const seen: Record<string, MarkState['posts'][string]> = {};
  for (const post of posts) {
    const last = before.posts[post.number];
    if (isWaiting(post, last, found.get(post.number)?.changes)) {
      seen[post.number] = seenWaiting(post, last);
      continue;
    }
    const sent = new Set(last?.told);
    const form = observing.forms === null ? null : await headsOfForm(post, last, observing.forms);
    const known = { inline: saidInline(post, details), ...(form === null ? {} : { head: form.tip }) };
    Object.assign(observing.onPosts.get(String(post.number)) ?? {}, known);
    const asPull = form === null ? post : { ...post, headRefName: form.branch, headRefOid: form.tip };
    const { events: pushes, first } =
      form ??
      (await headsOf(post, {
        known: last?.head ?? null,
        sent,
        records: found.get(post.number)?.records ?? [],
        activity,
        now,
        isForced: observing.isForced,
      }));
    const mergedByHand = isMergedByHand(post, engine);
    const since = postSince(post, last, pushes, now);
    const all =
      since === null
        ? [...eventsOfPost(asPull, details, { head: first, since, mergedByHand }), ...pushes]
        : eventsOfPost(post, details, { head: null, since, mergedByHand });
    for (const { by } of all) if (by !== null) people[by.id] = by;
    events.push(
      ...all.filter(({ id }) => !sent.has(id)),
      ...vanishedFrom(post, details, last, before.people, now),
    );
    seen[post.number] = seenOf(
      asPull,
      details,
      all.filter((event) => isNews(event, engine)),
      last,
    );
  }
  return {
    events: events.filter((event) => isNews(event, engine)).toSorted(inOrder),
    mark: writeMark(after(before, { ...reading, seen, people, now, pushes: listed.map(({ id }) => id) })),
    unread: [...reading.unread, ...reading.partial].map(String),
  };
}

interface ReadPosts {
  readonly posts: readonly PostRead[];
  /** Issues of other games in the repository. */
  readonly foreign: readonly PostRead[];
  readonly details: Details;
  readonly found: ReadonlyMap<number, HeadsFound & Touched>;
  readonly gone: readonly number[];
  /** Posts that GitHub didn't answer for, to be read again. */
  readonly unread: ReadonlySet<number>;
  /** Posts of which GitHub left something out. */
  readonly partial: readonly number[];
}

async function readChanged(
  { place, engine, onPosts, repository, games }: Observing,
  before: MarkState,
): Promise<ReadPosts> {
  const read = await readPosts(place, await numbersToRead(place, before), ({ number, updatedAt }) =>
    isAsSeen(before, number, updatedAt),
  );
  const gone = read.gone.filter((number) => before.posts[number] !== undefined);
  for (const number of gone)
    place.gaps.push(`#${number} no longer exists: it was deleted, moved elsewhere, or hidden by GitHub.`);
  const foreign = read.posts.filter((post) => isForeign(post, before, repository.folder));
  const own = read.posts.filter((post) => !foreign.includes(post));
  for (const post of own) onPosts.learn(post);
  const ids = own.flatMap((post) => idsToRead(post, before.posts[post.number], engine));
  const details = await readDetails(place, ids);
  const moved = own.filter((post) => {
    const last = before.posts[post.number];
    return (
      post.headRefOid !== undefined && post.headRefOid !== (last?.head ?? null) && !waitsAnyway(post, last)
    );
  });
  const heads = await readHeadRecords(
    place,
    moved.map(({ number, commits }) => ({ number, commits: commits?.totalCount ?? 0 })),
  );
  const found = new Map<number, HeadsFound & Touched>();
  for (const [number, head] of heads) {
    const touched = await gamesOf(repository, games, head.paths);
    found.set(number, { ...head, ...touched });
    Object.assign(onPosts.get(String(number)) ?? {}, { games: touched.games });
  }
  const unread = new Set([
    ...read.unread,
    ...moved.flatMap(({ number }) => (found.has(number) ? [] : [number])),
    // The kind of a post depends on the events at its opening, and its first text on its edits.
    ...own.flatMap((post) => {
      const missing = post.timelineItems.missing + post.userContentEdits.missing;
      return missing === 0 || isOpened(post, before.posts[post.number]) ? [] : [post.number];
    }),
  ]);
  const posts = own.filter(({ number }) => !unread.has(number));
  // Without all edits of a comment, its first text is unknown.
  const unknown = new Set(ids.filter((id) => details.get(id)?.userContentEdits.missing !== 0));
  for (const post of posts) leaveOut(post, unknown);
  const gaps = posts.map((post) => ({ post: post.number, said: gapsOn(post, details) }));
  place.gaps.push(...gaps.flatMap(({ said }) => said), ...[...unread].map(sayUnread));
  const partial = gaps.flatMap(({ post, said }) => (said.length > 0 ? [post] : []));
  return { posts, foreign, details, found, gone, unread, partial };
}

/** True if an issue certainly belongs to another game. After an incomplete answer it is read again. */
function isForeign(post: PostRead, { posts }: MarkState, folder: string): boolean {
  if (post.headRefOid !== undefined || posts[post.number] !== undefined) return false;
  return post.timelineItems.missing === 0 && gameOfIssue(post) !== folder;
}

const vanished = (number: number, at: string): ForgeEvent => ({
  type: 'vanished',
  id: `vanished-${number}`,
  at,
  by: null,
  post: String(number),
});

/** The most by which GitHub's clock and the engine's may differ. */
const leewayMs = 60_000;

/** How many posts without a vote are read just for reactions, latest changes first. */
const MOST_QUIET = 10;

/**
 * The posts to read: those that changed, those that are voted on (since a reaction doesn't change a post's time), and a few others.
 * However many posts somebody opens, a read without news costs no more.
 */
async function numbersToRead(place: GitHubRepo, before: MarkState): Promise<number[]> {
  const known = Object.entries(before.posts).map(([number, seen]) => ({ number: Number(number), ...seen }));
  const open = known.filter(({ closed }) => !closed);
  const quiet = open
    .filter((post) => post.quiet === true)
    .toSorted((a, b) => (a.updated < b.updated ? 1 : -1));
  const left = new Set(quiet.slice(MOST_QUIET));
  // GitHub lists the last one again.
  const changed = (await changedSince(place, before.since)).filter(
    ({ number, updated }) => !isAsSeen(before, number, updated),
  );
  const numbers = [...open.filter((post) => !left.has(post)), ...changed].map(({ number }) => number);
  return [...new Set(numbers)].toSorted((a, b) => a - b);
}

/** True if it was read after its last change, which is certain unless that was within the last minute. */
function isAsSeen({ posts, looked: readAt }: MarkState, number: number, updated: string): boolean {
  const last = posts[number];
  return last?.updated === updated && Date.parse(readAt ?? '') - Date.parse(updated) > leewayMs;
}

/** The engine's own words and labels are no news to it, but the posts that it opens, closes and reopens are. */
function isNews({ by, type }: ForgeEvent, engine: string): boolean {
  return by?.id !== engine || type === 'opened' || type === 'closed' || type === 'reopened';
}

const RANKS = ['main-pushed', 'opened', 'pushed', 'commented', 'comment-edited', 'reviewed', 'review-edited'];

function rankOf({ type }: ForgeEvent): number {
  const rank = RANKS.indexOf(type);
  return rank === -1 ? RANKS.length : rank;
}

/** Sorts by time, and within the same second openings first, then by GitHub's numbers. */
function inOrder(a: ForgeEvent, b: ForgeEvent): number {
  if (a.at !== b.at) return a.at < b.at ? -1 : 1;
  const [one, other] = [rankOf(a), rankOf(b)];
  if (one !== other) return one - other;
  return a.id.length - b.id.length || (a.id < b.id ? -1 : 1);
}

interface News {
  readonly gone: readonly number[];
  readonly unread: ReadonlySet<number>;
  readonly posts: readonly PostRead[];
  readonly foreign: readonly PostRead[];
  readonly seen: MarkState['posts'];
  readonly people: MarkState['people'];
  readonly now: string;
  /** All that were listed, including those that were sent before. */
  readonly pushes: readonly number[];
}

const dayMs = 86_400_000;
/** How many pushes of the last minutes are remembered. */
const mostRecent = 100;

/**
 * Remembers for a day what was sent about posts that are closed or without a vote, because GitHub lists them again until something else
 * changes.
 */
function after(
  before: MarkState,
  { posts, foreign, gone, unread, seen, people, now, pushes }: News,
): MarkState {
  const since = [...posts, ...foreign].reduce(
    (latest: string | null, { updatedAt }) => (latest === null || updatedAt > latest ? updatedAt : latest),
    before.since,
  );
  // Every look reads it again, like an open post, until that succeeds.
  const again = [...unread].map((number) => [
    String(number),
    { ...(before.posts[number] ?? unseen), closed: false },
  ]);
  const all: MarkState['posts'] = { ...before.posts, ...seen, ...Object.fromEntries(again) };
  const retained = Object.entries(all).filter(
    ([number, { closed, quiet, updated }]) =>
      !gone.includes(Number(number)) &&
      ((!closed && quiet !== true) || Date.parse(since ?? '') - Date.parse(updated) < dayMs),
  );
  return {
    version: 2,
    since,
    looked: now,
    activity: pushes.length === 0 ? before.activity : Math.max(pushes.at(-1) ?? 0, before.activity ?? 0),
    recent: pushes.slice(-mostRecent),
    people,
    posts: Object.fromEntries(retained),
  };
}
