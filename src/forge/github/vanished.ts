import type { ForgeEvent, Person } from '../events.ts';
import { isWholePage, type PostRead } from './answers.ts';
import type { Details } from './details.ts';
import type { SeenPost } from './mark.ts';
import { ghost, personOf } from './people.ts';

/**
 * GitHub reports no withdrawn reactions, and doesn't say which comment was deleted. So these are found by comparing with the last read.
 * Anything that came and went in between was never seen.
 */
export function vanishedFrom(
  post: PostRead,
  details: Details,
  seen: SeenPost | undefined,
  people: Readonly<Record<string, Person>>,
  now: string,
): ForgeEvent[] {
  if (seen === undefined) return [];
  const on = String(post.number);
  const comments = new Set(post.comments.nodes.map(({ fullDatabaseId }) => fullDatabaseId));
  const reactions = new Set(reactionsOn(post, details, seen));
  // Deleting a comment removes its reactions, but nobody withdrew them: they count as not read.
  const gone = Object.entries(seen.reactions).filter(([id]) => !reactions.has(id));
  return [
    ...gone.map(([id, [by, comment, reaction]]): ForgeEvent => ({
      type: 'unreacted',
      id: `reaction-gone-${id}`,
      at: now,
      by: people[by] ?? ghost,
      post: on,
      comment,
      reaction,
    })),
    ...removedComments(post, seen, people, now, comments),
  ];
}

/** The ids of existing reactions. For a comment that wasn't read, these are the earlier ones. */
export function reactionsOn(post: PostRead, details: Details, seen: SeenPost | undefined): string[] {
  const read = new Set<string | null>(post.reactions.missing > 0 ? [] : [null]);
  const numbers = post.reactions.nodes.map(({ databaseId }) => String(databaseId));
  for (const { id, fullDatabaseId } of post.comments.nodes) {
    const detail = details.get(id);
    if (detail?.reactions === undefined) continue;
    if (detail.reactions.missing === 0) read.add(fullDatabaseId);
    numbers.push(...detail.reactions.nodes.map((one) => String(one.databaseId)));
  }
  const unread = Object.entries(seen?.reactions ?? {}).flatMap(([id, [, comment]]) =>
    read.has(comment) ? [] : [id],
  );
  return [...new Set([...numbers, ...unread])];
}

function removedComments(
  post: PostRead,
  seen: SeenPost,
  people: Readonly<Record<string, Person>>,
  now: string,
  there: ReadonlySet<string>,
): ForgeEvent[] {
  if (!isWholePage(post.comments)) return [];
  const records = post.timelineItems.nodes.filter(
    ({ __typename, id }) => __typename === 'CommentDeletedEvent' && !seen.told.includes(`gone-${id}`),
  );
  return Object.entries(seen.comments)
    .filter(([id]) => !there.has(id))
    .map(([comment, [by]]) => {
      const of = records.findLastIndex((item) => personOf(item.deletedCommentAuthor).id === by);
      const [record] = of === -1 ? [] : records.splice(of, 1);
      const who = record === undefined ? (people[by] ?? ghost) : personOf(record.actor);
      const at = record?.createdAt ?? now;
      return {
        type: 'comment-removed',
        id: `comment-gone-${comment}`,
        at,
        by: who,
        post: String(post.number),
        comment,
      };
    });
}
