import type { Person } from '../../../forge/events.ts';
import { listAt, type JournalEvent } from './happening.ts';

export interface CommentText {
  readonly n: number;
  readonly at: string;
  readonly text: string;
  readonly redacted: boolean;
}

/** A comment with all it ever said: what was edited or removed is known for what it was. */
interface Comment {
  readonly id: string;
  readonly n: number;
  readonly at: string;
  readonly by: Person | null;
  /** The first is what it said at first, the last what it says. */
  readonly texts: readonly CommentText[];
  readonly removedAt: string | null;
}

/** Comments by post, each list in the order in which they were made. */
export function foldComments(happenings: readonly JournalEvent[]): ReadonlyMap<string, readonly Comment[]> {
  const comments = new Map<string, Comment[]>();
  for (const { n, at, event, redacted } of happenings) {
    if (event.type === 'commented') {
      const texts = [{ n, at, text: event.text, redacted }];
      listAt(comments, event.post).push({ id: event.comment, n, at, by: event.by, texts, removedAt: null });
    } else if (event.type === 'comment-edited') {
      const text = { n, at, text: event.text, redacted };
      change(comments, event, (comment) => ({ ...comment, texts: [...comment.texts, text] }));
    } else if (event.type === 'comment-removed') {
      change(comments, event, (comment) => ({ ...comment, removedAt: comment.removedAt ?? at }));
    }
  }
  return comments;
}

function change(
  comments: Map<string, Comment[]>,
  { post, comment }: { readonly post: string; readonly comment: string },
  to: (comment: Comment) => Comment,
): void {
  const list = comments.get(post) ?? [];
  const index = list.findIndex((one) => one.id === comment);
  const found = list[index];
  if (found !== undefined) list[index] = to(found);
}
