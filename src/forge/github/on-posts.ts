import type { PostId } from '../port.ts';
import type { PostRead } from './answers.ts';
import { personOf } from './people.ts';

export interface OnPost {
  readonly nodeId: string;
  /** The engine's comments, by their keys. */
  readonly said: Map<string, { readonly id: number; readonly body: string }>;
  labels: string[];
  closed: boolean;
  locked: boolean;
}

/** Hidden in what the engine writes, and trusted there only where the engine is who wrote it. */
export function markerOf(key: string): string {
  return `<!-- gitnomic:key ${encodeURIComponent(key)} -->`;
}
const MARKER = /<!-- gitnomic:key (\S+) -->\s*$/u;

export function keyIn(body: string): string | null {
  const found = MARKER.exec(body)?.[1];
  return found === undefined ? null : decodeURIComponent(found);
}

/**
 * What stands on posts, as a look at all of them saw it and the engine has changed it since. What is there already
 * costs no request: so a tick that finds nothing new writes nothing, and asks nothing more than to look.
 */
export class OnPosts {
  readonly #posts = new Map<PostId, OnPost>();
  readonly #engine: string;

  constructor(engine: string) {
    this.#engine = engine;
  }

  get(post: PostId): OnPost | undefined {
    return this.#posts.get(post);
  }

  learn({ id, number, closed, locked, labels, comments }: PostRead): void {
    const said: OnPost['said'] = new Map();
    for (const { author, body, databaseId } of comments.nodes) {
      const key = personOf(author).id === this.#engine ? keyIn(body) : null;
      // The first counts: where a run that died left two, the later one is not kept current.
      if (key !== null && !said.has(key)) said.set(key, { id: databaseId, body });
    }
    const names = labels.nodes.map(({ name }) => name);
    this.#posts.set(String(number), { nodeId: id, said, labels: names, closed, locked });
  }
}
