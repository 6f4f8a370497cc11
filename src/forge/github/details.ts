import type { CommentRead, DetailRead, PostRead, ReviewRead } from './answers.ts';
import type { SeenPost } from './mark.ts';
import { personOf } from './people.ts';
import { reactionName } from './revisions.ts';

/** Edits and reactions by the id of their comment or review, as far as they had to be read. */
export type Details = ReadonlyMap<string, DetailRead>;

/** Comments on lines of changed files, as far as they were read. They aren't part of the game. */
export function saidInline(post: PostRead, details: Details): string[] {
  const reviews = post.reviews?.nodes ?? [];
  return reviews.flatMap(({ id }) => (details.get(id)?.comments?.nodes ?? []).map(({ body }) => body));
}

/** The comments and reviews whose edits or reactions have changed since the last read. The engine's own aren't read. */
export function idsToRead(post: PostRead, seen: SeenPost | undefined, engine: string): string[] {
  const reactions = new Map<string | null, string[]>();
  for (const [, comment, reaction] of Object.values(seen?.reactions ?? {}))
    reactions.set(comment, [...(reactions.get(comment) ?? []), reaction]);
  const isOther = (comment: CommentRead): boolean => {
    const id = comment.fullDatabaseId;
    const edited = comment.lastEditedAt !== (seen?.comments[id]?.[1] ?? null);
    return (
      (edited && personOf(comment.author).id !== engine) ||
      // Counted by kind, since one may have been replaced by another.
      comment.reactionGroups?.some(
        ({ content, reactors }) =>
          reactors.totalCount !==
          (reactions.get(id) ?? []).filter((one) => one === reactionName(content)).length,
      ) === true
    );
  };
  const wasEdited = (review: ReviewRead): boolean =>
    review.lastEditedAt !== (seen?.reviews[review.fullDatabaseId] || null) ||
    (review.comments.totalCount > 0 && seen?.reviews[review.fullDatabaseId] === undefined);
  return [
    ...post.comments.nodes.filter(isOther).map(({ id }) => id),
    ...(post.reviews?.nodes ?? []).filter(wasEdited).map(({ id }) => id),
  ];
}
