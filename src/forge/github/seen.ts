import type { ForgeEvent } from '../events.ts';
import { isWholePage, type PostRead } from './answers.ts';
import type { Details } from './details.ts';
import { PENDING } from './labels.ts';
import type { SeenPost } from './mark.ts';
import { personOf } from './people.ts';
import { reactionsOn } from './vanished.ts';

/** The state of a post that GitHub listed but didn't answer for. */
export const unseen: SeenPost = {
  updated: '',
  closed: false,
  head: null,
  told: [],
  comments: {},
  reviews: {},
  reactions: {},
};

/** Votes on a pending post count even if it is closed or locked, by somebody or by GitHub because its fork or branch was deleted. */
const isPending = ({ labels }: PostRead): boolean => labels.nodes.some(({ name }) => name === PENDING);

/** True for a person's open issue without a vote. Everything that can be said there changes its time. */
function isQuiet(post: PostRead): boolean {
  return post.headRefOid === undefined && !post.closed && !isPending(post) && !personOf(post.author).bot;
}

/** The state of a post at this look, for comparison at the next one. */
export function seenOf(
  post: PostRead,
  details: Details,
  events: readonly ForgeEvent[],
  last: SeenPost | undefined,
): SeenPost {
  const news = Object.fromEntries(
    events.flatMap((event): [string, SeenPost['reactions'][string]][] =>
      event.type === 'reacted'
        ? [[event.id.slice('reaction-'.length), [event.by?.id ?? '', event.comment, event.reaction]]]
        : [],
    ),
  );
  const comments = new Set(post.comments.nodes.map(({ fullDatabaseId }) => fullDatabaseId));
  const reactions = reactionsOn(post, details, last).flatMap(
    (id): [string, SeenPost['reactions'][string]][] => {
      const reaction = news[id] ?? last?.reactions[id];
      const isOn = (comment: string): boolean => comments.has(comment) || !isWholePage(post.comments);
      const there = reaction !== undefined && (reaction[1] === null || isOn(reaction[1]));
      return there ? [[id, reaction]] : [];
    },
  );
  const gone = post.timelineItems.nodes.flatMap(({ __typename, id }) =>
    __typename === 'CommentDeletedEvent' ? [`gone-${id}`] : [],
  );
  return {
    updated: post.updatedAt,
    closed: post.closed && !isPending(post),
    ...(isQuiet(post) ? { quiet: true as const } : {}),
    head: post.headRefOid ?? null,
    told: [...new Set([...(last?.told ?? []), ...events.map(({ id }) => id), ...gone])],
    comments: {
      ...(isWholePage(post.comments) ? {} : last?.comments),
      ...Object.fromEntries(
        post.comments.nodes.map(({ fullDatabaseId, author, lastEditedAt }) => [
          fullDatabaseId,
          [personOf(author).id, lastEditedAt] satisfies SeenPost['comments'][string],
        ]),
      ),
    },
    reviews: {
      ...(post.reviews === undefined || isWholePage(post.reviews) ? {} : last?.reviews),
      ...Object.fromEntries(
        (post.reviews?.nodes ?? []).flatMap(({ fullDatabaseId, lastEditedAt, comments: { totalCount } }) =>
          lastEditedAt === null && totalCount === 0 ? [] : [[fullDatabaseId, lastEditedAt ?? '']],
        ),
      ),
    },
    reactions: Object.fromEntries(reactions),
  };
}
