import type { ForgeEvent } from '../events.ts';
import type { PostRead } from './answers.ts';
import type { SeenPost } from './mark.ts';
import { personOf } from './people.ts';
import { unseen } from './seen.ts';

/** True if the journal has its opening. */
export const isOpened = ({ number }: PostRead, last: SeenPost | undefined): boolean =>
  last?.told.includes(`opened-${number}`) === true;

/** A draft, or a pull request for another branch, waits whatever it changes, so its heads needn't be known. */
export function waitsAnyway(post: PostRead, last: SeenPost | undefined): boolean {
  const elsewhere = post.baseRefName !== undefined && post.baseRefName !== 'main';
  return !isOpened(post, last) && (post.isDraft === true || elsewhere);
}

/**
 * True if a pull request isn't a post yet, because it is a draft, is for another branch, or changes nothing of the game. `changes` says
 * whether its head does, if that was found out; for an earlier head it is known.
 */
export function isWaiting(post: PostRead, last: SeenPost | undefined, changes: boolean | undefined): boolean {
  if (post.headRefOid === undefined || isOpened(post, last)) return false;
  return waitsAnyway(post, last) || changes !== true;
}

/** What the next read needs to know about a pull request that waits. */
export function seenWaiting(post: PostRead, last: SeenPost | undefined): SeenPost {
  const head = waitsAnyway(post, last) ? null : (post.headRefOid ?? null);
  return { ...unseen, updated: post.updatedAt, closed: post.closed, head };
}

/**
 * The time at which a waiting pull request became a post. Words and votes from before are recorded but don't count, because they were
 * about something else. Null means from the beginning.
 */
export function postSince(
  post: PostRead,
  last: SeenPost | undefined,
  pushes: readonly ForgeEvent[],
  now: string,
): string | null {
  if (post.headRefOid === undefined || isOpened(post, last)) return null;
  const drafting = post.timelineItems.nodes.find(({ __typename }) =>
    ['ReadyForReviewEvent', 'ConvertToDraftEvent'].includes(__typename),
  );
  const ready = drafting?.__typename === 'ReadyForReviewEvent' ? drafting.createdAt : null;
  if (last === undefined || last.updated === '') return ready;
  if (last.head === null) return ready ?? now;
  const pushed = pushes.at(-1)?.at ?? now;
  return ready !== null && ready > pushed ? ready : pushed;
}

/** True if somebody other than the engine merged it. */
export function isMergedByHand({ merged, timelineItems }: PostRead, engine: string): boolean {
  const merge = timelineItems.nodes.findLast(({ __typename }) => __typename === 'MergedEvent');
  return merged === true && merge !== undefined && personOf(merge.actor).id !== engine;
}
