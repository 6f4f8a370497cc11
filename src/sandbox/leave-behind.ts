import { lastVotesByPerson, LISTS, type LeftBehind } from '../kernel/left-behind.ts';
import type { PostData, State } from '../kernel/state.ts';

/** Shorter lists are cheaper to send than to request. */
const SHORT = 16;

/** The part of a state that stays on this side: post → its lists. */
export type Left = ReadonlyMap<string, PostData>;

/**
 * Loads a state without its posts' long lists: a decision needs none of a thousand comments and only each person's
 * last of a thousand votes. A rule that reads them requests them.
 */
export function leaveBehind(state: State): { readonly state: State; readonly left: Left } {
  const left = new Map<string, PostData>();
  const posts = Object.entries(state.posts).map(([id, post]): [string, PostData] => {
    const long = LISTS.filter((list) => post[list].length > SHORT);
    if (long.length === 0) return [id, post];
    left.set(id, post);
    return [id, { ...post, ...Object.fromEntries(long.map((list) => [list, null])) }];
  });
  return { state: left.size === 0 ? state : { ...state, posts: Object.fromEntries(posts) }, left };
}

/** Restores the lists that nobody requested. */
export function putBack(state: State, left: Left): State {
  if (left.size === 0) return state;
  for (const [id, kept] of left) {
    const post = state.posts[id];
    if (post === undefined) continue;
    for (const list of LISTS)
      if ((post[list] as unknown) === null) Object.assign(post, { [list]: kept[list] });
  }
  return state;
}

export function fetchFrom(left: Left, id: string, what: LeftBehind): string {
  const post = left.get(id);
  if (post === undefined) throw new Error(`nothing of ${id} was left behind`);
  return what === 'last-votes' ? asObject(lastVotesByPerson(post.uses)) : JSON.stringify(post[what]);
}

/** Writes JSON directly, since building an object of a thousand votes first takes twice as long. */
function asObject(votes: ReadonlyMap<string, string>): string {
  const written = new Map<string, string>();
  let text = '';
  for (const [by, vote] of votes) {
    let value = written.get(vote);
    if (value === undefined) written.set(vote, (value = JSON.stringify(vote)));
    text += `${text === '' ? '' : ','}${JSON.stringify(by)}:${value}`;
  }
  return `{${text}}`;
}
