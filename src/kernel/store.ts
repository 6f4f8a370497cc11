import { define, dig, sameValue } from './values.ts';
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
  /** For a removed key: the keys after it, so that it can be restored in its place. */
  readonly followers: readonly string[];
}

/** The fact of which posts exist, and of which kinds. */
export const POSTS_THERE = 'posts there';
/** The fact of which posts are pending, and of which kinds. */
export const POSTS_PENDING = 'posts pending';

const OF_POST = 'post ';

/** The fact of everything that happened to any post. */
export const ALL_POSTS = 'posts';

/** The fact of everything that happened to one post. A vote on it leaves answers about other posts valid. */
export function factOfPost(id: string): string {
  return `${OF_POST}${id}`;
}

export function isOfPost(fact: string): boolean {
  return fact.startsWith(OF_POST);
}

/**
 * Holds the state and records how to undo everything since the last commit. A refused action leaves no trace, and undoing it costs only
 * what it wrote, however large the game is.
 */
export class Store {
  state: State;
  /** Increases with every write. Answers from an older version may be stale. */
  version = 0;
  #undo: Undo[] = [];
  /** The length of the committed part that is kept for `rewind`, or null if none is. */
  #held: number | null = null;
  readonly #writtenAt = new Map<string, number>();

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
    if (part === 'fields' && path.length > 3) return;
    this.touch(factOfPost(id));
    if (part === undefined || part === 'kind') this.touch(POSTS_THERE);
    if (part === undefined || part === 'kind' || part === 'status') this.touch(POSTS_PENDING);
  }

  /** A mark for `undoTo`. */
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

  /** Undoes everything since the last commit. */
  rollBack(): void {
    this.undoTo(this.#held ?? 0);
  }

  get isHeld(): boolean {
    return this.#held !== null;
  }

  /** From now on, `rewind` undoes commits too. */
  hold(): void {
    this.#undo = [];
    this.#held = 0;
  }

  /** Restores the state at `hold`. */
  rewind(): void {
    this.undoTo(0);
    this.#held = 0;
  }

  /** Loads another state, and drops everything about the previous one. */
  begin(state: State): void {
    this.state = state;
    this.#undo = [];
    this.#held = null;
  }

  /**
   * The changes since a mark: one for each place, with its first and its current value. The values are the state's own. Copying them took
   * a quarter of a vote's time, and callers of the kernel receive them serialized.
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
    return dig(this.state, path);
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
 * The fact to which a place belongs: `players.ana.oil` → `player.oil`, a new room → `things.rooms`. Facts are coarse on purpose, so that
 * a cached answer depends on few.
 */
export function factOf(path: readonly string[]): string {
  // Uses indexes, because destructuring takes QuickJS several times as long, and this runs at every write.
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
