import type { ForgeEvent } from '../events.ts';
import type { Activity, PostRead } from './answers.ts';
import { personOf } from './people.ts';

const nowhere = '0'.repeat(40);
const oidOrNull = (oid: string): string | null => (oid === nowhere || oid === '' ? null : oid);

/** Whoever is not the engine and moved main. */
export function mainPushes(activity: readonly Activity[], engine: string): ForgeEvent[] {
  return activity.flatMap((item): ForgeEvent[] => {
    const by = personOf(item.actor);
    if (item.ref !== 'refs/heads/main' || by.id === engine) return [];
    const [from, to] = [oidOrNull(item.before), oidOrNull(item.after)];
    return [{ type: 'main-pushed', id: `push-${item.id}`, at: item.timestamp, by, from, to }];
  });
}

export interface Heads {
  readonly events: readonly ForgeEvent[];
  /** Where it stood when it was opened. */
  readonly first: string | null;
}

/**
 * The heads of a pull request since `known`. GitHub keeps a record of each push to a branch of the repository itself;
 * of a fork's only where the head stands now can be seen, and the time is that of the look.
 */
export async function headsOf(
  post: PostRead,
  known: string | null,
  activity: readonly Activity[],
  now: string,
  isForced: (from: string, to: string) => Promise<boolean>,
): Promise<Heads> {
  const { headRefName, headRefOid } = post;
  if (headRefName === undefined || headRefOid === undefined) return { events: [], first: null };
  const moves = activity.filter(
    ({ ref, timestamp, activity_type }) =>
      post.isCrossRepository === false &&
      ref === `refs/heads/${headRefName}` &&
      Date.parse(timestamp) >= Date.parse(post.createdAt) &&
      ['push', 'force_push', 'pr_merge', 'merge_queue_merge'].includes(activity_type),
  );
  const first = known ?? oidOrNull(moves[0]?.before ?? '') ?? headRefOid;
  let at = first;
  const events: ForgeEvent[] = [];
  const on = String(post.number);
  for (const { id, timestamp, actor, after, activity_type } of moves) {
    if (after === at) continue;
    const forced = activity_type === 'force_push';
    const by = personOf(actor);
    events.push({ type: 'pushed', id: `push-${id}`, at: timestamp, by, post: on, head: after, forced });
    at = after;
  }
  if (at !== headRefOid) {
    const id = `head-${on}-${at.slice(0, 12)}-${headRefOid}`;
    const forced = await isForced(at, headRefOid);
    events.push({ type: 'pushed', id, at: now, by: null, post: on, head: headRefOid, forced });
  }
  return { events, first };
}
