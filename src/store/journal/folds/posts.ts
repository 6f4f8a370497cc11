import type { Person } from '../../../forge/events.ts';
import type { JournalEvent } from './happening.ts';

export interface PostEdit {
  readonly n: number;
  readonly at: string;
  readonly by: Person | null;
  readonly title?: string;
  readonly text?: string;
}

/** A post as it is now, and how it came to be so. */
interface Post {
  readonly id: string;
  readonly n: number;
  readonly at: string;
  readonly author: Person | null;
  readonly kind: string;
  readonly title: string;
  readonly text: string;
  /** Null for a post that changes nothing. */
  readonly branch: string | null;
  readonly edits: readonly PostEdit[];
  readonly recategorised: readonly {
    readonly n: number;
    readonly at: string;
    readonly by: Person | null;
    readonly kind: string;
  }[];
  readonly open: boolean;
  readonly redacted: boolean;
}

/** Posts by id, in the order in which they were opened. */
export function foldPosts(happenings: readonly JournalEvent[]): ReadonlyMap<string, Post> {
  const posts = new Map<string, Post>();
  for (const happening of happenings) {
    const { event } = happening;
    if (event.type === 'opened') posts.set(event.post, opened(happening));
    else if ('post' in event) {
      const post = posts.get(event.post);
      if (post !== undefined) posts.set(event.post, changed(post, happening));
    }
  }
  return posts;
}

function opened({ n, at, event, redacted }: JournalEvent): Post {
  if (event.type !== 'opened') throw new Error(`not an opening: ${event.type}`);
  const { post, by, kind, title, text, head } = event;
  const branch = head?.branch ?? null;
  return {
    id: post,
    n,
    at,
    author: by,
    kind,
    title,
    text,
    branch,
    edits: [],
    recategorised: [],
    open: true,
    redacted,
  };
}

function changed(post: Post, { n, at, event, redacted }: JournalEvent): Post {
  switch (event.type) {
    case 'edited': {
      const { by, title, text } = event;
      const edit = {
        n,
        at,
        by,
        ...(title === undefined ? {} : { title }),
        ...(text === undefined ? {} : { text }),
      };
      const now = { title: title ?? post.title, text: text ?? post.text };
      return { ...post, ...now, edits: [...post.edits, edit], redacted: post.redacted || redacted };
    }
    case 'categorised': {
      const { by, kind } = event;
      return { ...post, kind, recategorised: [...post.recategorised, { n, at, by, kind }] };
    }
    case 'closed':
      return { ...post, open: false };
    case 'reopened':
      return { ...post, open: true };
    default:
      return post;
  }
}
