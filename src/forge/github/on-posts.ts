import type { Person } from '../events.ts';
import type { PostId } from '../port.ts';
import { isWholePage, type PostRead } from './answers.ts';
import { personOf } from './people.ts';
import { isMergedByHand } from './waiting.ts';
import { reactionName } from './revisions.ts';

export interface OnPost {
  readonly byEngine: boolean;
  readonly body: string;
  /** The head of the branch with its changes, or null for other issues. */
  head: string | null;
  /** The engine's comments by key. */
  readonly said: Map<string, { readonly id: number; readonly body: string }>;
  /** True if these are all. */
  readonly saidAll: boolean;
  /** Reviewers and the commits that they reviewed, latest last. */
  readonly reviewed: readonly { readonly by: Person; readonly head: string }[];
  readonly reacted: readonly { readonly by: Person; readonly reaction: string }[];
  /** Comments in new reviews on lines of changed files. */
  inline: readonly string[];
  /** True if somebody other than the engine merged it. */
  readonly mergedByHand: boolean;
  /** The folders of the games that it changes, if there are several. */
  games: readonly string[];
  labels: string[];
  closed: boolean;
  locked: boolean;
}

/** A hidden marker in the engine's texts. It is trusted only if the engine is the author. */
export function markerOf(key: string, game: string): string {
  return `<!-- gitnomic:key ${encodeURIComponent(key)}${game === '' ? '' : ` of ${game}`} -->`;
}
const MARKER = /<!-- gitnomic:key (\S+)(?: of (\S+))? -->\s*$/u;

/** The key in a text of the engine, or null if it belongs to another game of the repository. */
function keyIn(body: string, game: string): string | null {
  const [, key, of = ''] = MARKER.exec(body) ?? [];
  return key === undefined || of !== game ? null : decodeURIComponent(key);
}

/**
 * The state of posts as the last read saw it, with the engine's changes since. Nothing is requested to write an unchanged text, so a tick
 * without news only looks.
 */
export class OnPosts {
  readonly #posts = new Map<PostId, OnPost>();
  readonly #engine: string;
  readonly #game: string;

  constructor(engine: string, game = '') {
    this.#engine = engine;
    this.#game = game;
  }

  get(post: PostId): OnPost | undefined {
    return this.#posts.get(post);
  }

  /** All open posts, and those that were looked at because they have just been closed. */
  all(): readonly (readonly [PostId, OnPost])[] {
    return [...this.#posts];
  }

  /** The engine's open post with this key. */
  called(key: string): { readonly post: PostId; readonly body: string } | null {
    for (const [post, { byEngine, body, closed }] of this.#posts)
      if (byEngine && !closed && keyIn(body, this.#game) === key) return { post, body };
    return null;
  }

  learn(read: PostRead): void {
    const said: OnPost['said'] = new Map();
    for (const { author, body, fullDatabaseId } of read.comments.nodes) {
      const key = personOf(author).id === this.#engine ? keyIn(body, this.#game) : null;
      // If a run that died left two comments, the first one is used and the second isn't updated.
      if (key !== null && !said.has(key)) said.set(key, { id: Number(fullDatabaseId), body });
    }
    this.#posts.set(String(read.number), {
      byEngine: personOf(read.author).id === this.#engine,
      body: read.body,
      head: read.headRefOid ?? null,
      said,
      saidAll: isWholePage(read.comments),
      reviewed: (read.reviews?.nodes ?? []).flatMap(({ author, commit, submittedAt }) =>
        commit === null || submittedAt === null ? [] : [{ by: personOf(author), head: commit.oid }],
      ),
      reacted: read.reactions.nodes.map(({ user, content }) => ({
        by: personOf(user),
        reaction: reactionName(content),
      })),
      labels: read.labels.nodes.map(({ name }) => name),
      games: [],
      inline: [],
      mergedByHand: isMergedByHand(read, this.#engine),
      closed: read.closed,
      locked: read.locked,
    });
  }
}
