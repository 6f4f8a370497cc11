import type { ForgeEvent, Person } from '../events.ts';
import type { Observation } from '../port.ts';
import type { PostRead } from './answers.ts';
import { readMark, writeMark, type MarkState, type Seen } from './mark.ts';
import { headsOf, mainPushes } from './pushes.ts';
import { activitySince, changedSince, readPosts, type Place } from './read.ts';
import { eventsOfPost } from './to-events.ts';
import { vanishedFrom } from './vanished.ts';

export interface Observing {
  readonly place: Place;
  readonly engine: string;
  readonly now: string;
  isForced(from: string, to: string): Promise<boolean>;
}

/** Two requests for what changed and who pushed, and one for each twenty posts that are open or changed. */
export async function observeGitHub(observing: Observing, mark: string | null): Promise<Observation> {
  const { place, engine, now } = observing;
  const before = readMark(mark);
  const activity = await activitySince(place, before.activity);
  // A reaction changes no post's time, so what is open is read each time.
  const open = Object.entries(before.posts).flatMap(([number, { closed }]) =>
    closed ? [] : [Number(number)],
  );
  const numbers = [...new Set([...open, ...(await changedSince(place, before.since))])].toSorted(
    (a, b) => a - b,
  );
  const posts = await readPosts(place, numbers);
  const events: ForgeEvent[] = mainPushes(activity, engine);
  const seen: Record<string, Seen> = {};
  const people: Record<string, Person> = {};
  for (const post of posts) {
    const last = before.posts[post.number];
    const { events: pushes, first } = await headsOf(
      post,
      last?.head ?? null,
      activity,
      now,
      observing.isForced,
    );
    const own = eventsOfPost(post, first);
    const told = new Set(last?.told);
    for (const event of own) if (event.by !== null) people[event.by.id] = event.by;
    events.push(
      ...own.filter(({ id }) => !told.has(id)),
      ...pushes,
      ...vanishedFrom(post, last, before.people, now),
    );
    seen[post.number] = seenOf(post, own);
  }
  return {
    events: events.filter((event) => isTold(event, engine)).toSorted(inOrder),
    mark: writeMark(after(before, { posts, seen, people, lastPush: activity.at(-1)?.id ?? before.activity })),
  };
}

/** What the engine itself says or labels is no news to it; what it opens and closes is. */
function isTold({ by, type }: ForgeEvent, engine: string): boolean {
  return by?.id !== engine || type === 'opened' || type === 'closed';
}

const RANKS = ['main-pushed', 'opened', 'pushed', 'commented', 'comment-edited', 'reviewed', 'review-edited'];

function rankOf({ type }: ForgeEvent): number {
  const rank = RANKS.indexOf(type);
  return rank === -1 ? RANKS.length : rank;
}

/** By time; in the same second what is first opened, and by the numbers that GitHub gave. */
function inOrder(a: ForgeEvent, b: ForgeEvent): number {
  if (a.at !== b.at) return a.at < b.at ? -1 : 1;
  const [one, other] = [rankOf(a), rankOf(b)];
  if (one !== other) return one - other;
  return a.id.length - b.id.length || (a.id < b.id ? -1 : 1);
}

function seenOf(post: PostRead, events: readonly ForgeEvent[]): Seen {
  const comments: Record<string, string> = {};
  const reactions: Record<string, [string, string | null, string]> = {};
  for (const event of events) {
    if (event.type === 'commented') comments[event.comment] = event.by?.id ?? '';
    if (event.type === 'reacted')
      reactions[event.id.slice('reaction-'.length)] = [event.by?.id ?? '', event.comment, event.reaction];
  }
  const gone = post.timelineItems.nodes.flatMap(({ __typename, id }) =>
    __typename === 'CommentDeletedEvent' ? [`gone-${id}`] : [],
  );
  return {
    updated: post.updatedAt,
    closed: post.closed,
    head: post.headRefOid ?? null,
    told: [...events.map(({ id }) => id), ...gone],
    comments,
    reactions,
  };
}

interface News {
  readonly posts: readonly PostRead[];
  readonly seen: Readonly<Record<string, Seen>>;
  readonly people: Readonly<Record<string, Person>>;
  readonly lastPush: number | null;
}

const dayMs = 86_400_000;

/** Of what is closed it is kept a day what was told, since GitHub lists it again as long as nothing else changed. */
function after(before: MarkState, { posts, seen, people, lastPush }: News): MarkState {
  const since = posts.reduce(
    (latest: string | null, { updatedAt }) => (latest === null || updatedAt > latest ? updatedAt : latest),
    before.since,
  );
  const all = { ...before.posts, ...seen };
  const kept = Object.entries(all).filter(
    ([, { closed, updated }]) => !closed || since === null || Date.parse(since) - Date.parse(updated) < dayMs,
  );
  return {
    version: 1,
    since,
    activity: lastPush,
    people: { ...before.people, ...people },
    posts: Object.fromEntries(kept),
  };
}
