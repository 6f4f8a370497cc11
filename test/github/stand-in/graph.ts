import { pages } from './graphql.ts';
import type { Account, Item, Post, Reaction, Review, Version, World, Written } from './world.ts';

/** What can be asked of the stand-in by GraphQL: the fields of GitHub's schema that the adapter uses, and no others. */
export function graphOf(world: World): Readonly<Record<string, unknown>> {
  const all = (): Record<string, unknown>[] =>
    world.posts.flatMap((post) => [
      postNode(world, post),
      ...post.comments.map(commentNode),
      ...post.reviews.map(reviewNode),
    ]);
  return {
    __typename: 'Query',
    repository: () => ({
      __typename: 'Repository',
      issueOrPullRequest: ({ number }: { number: number }) => {
        const post = world.posts.find((one) => one.number === number);
        return post === undefined ? null : postNode(world, post);
      },
    }),
    node: ({ id }: { id: string }) => all().find((node) => node['id'] === id) ?? null,
  };
}

/** By GraphQL a bot goes without its [bot]. */
function actor(account: Account | null): unknown {
  if (account === null) return null;
  return { __typename: account.type, login: account.login.replace('[bot]', ''), databaseId: account.id };
}

function edits(versions: readonly Version[]): unknown {
  return pages(versions.toReversed(), ({ id, at, by, text }) => ({
    __typename: 'UserContentEdit',
    id: `UCE_${id}`,
    editedAt: at,
    editor: actor(by),
    diff: text,
  }));
}

const CONTENTS: Readonly<Record<string, string>> = { '+1': 'THUMBS_UP', '-1': 'THUMBS_DOWN' };

function reactions(given: readonly Reaction[]): unknown {
  return pages(given, ({ id, content, at, by }) => ({
    __typename: 'Reaction',
    databaseId: id,
    content: CONTENTS[content] ?? content.toUpperCase(),
    createdAt: at,
    user: { __typename: 'User', login: by.login, databaseId: by.id },
  }));
}

function writtenNode(type: string, prefix: string, written: Written): Record<string, unknown> {
  return {
    __typename: type,
    id: `${prefix}_${written.id}`,
    databaseId: written.id,
    author: actor(written.by),
    body: written.body,
    createdAt: written.at,
    userContentEdits: edits(written.versions),
    reactions: reactions(written.reactions),
  };
}

const commentNode = (comment: Written): Record<string, unknown> => writtenNode('IssueComment', 'IC', comment);

function reviewNode(review: Review): Record<string, unknown> {
  return {
    ...writtenNode('PullRequestReview', 'PRR', review),
    state: review.state,
    submittedAt: review.at,
    commit: { __typename: 'Commit', oid: review.head },
  };
}

/** `ClosedEvent` → `CLOSED_EVENT` */
const itemType = (name: string): string => name.replaceAll(/(?<!^)([A-Z])/gu, '_$1').toUpperCase();

function itemNode({ at, by, deletedCommentAuthor, ...rest }: Item): Record<string, unknown> {
  const who =
    deletedCommentAuthor === undefined
      ? {}
      : { deletedCommentAuthor: actor(deletedCommentAuthor as Account) };
  return { ...rest, createdAt: at, actor: actor(by), ...who };
}

function postNode(world: World, post: Post): Record<string, unknown> {
  const { number, title, closed, locked, updated, branch, comments, reviews, timeline } = post;
  return {
    ...writtenNode(branch === null ? 'Issue' : 'PullRequest', branch === null ? 'I' : 'PR', post),
    number,
    title,
    closed,
    locked,
    updatedAt: updated,
    comments: pages(comments, commentNode),
    timelineItems: (args: { first: number; after?: string; itemTypes: string[] }) =>
      pages(
        timeline.filter(({ __typename }) => args.itemTypes.includes(itemType(__typename))),
        itemNode,
      )(args),
    ...(branch === null
      ? {}
      : {
          headRefName: branch,
          headRefOid: world.headOf(post),
          isCrossRepository: post.fork,
          reviews: pages(reviews, reviewNode),
        }),
  };
}
