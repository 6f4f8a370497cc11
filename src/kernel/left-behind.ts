import { madeLasting, type Made } from './lasting.ts';
import type { PostData, State, VoteUse } from './state.ts';
import { define } from './values.ts';

/** The long lists of a post. Whoever runs the kernel may hand in `null` for one, and is asked for it when a rule reads it. */
export const LISTS = ['comments', 'uses'] as const;

export type LeftBehind = (typeof LISTS)[number] | 'last-votes';

export type FetchLeftBehind = (post: string, what: LeftBehind) => unknown;

export type LastVotes = Readonly<Record<string, string>>;

/** The icon that each person used last and has not taken back, in the order of their first ones. */
export function lastVotesByPerson(uses: readonly VoteUse[]): ReadonlyMap<string, string> {
  const last = new Map<string, string>();
  for (const { by, vote, withdrawn } of uses) if (withdrawn !== true) last.set(by, vote);
  return last;
}

export function lastVotesIn(uses: readonly VoteUse[]): LastVotes {
  return Object.freeze(Object.fromEntries(lastVotesByPerson(uses)));
}

/** Worked out once for each list; where the list was left behind so is the work. */
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

/** Puts in the place of each list that was left behind a property that fetches it when it is first read. */
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

/** The state with `null` for what nobody has asked for, so that handing it out fetches nothing. */
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
