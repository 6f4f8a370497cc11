import type { Person } from '../events.ts';
import type { PostId } from '../port.ts';
import { isWholePage, type PostRead } from './answers.ts';
import { personOf } from './people.ts';
import { isMergedByHand } from './waiting.ts';
import { reactionName } from './reactions.ts';

export interface OnPost {
  readonly byEngine: boolean;
  readonly body: string;
  /** Where the branch stands of what changes something; null of other issues. */
  head: string | null;
  /** The engine's comments, by their keys. */
  readonly said: Map<string, { readonly id: number; readonly body: string }>;
  /** Whether those are all. */
  readonly saidAll: boolean;
  /** Reviewers and the commits that they reviewed, the latest review last. */
  readonly reviewed: readonly { readonly by: Person; readonly head: string }[];
  readonly reacted: readonly { readonly by: Person; readonly reaction: string }[];
  /** Comments of new reviews on lines of the changed files. */
  inline: readonly string[];
  /** Somebody merged it who is not the engine. */
  readonly mergedByHand: boolean;
  /** The folders of the games of which it changes something, where those are several. */
  games: readonly string[];
  labels: string[];
  closed: boolean;
  locked: boolean;
}

/** Hidden in what the engine writes, and trusted there only where the engine is who wrote it. */
export function markerOf(key: string, game: string): string {
  return `<!-- gitnomic:key ${encodeURIComponent(key)}${game === '' ? '' : ` of ${game}`} -->`;
}
const MARKER = /<!-- gitnomic:key (\S+)(?: of (\S+))? -->\s*$/u;

/** Of what the engine says for another game of the repository there is no key. */
function keyIn(body: string, game: string): string | null {
  const [, key, of = ''] = MARKER.exec(body) ?? [];
  return key === undefined || of !== game ? null : decodeURIComponent(key);
}

/**
 * The state of posts as a look at all of them saw it and the engine has changed it since. What is there already
 * costs no request: so a tick that finds nothing new writes nothing, and asks nothing more than to look.
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

  /** All that are open, or were looked at for being closed just now. */
  all(): readonly (readonly [PostId, OnPost])[] {
    return [...this.#posts];
  }

  /** The open post of the engine's that has this key. */
  called(key: string): { readonly post: PostId; readonly body: string } | null {
    for (const [post, { byEngine, body, closed }] of this.#posts)
      if (byEngine && !closed && keyIn(body, this.#game) === key) return { post, body };
    return null;
  }

  learn(read: PostRead): void {
    const said: OnPost['said'] = new Map();
    for (const { author, body, fullDatabaseId } of read.comments.nodes) {
      const key = personOf(author).id === this.#engine ? keyIn(body, this.#game) : null;
      // The first counts: where a run that died left two, the later one is not kept current.
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
