import type { ForgeEvent } from '../events.ts';
import type { PostRead } from './answers.ts';
import type { SeenPost } from './mark.ts';
import { personOf } from './people.ts';
import { unseen } from './seen.ts';

const isOpened = ({ number }: PostRead, last: SeenPost | undefined): boolean =>
  last?.told.includes(`opened-${number}`) === true;

/** A draft, or what is to be merged elsewhere, whatever it changes: nothing has to be known of its heads. */
export function waitsAnyway(post: PostRead, last: SeenPost | undefined): boolean {
  const elsewhere = post.baseRefName !== undefined && post.baseRefName !== 'main';
  return !isOpened(post, last) && (post.isDraft === true || elsewhere);
}

/**
 * Whether a pull request is no post of the game yet: a draft, one for another branch, or one that changes nothing of
 * the game. `changes` is whether its head does, where that was asked; of a head that was there before it is known.
 */
export function isWaiting(post: PostRead, last: SeenPost | undefined, changes: boolean | undefined): boolean {
  if (post.headRefOid === undefined || isOpened(post, last)) return false;
  return waitsAnyway(post, last) || changes !== true;
}

/** The data that the next look needs of a pull request that waits. */
export function seenWaiting(post: PostRead, last: SeenPost | undefined): SeenPost {
  const head = waitsAnyway(post, last) ? null : (post.headRefOid ?? null);
  return { ...unseen, updated: post.updatedAt, closed: post.closed, head };
}

/**
 * Since when one that waited is a post: what was said and voted before is on record and counts for nothing, since it
 * was said of something else. Null: from the beginning.
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

/** Whether somebody merged it who is not the engine. */
export function isMergedByHand({ merged, timelineItems }: PostRead, engine: string): boolean {
  const merge = timelineItems.nodes.findLast(({ __typename }) => __typename === 'MergedEvent');
  return merged === true && merge !== undefined && personOf(merge.actor).id !== engine;
}
