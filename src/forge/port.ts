/**
 * A forge: where people meet. What it is asked for is only what the engine needs, in the game's own nouns, and each
 * adapter passes the contract in test/contract/forge.ts. docs/forge.md says how to write one.
 */
import type { Repository } from '../repository/repository.ts';
import type { Oid } from '../repository/oid.ts';
import type { ForgeEvent, Person, Verdict } from './events.ts';

export type PostId = string;
export type CommentId = string;
type ReviewId = string;

/** The mark up to which the forge's events were read. Its content is the adapter's own affair. */
export type Mark = string;

/** Branches that the engine writes on every forge: nobody’s proposal can have one of them. */
export const ENGINE_BRANCHES: readonly [main: string, ...own: string[]] = ['main', 'journal', 'notices'];

export interface Observation {
  /** In the forge's order, each with an id that stays. An event may come again after a fault; none is left out. */
  readonly events: readonly ForgeEvent[];
  readonly mark: Mark;
}

/** A forge as anybody reads it. Of its branches a copy on one's own machine may be moved, without their being told. */
export interface ForgeReading {
  readonly name: string;
  /** The engine's account on this forge. */
  readonly engine: Person;
  /** Git's objects and branches, as far as they are here. */
  readonly repository: Repository;
  /** Whether the engine itself begins each game here. Not said: one that was played elsewhere may be pushed to main. */
  readonly beginsGames?: boolean;

  /** Tells the events since `mark`; from the beginning where that is null. */
  observe(since: Mark | null): Promise<Observation>;

  /** Makes a commit readable in `repository`; false only where the forge says that it has it no longer, and an error of code `unavailable` where that can't be found out. */
  bring(commit: Oid): Promise<boolean>;

  /** Moves a branch of the engine's own, if it still stands at `expected`. Null: there is no such branch. */
  advance(branch: string, expected: Oid | null, next: Oid): Promise<'advanced' | 'moved'>;
}

export interface Forge extends ForgeReading {
  /** Opens a post. Asked again with the same key it opens no other, and gives the id of the first. */
  post(draft: EnginePost): Promise<PostId>;

  /** Says `text` in the one comment that has this key, made where there is none, put right where it says other. */
  comment(post: PostId, key: string, text: string): Promise<void>;

  /** The labels that the engine keeps on a post, in place of those it had there before. */
  label(post: PostId, labels: readonly string[]): Promise<void>;

  /** Opens a post again that somebody closed, where the forge lets it; one that is open or settled stays as it is. */
  reopen(post: PostId): Promise<void>;

  /** Closes a post for good: it can be read, and no longer be altered, commented or voted on. */
  settle(post: PostId): Promise<void>;
}

export interface EnginePost {
  readonly key: string;
  readonly kind: string;
  readonly title: string;
  readonly text: string;
}

/**
 * The acts of people at a forge, done for them: by the command line and the local table where the forge is embedded, by
 * scenarios and tests. A hosted forge has it only in tests, where people's own clients are played.
 */
export interface People {
  /** With `head`, a commit in the repository, it is a matter that changes something; `branch` is where it goes. */
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
  /** To the post, or to a comment on it. Reacting again the same way changes nothing. */
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
