import { HarnessError } from './calls.ts';
import { withoutLeftBehind } from './left-behind.ts';
import type { PostData, State } from './state.ts';
import type { Store } from './store.ts';

/** The state as it is handed out. Whoever has it from before gets only those posts that were written since. */
export interface HandedState {
  /** To be named when it is asked for again. */
  readonly n: number;
  readonly state: State;
  /** The ids of all posts, where some are left out of the state; null where all are in it. */
  readonly all: readonly string[] | null;
}

/** Hands out the state again and again, and takes it in: a game of thousands of posts changes in one or two of them at a time. */
export class HandOver {
  #n = 0;
  #aside: ReadonlyMap<string, PostData> = new Map();

  get n(): number {
    return this.#n;
  }

  /** A state begins that somebody outside has, so that it counts as handed out. */
  begin(store: Store): void {
    this.#n += 1;
    this.#aside = new Map();
    store.takeWrittenPosts();
  }

  /** Keeps the posts that are as they were when the state began, and names the others. */
  putAside({ state, postsWritten }: Store): readonly string[] {
    this.#aside = new Map(Object.entries(state.posts).filter(([id]) => !postsWritten.has(id)));
    return [...postsWritten];
  }

  /** A state with all its posts, some of which were put aside. */
  completed(state: State, all: readonly string[]): State {
    return wholeOf({ state, all }, (id) => this.#aside.get(id));
  }

  /** Of what was left behind and nobody has asked for, it says `null`. */
  give(store: Store, since: number | null): HandedState {
    const isNext = since === this.#n;
    // Counted before anything can fail: then nobody has this one, and the next is whole.
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

/** The whole state, for whoever has the posts that are left out of it. */
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
