import { define, sameValue } from './values.ts';
import { emptyState, type State } from './state.ts';

export interface StateChange {
  readonly path: readonly string[];
  readonly before: unknown;
  readonly after: unknown;
}

interface Undo {
  readonly container: Record<string, unknown>;
  readonly key: string;
  readonly had: boolean;
  readonly before: unknown;
  readonly path: readonly string[];
  /** Of a key that was taken out: those that stood after it, so that it can go back to its place. */
  readonly followers: readonly string[];
}

/** The fact of which posts there are, and of which kinds. */
export const POSTS_THERE = 'posts there';
/** The fact of which posts are pending, and of which kinds those are. */
export const POSTS_PENDING = 'posts pending';

const OF_POST = 'post ';

/** The fact of all that happened to posts. */
export const ALL_POSTS = 'posts';

/** The fact of all that happened to one post: what is known of the others holds when somebody votes on it. */
export function factOfPost(id: string): string {
  return `${OF_POST}${id}`;
}

export function isOfPost(fact: string): boolean {
  return fact.startsWith(OF_POST);
}

/**
 * Holds the state and remembers how to take back what was written since the last commit. An action that is refused
 * half-way leaves no trace, at a cost that depends on what it wrote and not on how large the game is.
 */
export class Store {
  state: State;
  /** Grows with every write: what was worked out under an older version may be stale. */
  version = 0;
  #undo: Undo[] = [];
  /** The committed part of that, where it is held on to all the same; null where nothing is. */
  #held: number | null = null;
  readonly #writtenAt = new Map<string, number>();
  /** The posts that were written since somebody asked; null where another state began since. */
  #writtenPosts: Set<string> | null = null;
  /** Those that were written since the state began. */
  #writtenSinceBegun = new Set<string>();

  constructor(state: State = emptyState()) {
    this.state = state;
  }

  write(container: object, key: string, value: unknown, path: readonly string[]): void {
    const target = container as Record<string, unknown>;
    const had = Object.hasOwn(target, key);
    const followers = value === undefined && had ? keysAfter(target, key) : [];
    this.#undo.push({ container: target, key, had, before: target[key], path, followers });
    if (value === undefined) delete target[key];
    else if (had) target[key] = value;
    else define(target, key, value);
    this.#note(path);
  }

  /** The version at which a fact, such as `player.state`, was last written. */
  writtenAt(fact: string): number {
    return this.#writtenAt.get(fact) ?? 0;
  }

  touch(fact: string): void {
    this.#writtenAt.set(fact, ++this.version);
  }

  #note(path: readonly string[]): void {
    this.touch(factOf(path));
    if (path[0] !== 'posts') return;
    const [, id, part] = path;
    if (id === undefined) return;
    this.#writtenPosts?.add(id);
    this.#writtenSinceBegun.add(id);
    if (part === 'fields' && path.length > 3) return;
    this.touch(factOfPost(id));
    if (part === undefined || part === 'kind') this.touch(POSTS_THERE);
    if (part === undefined || part === 'kind' || part === 'status') this.touch(POSTS_PENDING);
  }

  /** The posts that were written since this was asked last; null where that can't be said. */
  takeWrittenPosts(): ReadonlySet<string> | null {
    const written = this.#writtenPosts;
    this.#writtenPosts = new Set();
    return written;
  }

  /** The posts that are not as they were when the state began, or may not be. */
  get postsWritten(): ReadonlySet<string> {
    return this.#writtenSinceBegun;
  }

  /** A mark to which `undoTo` can come back. */
  get mark(): number {
    return this.#undo.length;
  }

  undoTo(mark: number): void {
    while (this.#undo.length > mark) {
      const { container, key, had, before, followers, path } = this.#undo.pop() as Undo;
      if (had) define(container, key, before);
      else delete container[key];
      for (const follower of followers) moveToEnd(container, follower);
      this.#note(path);
    }
  }

  commit(): void {
    if (this.#held === null) this.#undo = [];
    else this.#held = this.#undo.length;
  }

  /** Takes back what was written since the last commit. */
  rollBack(): void {
    this.undoTo(this.#held ?? 0);
  }

  get isHeld(): boolean {
    return this.#held !== null;
  }

  /** From here on whatever is committed can be taken back, too, by `rewind`. */
  hold(): void {
    this.#undo = [];
    this.#held = 0;
  }

  /** As it was at `hold`. */
  rewind(): void {
    this.undoTo(0);
    this.#held = 0;
  }

  /** Begins with another state: nothing of the one before is held. */
  begin(state: State): void {
    this.state = state;
    this.#undo = [];
    this.#held = null;
    this.#writtenPosts = null;
    this.#writtenSinceBegun = new Set();
  }

  /**
   * The changes since a mark: one entry for each place, with the value it had first and has now. The values are the state's own:
   * to copy them took a quarter of a vote's time, and whoever runs the kernel gets them written out.
   */
  changesSince(mark: number): StateChange[] {
    const first = new Map<string, Undo>();
    for (const undo of this.#undo.slice(mark)) {
      const key = undo.path.join('\u0000');
      if (!first.has(key)) first.set(key, undo);
    }
    const changes: StateChange[] = [];
    for (const { path, had, before } of first.values()) {
      const was = had ? (before ?? null) : null;
      const now = this.at(path) ?? null;
      if (!sameValue(was, now)) changes.push({ path, before: was, after: now });
    }
    return changes;
  }

  at(path: readonly string[]): unknown {
    let value: unknown = this.state;
    for (const key of path) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
      value = (value as Record<string, unknown>)[key];
    }
    return value;
  }
}

function keysAfter(target: Record<string, unknown>, key: string): string[] {
  const keys = Object.keys(target);
  return keys.slice(keys.indexOf(key) + 1);
}

function moveToEnd(container: Record<string, unknown>, key: string): void {
  if (!Object.hasOwn(container, key)) return;
  const value = container[key];
  delete container[key];
  define(container, key, value);
}

/**
 * The fact that a place belongs to: `players.ana.oil` → `player.oil`, a new room → `things.rooms`. Coarse on purpose, so
 * that what is remembered depends on few of them.
 */
export function factOf(path: readonly string[]): string {
  // By places: QuickJS takes several times as long to take a list apart, and this is asked at every write.
  const scope = path[0] ?? '';
  const a = path[1] ?? '';
  const b = path[2];
  const c = path[3];
  if (scope === 'players') return b === undefined ? 'players' : `player.${b}`;
  if (scope === 'things') return c === undefined ? `things.${a}` : `${a}.${c}`;
  if (scope === 'posts') return b === 'fields' && c !== undefined ? `post.${c}` : ALL_POSTS;
  if (scope === 'game' || scope === 'dynasty' || scope === 'emperor') return `${scope}.${a}`;
  return scope;
}
