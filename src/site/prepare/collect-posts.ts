import { hostOf } from '../../host/host.ts';
import { hosts } from '../../host/registry.ts';
import { numberOfId } from '../../store/post-ids.ts';
import type { GameRead } from '../../store/read-game.ts';
import type { MatterStatus, Status } from '../../apply/read-status.ts';
import { describe as describeChange } from '../../kernel/matter-changes.ts';
import type { PostData } from '../../kernel/state.ts';
import type { PostSummary } from '../data/site-data.ts';
import type { GameShown } from './game-shown.ts';
import type { PastDigest } from './past-digest.ts';
import { diffsOf } from './matter-diffs.ts';
import { inWords } from '../../decide/naming.ts';
import { numberOr } from './plain-values.ts';
import { renderMarkdown } from './render-markdown.ts';
import type { RenderedCache } from './rendered-cache.ts';

export interface PostsSource {
  readonly rendered: RenderedCache;
  /** How pending matters stand. */
  readonly queue: Status['queue'];
  /** Where a post is discussed, if that is a page of its own. */
  readonly discussed: (id: string) => string | null;
}

/** The game's own posts, the latest first. */
export function postsOf(
  { model, state, manifest, files, terms }: GameShown,
  { rendered, queue, discussed }: PostsSource,
): readonly PostSummary[] {
  const rulesNow = { rules: manifest.rules, files, terms };
  const pending = new Map(queue.map((one) => [one.id, one]));
  const own = Object.values(state.posts).sort((a, b) => b.n - a.n);
  return own.map((post): PostSummary => {
    const kind = model.kinds[post.kind];
    const standing = pending.get(post.id);
    return {
      id: post.id,
      kind: post.kind,
      kindTitle: kind?.title ?? inWords(post.kind),
      // Of a kind that no rule defines any more what was resolved was voted on.
      votable: kind?.votable ?? post.status !== null,
      title: post.title,
      author: post.author,
      at: post.at,
      status: post.status,
      resolvedAt: post.resolvedAt,
      resolvedBy: post.resolvedBy,
      discussion: discussed(post.id),
      html: renderMarkdown(post.text, { anchor: null, under: 1 }, rendered),
      tally: standing === undefined ? (post.tally ?? {}) : tallyOf(standing),
      ...saidOn(post, rendered),
      implied: impliedVotes(post, standing),
      changes: post.changes.map(describeChange),
      omitted: post.omitted,
      diffs: diffsOf(post, rulesNow, rendered),
      earliestEnactment: standing?.enactFrom ?? null,
      earliestFailure: standing?.failFrom ?? null,
      conflict: standing?.conflict === true,
      fault: standing?.fault ?? null,
    };
  });
}

/** After the game's own posts those of dynasties that are over. */
export function withArchived(
  own: readonly PostSummary[],
  past: readonly PastDigest[],
): readonly PostSummary[] {
  const known = new Set(own.map(({ id }) => id));
  const archived = [...past].reverse().flatMap(({ posts }) => posts);
  return [...own, ...archived.filter(({ id }) => !known.has(id))];
}

/** How a pending matter stands, in the words that archived tallies use. */
function tallyOf({ for: inFavour, against, queue, state }: MatterStatus): PostSummary['tally'] {
  const word = state === 'withdrawn' ? 'killed' : state;
  return { for: inFavour, against, queue, ...(word === 'undecided' ? {} : { [word]: true }) };
}

/** On some forges every post has a page of its own, under the number that it has there. */
export function discussedAt({
  game: { forge },
  facts,
}: Pick<GameRead, 'game' | 'facts'>): (id: string) => string | null {
  const host = forge === undefined ? null : hostOf(hosts, forge);
  if (forge === undefined || host?.postAddress === undefined) return () => null;
  const numbers = new Map(Object.entries(facts.links).map(([number, id]) => [id, number]));
  return (id) => {
    const number = numbers.get(id) ?? numberOfId(facts.moved, id);
    return number === null ? null : (host.postAddress?.(forge, number) ?? null);
  };
}

/** A pending matter’s are asked of the rules; of a settled one the tally tells where every vote was for or against. */
function impliedVotes({ uses, tally }: PostData, standing?: MatterStatus): PostSummary['implied'] {
  const cast = new Map(uses.flatMap(({ by, vote, withdrawn }) => (withdrawn === true ? [] : [[by, vote]])));
  if (standing !== undefined)
    return Object.entries(standing.votes).flatMap(([by, vote]) => (cast.has(by) ? [] : [{ by, vote }]));
  const votes = [...cast.values()];
  if (!votes.every((vote) => vote === 'FOR' || vote === 'AGAINST')) return [];
  return ['FOR', 'AGAINST'].flatMap((vote) => {
    const counted = numberOr(tally?.[vote.toLowerCase()]) ?? 0;
    const more = counted - votes.filter((one) => one === vote).length;
    return Array.from({ length: Math.max(0, more) }, () => ({ by: null, vote }));
  });
}

function saidOn(post: PostData, rendered: RenderedCache): Pick<PostSummary, 'uses' | 'comments'> {
  return {
    uses: post.uses.map(({ by, vote, at, via, withdrawn }) => ({
      by,
      vote,
      at,
      via,
      withdrawn: withdrawn === true,
    })),
    comments: post.comments.map(({ id, by, at, text, edited, deleted }) => ({
      id,
      by,
      at,
      html: deleted === true ? '' : renderMarkdown(text, { anchor: null }, rendered),
      edited: edited === true,
      deleted: deleted === true,
    })),
  };
}
