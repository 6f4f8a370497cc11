import { HarnessError } from './calls.ts';
import { withoutLeftBehind } from './left-behind.ts';
import type { PostData, State } from './state.ts';
import type { Store } from './store.ts';

/** The state as it is handed out. A receiver of an earlier one gets only the posts written since. */
export interface HandedState {
  /** The number to give when asking again. */
  readonly n: number;
  readonly state: State;
  /** The ids of all posts if the state omits some, or null if it is complete. */
  readonly all: readonly string[] | null;
}

/** Hands out the state repeatedly, and takes it in. A game may have thousands of posts, of which only one or two change at a time. */
export class HandOver {
  #n = 0;
  #aside: ReadonlyMap<string, PostData> = new Map();

  get n(): number {
    return this.#n;
  }

  /** Called when a state is loaded. It counts as handed out, since it came from outside. */
  begin(store: Store): void {
    this.#n += 1;
    this.#aside = new Map();
    store.takeWrittenPosts();
  }

  /** Keeps the posts that haven't changed since the state was loaded, and returns the ids of the others. */
  putAside({ state, postsWritten }: Store): readonly string[] {
    this.#aside = new Map(Object.entries(state.posts).filter(([id]) => !postsWritten.has(id)));
    return [...postsWritten];
  }

  /** A state with all its posts, including those that were put aside. */
  completed(state: State, all: readonly string[]): State {
    return wholeOf({ state, all }, (id) => this.#aside.get(id));
  }

  /** Lists that were left behind and that nobody has asked for are `null`. */
  give(store: Store, since: number | null): HandedState {
    const isNext = since === this.#n;
    // Counted before anything can fail. After a failure nobody has this state, and the next one is complete.
    const n = (this.#n += 1);
    const written = store.takeWrittenPosts();
    const { state } = store;
    if (!isNext || written === null) return { n, state: withoutLeftBehind(state), all: null };
    const posts = Object.fromEntries(
      [...written].flatMap((id) => {
        const post = Object.hasOwn(state.posts, id) ? state.posts[id] : undefined;
        return post === undefined ? [] : [[id, post]];
      }),
    );
    return { n, state: withoutLeftBehind({ ...state, posts }), all: Object.keys(state.posts) };
  }
}

/** The complete state, for a caller who has the omitted posts. */
export function wholeOf(
  { state, all }: Pick<HandedState, 'state' | 'all'>,
  known: (id: string) => PostData | undefined,
): State {
  if (all === null) return state;
  const posts = all.map((id): [string, PostData] => {
    const post = Object.hasOwn(state.posts, id) ? state.posts[id] : known(id);
    if (post === undefined) throw new HarnessError(`nobody has the post ${id}`);
    return [id, post];
  });
  return { ...state, posts: Object.fromEntries(posts) };
}
