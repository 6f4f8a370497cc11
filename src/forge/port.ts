/**
 * A forge, where people meet. Its interface has only what the engine needs, in the game's own words. Each adapter passes the contract in
 * test/contract/forge.ts. docs/forge.md explains how to write one.
 */
import type { Repository } from '../repository/repository.ts';
import type { Oid } from '../repository/oid.ts';
import type { ForgeEvent, Person, Verdict } from './events.ts';

export type PostId = string;
export type CommentId = string;
type ReviewId = string;

/** A mark up to which the forge's events have been read. Only the adapter knows its content. */
export type Mark = string;

/** Branches that the engine writes on every forge. No proposal can use them. */
export const ENGINE_BRANCHES: readonly [main: string, ...own: string[]] = ['main', 'journal', 'notices'];

export interface Observation {
  /** In the forge's order, each with a lasting id. After a fault an event may come twice, but none is left out. */
  readonly events: readonly ForgeEvent[];
  readonly mark: Mark;
  /** Posts that the forge didn't answer for, at least in part. Events on them may follow in a later observation. */
  readonly unread?: readonly PostId[];
}

/** A forge as a reader sees it. Its branches are local copies, which may be updated without notice. */
export interface ForgeReading {
  readonly name: string;
  /** The engine's account on this forge. */
  readonly engine: Person;
  /** Git's objects and branches, as far as they are here. */
  readonly repository: Repository;
  /** True if the engine itself starts every game here. Otherwise a game from elsewhere may be pushed to main. */
  readonly beginsGames?: boolean;

  /** Returns the events since `mark`, or all of them. */
  observe(since: Mark | null): Promise<Observation>;

  /**
   * Makes a commit readable in `repository`. False only if the forge says that it is gone. If that is unknown, an `unavailable` error is
   * thrown.
   */
  bring(commit: Oid): Promise<boolean>;

  /** Moves one of the engine's branches if it is still at `expected`. Null means that the branch doesn't exist. */
  advance(branch: string, expected: Oid | null, next: Oid): Promise<'advanced' | 'moved'>;
}

export interface Forge extends ForgeReading {
  /** Opens a post. A second call with the same key opens no other and returns the first one's id. */
  post(draft: EnginePost): Promise<PostId>;

  /** Creates or updates the one comment with this key. */
  comment(post: PostId, key: string, text: string): Promise<void>;

  /** Sets the engine's labels on a post, replacing its earlier ones. */
  label(post: PostId, labels: readonly string[]): Promise<void>;

  /** Opens a closed post again if the forge allows it. An open or settled one isn't changed. */
  reopen(post: PostId): Promise<void>;

  /** The forge's own time, unless it is this machine's. */
  time?(): Promise<string>;

  /** Closes a post for good. It can be read, but no longer be changed, commented or voted on. */
  settle(post: PostId): Promise<void>;
}

export interface EnginePost {
  readonly key: string;
  readonly kind: string;
  readonly title: string;
  readonly text: string;
}

/**
 * What people do at a forge, done for them: by the command line and the local table if the forge is embedded, and by scenarios and tests.
 * For a hosted forge it exists only in tests, which simulate people's clients.
 */
export interface People {
  /** With `head`, a commit in the repository, it is a matter with changes. `branch` is the name of its branch. */
  open(by: Person, draft: PostDraft): Promise<PostId>;
  push(by: Person, post: PostId, head: Oid): Promise<void>;
  edit(by: Person, post: PostId, change: { readonly title?: string; readonly text?: string }): Promise<void>;
  categorise(by: Person, post: PostId, kind: string): Promise<void>;
  close(by: Person, post: PostId): Promise<void>;
  reopen(by: Person, post: PostId): Promise<void>;
  comment(by: Person, post: PostId, text: string): Promise<CommentId>;
  editComment(by: Person, post: PostId, comment: CommentId, text: string): Promise<void>;
  removeComment(by: Person, post: PostId, comment: CommentId): Promise<void>;
  review(by: Person, post: PostId, verdict: Verdict, text: string): Promise<ReviewId>;
  editReview(by: Person, post: PostId, review: ReviewId, text: string): Promise<void>;
  dismissReview(by: Person, post: PostId, review: ReviewId): Promise<void>;
  /** Reacts to the post, or to a comment on it. Repeating the same reaction changes nothing. */
  react(by: Person, post: PostId, reaction: string, comment?: CommentId): Promise<void>;
  unreact(by: Person, post: PostId, reaction: string, comment?: CommentId): Promise<void>;
}

export interface PostDraft {
  readonly kind: string;
  readonly title: string;
  readonly text: string;
  readonly head?: Oid;
  readonly branch?: string;
}
