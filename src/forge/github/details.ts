import type { CommentRead, DetailRead, PostRead, ReviewRead } from './answers.ts';
import type { SeenPost } from './mark.ts';
import { personOf } from './people.ts';

/** Edits and reactions of comments and reviews, as far as they had to be read, by the id of what they hang on. */
export type Details = ReadonlyMap<string, DetailRead>;

/** Whose edits and reactions are others than at the last look. The engine knows what it wrote itself. */
export function idsToRead(post: PostRead, seen: SeenPost | undefined, engine: string): string[] {
  const reactions = new Map<string, number>();
  for (const [, comment] of Object.values(seen?.reactions ?? {}))
    if (comment !== null) reactions.set(comment, (reactions.get(comment) ?? 0) + 1);
  const isOther = (comment: CommentRead): boolean => {
    const id = comment.fullDatabaseId;
    const edited = comment.lastEditedAt !== (seen?.comments[id]?.[1] ?? null);
    return (
      (edited && personOf(comment.author).id !== engine) ||
      comment.reactions.totalCount !== (reactions.get(id) ?? 0)
    );
  };
  const wasEdited = (review: ReviewRead): boolean =>
    review.lastEditedAt !== (seen?.reviews[review.fullDatabaseId] ?? null);
  return [
    ...post.comments.nodes.filter(isOther).map(({ id }) => id),
    ...(post.reviews?.nodes ?? []).filter(wasEdited).map(({ id }) => id),
  ];
}
