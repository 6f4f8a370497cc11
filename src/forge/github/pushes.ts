import type { ForgeEvent, Person } from '../events.ts';
import type { Activity, PostRead, HeadsRead } from './answers.ts';
import { personOf } from './people.ts';

const nowhere = '0'.repeat(40);
const oidOrNull = (oid: string): string | null => (oid === nowhere || oid === '' ? null : oid);

/** Pushes to main by people other than the engine. */
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
  readonly first: string | null;
}

export interface KnownHeads {
  readonly known: string | null;
  readonly sent: ReadonlySet<string>;
  /** The records that the job Record made on its commits. */
  readonly records: readonly HeadRecord[];
  readonly activity: readonly Activity[];
  readonly now: string;
  isForced(from: string, to: string): Promise<boolean | null>;
}

interface Move {
  readonly id: string;
  readonly at: string;
  readonly by: Person | null;
  readonly before: string | null;
  readonly after: string;
  readonly forced: boolean | null;
}

/**
 * The heads of a pull request since the last read. GitHub records pushes to the repository's own branches and forced pushes. For ordinary
 * pushes to a fork there is the record of our own job. Without either, only the current head is known, and the read's time is used.
 */
export async function headsOf(post: PostRead, heads: KnownHeads): Promise<Heads> {
  const { headRefOid } = post;
  if (headRefOid === undefined) return { events: [], first: null };
  const { known, records, sent, now } = heads;
  const moves = movesOf(post, heads);
  const opened = records.find(({ first }) => first)?.head ?? null;
  const first = known ?? opened ?? moves[0]?.before ?? moves[0]?.after ?? headRefOid;
  let at = first;
  const events: ForgeEvent[] = [];
  const on = String(post.number);
  const tell = async ({ id, at: time, by, after, forced }: Move): Promise<void> => {
    const isForced = forced ?? (await heads.isForced(at, after));
    events.push({ type: 'pushed', id, at: time, by, post: on, head: after, forced: isForced });
    at = after;
  };
  for (const move of moves) if (move.after !== at && !sent.has(move.id)) await tell(move);
  if (at !== headRefOid) {
    const id = `head-${on}-${at.slice(0, 12)}-${headRefOid}`;
    await tell({ id, at: now, by: null, before: at, after: headRefOid, forced: null });
  }
  return { events, first };
}

/** The recorded pushes, each once and in order. */
function movesOf(post: PostRead, { activity, records }: KnownHeads): Move[] {
  const pushed = activityOf(post, activity);
  const known = new Set(pushed.map(({ after }) => after));
  const forced = forcedPushes(post).filter(({ after }) => !known.has(after));
  for (const { after } of forced) known.add(after);
  const recorded = records
    .filter(({ head, first }) => !first && !known.has(head))
    .map(({ head, at }): Move => ({
      id: `head-${post.number}-${at}-${head}`,
      at,
      by: null,
      before: null,
      after: head,
      forced: null,
    }));
  // Sorting is stable, so pushes within one second stay in GitHub's order.
  return [...pushed, ...forced, ...recorded].toSorted((a, b) => (a.at === b.at ? 0 : a.at < b.at ? -1 : 1));
}

function activityOf(post: PostRead, activity: readonly Activity[]): Move[] {
  return activity
    .filter(
      ({ ref, timestamp, activity_type }) =>
        post.isCrossRepository === false &&
        ref === `refs/heads/${post.headRefName}` &&
        Date.parse(timestamp) >= Date.parse(post.createdAt) &&
        ['push', 'force_push', 'pr_merge', 'merge_queue_merge'].includes(activity_type),
    )
    .map(({ id, timestamp, actor, before, after, activity_type }) => ({
      id: `push-${id}`,
      at: timestamp,
      by: personOf(actor),
      before: oidOrNull(before),
      after,
      forced: activity_type === 'force_push',
    }));
}

function forcedPushes(post: PostRead): Move[] {
  return post.timelineItems.nodes.flatMap((item): Move[] => {
    const { id, createdAt, actor, beforeCommit, afterCommit } = item;
    if (afterCommit === null || afterCommit === undefined) return [];
    const before = beforeCommit?.oid ?? null;
    return [
      {
        id: `forced-${id}`,
        at: createdAt,
        by: personOf(actor),
        before,
        after: afterCommit.oid,
        forced: true,
      },
    ];
  });
}

/** The id of GitHub Actions among apps that can make check runs. */
const actionsApp = 15_368;

/** Records that a commit became the head of a pull request, from the check run that a job made on it. */
export interface HeadRecord {
  readonly head: string;
  readonly at: string;
  /** True if the pull request was opened with it. */
  readonly first: boolean;
}

/** The external id of a check run: `12 opened`, `12 synchronize`. */
const ID = /^(?<number>\d+) (?<action>opened|reopened|synchronize)$/u;

/** True if GitHub's answer about the heads is complete. */
export function isWhole({ commits }: Pick<HeadsRead, 'commits'>): boolean {
  const suites = commits.nodes.map(({ commit }) => commit.checkSuites);
  const runs = suites.flatMap(({ nodes }) => nodes.map(({ checkRuns }) => checkRuns));
  return [commits, ...suites, ...runs].every(({ missing }) => missing === 0);
}

/** The records of this pull request, earliest first. Check runs by other apps don't count. */
export function recordsOf({ number, commits }: HeadsRead): HeadRecord[] {
  const records = commits.nodes.flatMap(({ commit: { oid, checkSuites } }) => {
    const suites = checkSuites.nodes.filter(({ app }) => app?.databaseId === actionsApp);
    return suites.flatMap(({ checkRuns }) =>
      checkRuns.nodes.flatMap(({ externalId, startedAt }): HeadRecord[] => {
        const { number: of, action } = ID.exec(externalId ?? '')?.groups ?? {};
        if (Number(of) !== number || startedAt === null || action === 'reopened') return [];
        return [{ head: oid, at: startedAt, first: action === 'opened' }];
      }),
    );
  });
  return records.toSorted((a, b) => (a.at < b.at ? -1 : 1));
}
