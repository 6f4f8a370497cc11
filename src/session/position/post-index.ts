import type { PostData } from '../../kernel/state.ts';
import type { Moved } from '../../store/engine-files.ts';
import { idOfNumber, numberOfId } from '../../store/post-files.ts';

interface KnownPosts {
  readonly links: Readonly<Record<string, string>>;
  readonly moved: Moved | null;
  readonly commentIds: Readonly<Record<string, string>>;
  readonly posts: readonly Pick<PostData, 'id' | 'author' | 'byEngine'>[];
}

/** Maps ids of posts and comments between forge and game, and knows which posts the game has taken in. */
export class PostIndex {
  /** The names for this forge's posts, if the game moved here from another forge. */
  readonly moved: Moved | null;
  readonly #links: Record<string, string>;
  readonly #commentIds: Record<string, string>;
  readonly #taken: Set<string>;
  readonly #authors: Map<string, string>;

  constructor({ links, moved, commentIds, posts }: KnownPosts) {
    this.moved = moved;
    this.#links = { ...links };
    this.#commentIds = { ...commentIds };
    this.#taken = new Set(posts.map(({ id }) => id));
    this.#authors = new Map(posts.filter(({ byEngine }) => !byEngine).map(({ id, author }) => [id, author]));
  }

  /** Forge id → game id, for posts that the game doesn't call by their number. */
  get links(): Readonly<Record<string, string>> {
    return this.#links;
  }

  /** The game's id: the number on the forge, or the id that the rules gave their own post. */
  idOf(forgePost: string): string {
    const linked = Object.hasOwn(this.#links, forgePost) ? this.#links[forgePost] : undefined;
    return linked ?? idOfNumber(this.moved, forgePost);
  }

  /** Null if the post is not on this forge. */
  forgePostOf(id: string): string | null {
    const linked = Object.entries(this.#links).find(([, one]) => one === id);
    if (linked !== undefined) return linked[0];
    if (!this.#authors.has(id)) return null;
    return this.moved === null ? id : numberOfId(this.moved, id);
  }

  commentIdOf(forgeComment: string): string {
    return this.#commentIds[forgeComment] ?? forgeComment;
  }

  authorOf(id: string): string | null {
    return this.#authors.get(id) ?? null;
  }

  get taken(): number {
    return this.#taken.size;
  }

  has(id: string): boolean {
    return this.#taken.has(id);
  }

  /** `author` is null if the rules posted it. */
  add(id: string, author: string | null): void {
    this.#taken.add(id);
    if (author !== null) this.#authors.set(id, author);
  }

  link(forgePost: string, id: string): void {
    this.#links[forgePost] = id;
  }

  unlink(forgePost: string): void {
    delete this.#links[forgePost];
  }

  learn(
    links: Readonly<Record<string, string>> = {},
    commentIds: Readonly<Record<string, string>> = {},
  ): void {
    Object.assign(this.#links, links);
    Object.assign(this.#commentIds, commentIds);
  }
}
