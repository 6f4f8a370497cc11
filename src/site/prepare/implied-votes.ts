import type { MatterStatus } from '../../tick/read-status.ts';
import type { ModelDescription } from '../../kernel/describe-model.ts';
import type { PostData } from '../../kernel/state.ts';
import { isPlainObject } from '../../kernel/values.ts';
import { viewsOfThings } from '../../session/ask/views-shown.ts';
import { numberAt } from '../../wording/ballot.ts';
import type { PostSummary } from '../data/site-data.ts';
import type { GameShown } from './game-shown.ts';

type Votes = Readonly<Record<string, unknown>>;
/** Maps a matter to each person's vote, as the rules report it. */
export type SettledVotes = ReadonlyMap<string, Votes>;
type Counting = Pick<ModelDescription, 'ballot'>;
type Cast = Pick<PostData, 'uses' | 'tally'>;

/** Asks the rules about settled matters whose tally has more votes than were cast, such as an author's own. */
export async function votesOnSettled(
  game: Pick<GameShown, 'state' | 'model' | 'open' | 'inPlay'>,
  now: string,
): Promise<SettledVotes> {
  const unnamed = Object.values(game.state.posts).filter(
    (post) =>
      post.status !== 'pending' &&
      post.tally !== null &&
      impliedVotes(post, game.model, undefined).length > 0,
  );
  const play = unnamed.length === 0 ? null : (game.open?.play ?? (await game.inPlay()));
  if (play === null) return new Map();
  const ids = unnamed.map(({ id }) => id);
  const found = Object.entries(viewsOfThings(play, ['votes-on'], ids, now, new Map()));
  return new Map(found.flatMap(([id, { 'votes-on': votes }]) => (isPlainObject(votes) ? [[id, votes]] : [])));
}

/**
 * Votes that count though nobody cast them. For a pending matter the rules report them. For a settled one, the tally
 * gives their number, if it counts each vote; the voters are known if the rules, asked now, arrive at the same tally.
 */
export function impliedVotes(
  post: Cast & Pick<PostData, 'status'>,
  model: Counting,
  asked: Votes | undefined,
): PostSummary['implied'] {
  const cast = new Set(post.uses.flatMap(({ by, withdrawn }) => (withdrawn === true ? [] : [by])));
  const named = Object.entries(asked ?? {}).flatMap(([by, vote]) =>
    cast.has(by) || typeof vote !== 'string' ? [] : [{ by, vote }],
  );
  if (post.status === 'pending') return named;
  const counted = unnamedVotes(post, model);
  return sameVotes(named, counted) ? named : counted;
}

function sameVotes(some: PostSummary['implied'], others: PostSummary['implied']): boolean {
  const [one, other] = [some, others].map((all) => all.map(({ vote }) => vote).toSorted());
  return JSON.stringify(one) === JSON.stringify(other);
}

function unnamedVotes({ uses, tally }: Cast, model: Counting): PostSummary['implied'] {
  const { more, others, only } = comparedToTally({ tally }, lastVotes(uses), model);
  if (others > 0 && only === null) return [];
  return more.flatMap(({ vote, count }) =>
    Array.from({ length: Math.max(0, count - others) }, () => ({ by: null, vote })),
  );
}

/** Each person's last vote. */
function lastVotes(uses: Cast['uses']): readonly string[] {
  const cast = uses.flatMap(({ by, vote, withdrawn }) => (withdrawn === true ? [] : [[by, vote] as const]));
  return [...new Map(cast).values()];
}

interface Surplus {
  readonly vote: string;
  readonly count: number;
}

/** Votes of a kind that is not in the tally were counted as the only kind that has more than were cast. */
function comparedToTally(
  post: Pick<PostData, 'tally'>,
  votes: readonly string[],
  model: Counting,
): { readonly more: readonly Surplus[]; readonly others: number; readonly only: string | null } {
  const more = surplusOf(post, votes, model);
  const others = votes.filter((vote) => !more.some((one) => one.vote === vote)).length;
  const [first, ...rest] = more.filter(({ count }) => count > 0);
  const isOnly = first !== undefined && rest.length === 0 && first.count >= others;
  return { more, others, only: isOnly ? first.vote : null };
}

/** For each vote in the tally, how many more there were than people cast. */
function surplusOf(
  { tally }: Pick<PostData, 'tally'>,
  votes: readonly string[],
  model: Counting,
): readonly Surplus[] {
  return model.ballot.counts.map(({ key, vote }) => ({
    vote: vote ?? key,
    count: (numberAt(tally ?? {}, key) ?? 0) - votes.filter((one) => one === (vote ?? key)).length,
  }));
}

/**
 * Some votes count as another kind, which the tally doesn't have. The rules name that kind for a pending
 * matter, the tally for a settled one.
 */
export function countedAs(
  { uses, tally }: Cast,
  model: Counting,
  matterStatus?: Pick<MatterStatus, 'votes'>,
): (by: string, vote: string) => string | null {
  if (matterStatus !== undefined)
    return (by, vote) => (matterStatus.votes[by] === vote ? null : (matterStatus.votes[by] ?? null));
  const { more, only } = comparedToTally({ tally }, lastVotes(uses), model);
  return (_, vote) => (more.some((one) => one.vote === vote) ? null : only);
}
