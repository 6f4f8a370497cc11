import { madeLasting, type Made } from './lasting.ts';
import type { PostData, State, VoteUse } from './state.ts';
import { define } from './values.ts';

/** A post's long lists. The state may contain `null` instead of one; then it is fetched when a rule reads it. */
export const LISTS = ['comments', 'uses'] as const;

export type LeftBehind = (typeof LISTS)[number] | 'last-votes';

export type FetchLeftBehind = (post: string, what: LeftBehind) => unknown;

export type LastVotes = Readonly<Record<string, string>>;

/** Each person's last vote that hasn't been withdrawn, in order of their first votes. */
export function lastVotesByPerson(uses: readonly VoteUse[]): ReadonlyMap<string, string> {
  const last = new Map<string, string>();
  for (const { by, vote, withdrawn } of uses) if (withdrawn !== true) last.set(by, vote);
  return last;
}

export function lastVotesIn(uses: readonly VoteUse[]): LastVotes {
  return Object.freeze(Object.fromEntries(lastVotesByPerson(uses)));
}

/** Computed once for each list, or by the host if the list was left behind. */
export function lastVotesOf(
  { lastVotes: known, made }: { readonly lastVotes: WeakMap<object, LastVotes>; readonly made: Made },
  fetch: FetchLeftBehind,
  post: PostData,
): LastVotes {
  const isLeft = isLeftBehind(post, 'uses');
  const key = isLeft ? post : post.uses;
  const before = known.get(key);
  if (before !== undefined) return before;
  const found = madeLasting(
    isLeft ? (fetch(post.id, 'last-votes') as LastVotes) : lastVotesIn(post.uses),
    made,
  );
  known.set(key, found);
  return found;
}

/** Replaces each list that was left behind by a property that fetches it on the first read. */
export function fetchWhenRead(posts: Readonly<Record<string, PostData>>, fetch: FetchLeftBehind): void {
  for (const post of Object.values(posts)) {
    for (const list of LISTS) {
      if (isLeftBehind(post, list) || (post[list] as unknown) !== null) continue;
      Object.defineProperty(post, list, {
        enumerable: true,
        configurable: true,
        get(): unknown {
          const fetched = fetch(post.id, list);
          define(post as unknown as Record<string, unknown>, list, fetched);
          return fetched;
        },
      });
    }
  }
}

/** The state with `null` for lists that haven't been read, so that handing it out fetches nothing. */
export function withoutLeftBehind(state: State): State {
  const posts = Object.entries(state.posts).map(([id, post]) => [
    id,
    LISTS.some((list) => isLeftBehind(post, list)) ? blanked(post) : post,
  ]);
  return { ...state, posts: Object.fromEntries(posts) as State['posts'] };
}

function blanked(post: PostData): PostData {
  const keys = Object.keys(post) as (keyof PostData)[];
  return Object.fromEntries(
    keys.map((key) => [key, isLeftBehind(post, key) ? null : post[key]]),
  ) as unknown as PostData;
}

function isLeftBehind(post: PostData, key: keyof PostData): boolean {
  return Object.getOwnPropertyDescriptor(post, key)?.get !== undefined;
}
