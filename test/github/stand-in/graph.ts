import { z } from 'zod';

import { makeLabel } from './labels.ts';
import { assertAllowed } from './permissions.ts';
import type { Account, CheckRun, Item, Post, Reaction, Review, Version, World, Written } from './world.ts';

/** What is asked of the stand-in by GraphQL, for GitHub's published schema: it sees to types, pages and unknown fields. */
export function graphOf(world: World, by: Account): Readonly<Record<string, unknown>> {
  const all = (): Record<string, unknown>[] =>
    world.posts.flatMap((post) => [
      postNode(world, post),
      ...post.comments.map(commentNode),
      ...post.reviews.map(reviewNode),
    ]);
  const nodeOf = (id: string): unknown => all().find((node) => node['id'] === id) ?? null;
  return {
    // Of the token of a workflow too it is a user, with all of its login.
    viewer: () => ({ __typename: 'User', login: by.login, databaseId: by.id }),
    repository: ({ owner, name }: { owner: string; name: string }) =>
      owner === 'o' && name === 'r'
        ? {
            __typename: 'Repository',
            id: REPOSITORY,
            labels: pages(world.labels, ({ name }) => ({ name })),
            object: ({ oid }: { oid: string }) => {
              const byteSize = world.sizeOf(oid);
              return byteSize === null ? null : { __typename: 'Blob', byteSize };
            },
            issueOrPullRequest: ({ number }: { number: number }) => {
              const post = world.posts.find((one) => one.number === number);
              return post === undefined ? null : postNode(world, post);
            },
          }
        : null,
    node: ({ id }: { id: string }) => nodeOf(id),
    nodes: ({ ids }: { ids: readonly string[] }) => ids.map(nodeOf),
    markPullRequestReadyForReview: ({ input }: { input: unknown }) => draft(world, by, input, false),
    convertPullRequestToDraft: ({ input }: { input: unknown }) => draft(world, by, input, true),
    // Whoever administers the repository may: no workflow's token does.
    deleteIssue: ({ input }: { input: unknown }) => {
      const { issueId } = z.looseObject({ issueId: z.string() }).parse(input);
      const post = world.posts.find(({ id }) => `I_${id}` === issueId);
      if (post === undefined || by.type !== 'User' || by.permission !== 'write')
        throw new Error('Viewer not authorized to delete');
      world.takeAway(post, 'deleted');
      return { clientMutationId: null };
    },
    createLabel: ({ input }: { input: unknown }) => {
      // By way of REST it is the same label, made with the same rights.
      assertAllowed(world, by, 'POST', '/repos/o/r/labels');
      const { repositoryId: _, ...label } = z
        .looseObject({ repositoryId: z.literal(REPOSITORY) })
        .parse(input);
      return { label: makeLabel(world, by, label) };
    },
  };
}
const REPOSITORY = 'R_1';

function draft(world: World, by: Account, input: unknown, becomes: boolean): unknown {
  assertAllowed(world, by, 'POST', '/repos/o/r/pulls');
  const { pullRequestId } = z.looseObject({ pullRequestId: z.string() }).parse(input);
  const post = world.posts.find(({ id }) => `PR_${id}` === pullRequestId);
  if (post === undefined || (by !== post.by && by.permission !== 'write'))
    throw new Error('Could not resolve to a node');
  if (post.draft !== becomes) world.happen(post, by, becomes ? 'ConvertToDraftEvent' : 'ReadyForReviewEvent');
  post.draft = becomes;
  return { clientMutationId: null };
}

interface Page {
  readonly first?: number;
  readonly last?: number;
  readonly after?: string | null;
}

/** A list by pages, as GitHub gives them. */
function pages<T>(items: readonly T[], show: (item: T) => unknown) {
  return ({ first, last, after }: Page): unknown => {
    const from = last !== undefined ? Math.max(0, items.length - last) : Number(after ?? 0);
    const end = last !== undefined ? items.length : from + (first ?? 0);
    return {
      totalCount: items.length,
      pageInfo: { hasNextPage: end < items.length, endCursor: String(Math.min(end, items.length)) },
      nodes: items.slice(from, end).map(show),
    };
  };
}

/** By GraphQL a bot goes without its [bot]. */
function actor(account: Account | null): unknown {
  if (account === null) return null;
  return { __typename: account.type, login: account.login.replace('[bot]', ''), databaseId: account.id };
}

function edits(versions: readonly Version[]): unknown {
  return pages(versions.toReversed(), ({ id, at, by, text }) => ({
    id: `UCE_${id}`,
    editedAt: at,
    editor: actor(by),
    diff: text,
    deletedAt: null,
  }));
}

const GROUPS = ['+1', '-1', 'laugh', 'hooray', 'confused', 'heart', 'rocket', 'eyes'];
/** GitHub lists all kinds, also those that nobody gave. */
const groups = (given: readonly Reaction[]): unknown =>
  GROUPS.map((kind) => ({
    content: CONTENTS[kind] ?? kind.toUpperCase(),
    reactors: pages(
      given.filter(({ content }) => content === kind),
      () => null,
    ),
  }));

const CONTENTS: Readonly<Record<string, string>> = { '+1': 'THUMBS_UP', '-1': 'THUMBS_DOWN' };

function reactions(given: readonly Reaction[]): unknown {
  return pages(given, ({ id, content, at, by }) => ({
    databaseId: id,
    content: CONTENTS[content] ?? content.toUpperCase(),
    createdAt: at,
    user: by === null ? null : { login: by.login, databaseId: by.id },
  }));
}

function writtenNode(type: string, prefix: string, written: Written): Record<string, unknown> {
  return {
    __typename: type,
    id: `${prefix}_${written.id}`,
    // As Int it can't be answered.
    databaseId: written.id,
    fullDatabaseId: String(written.id),
    author: actor(written.by),
    body: written.body,
    createdAt: written.at,
    lastEditedAt: written.versions.at(-1)?.at ?? null,
    userContentEdits: edits(written.versions),
    reactions: reactions(written.reactions),
    reactionGroups: groups(written.reactions),
  };
}

const commentNode = (comment: Written): Record<string, unknown> => writtenNode('IssueComment', 'IC', comment);

function reviewNode(review: Review): Record<string, unknown> {
  return {
    ...writtenNode('PullRequestReview', 'PRR', review),
    state: review.state,
    submittedAt: review.at,
    commit: review.head === '' ? null : { oid: review.head },
    comments: pages(review.inline ?? [], (body) => ({ body })),
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
  const { number, title, closed, locked, updated, branch, comments, timeline, labels } = post;
  return {
    ...writtenNode(branch === null ? 'Issue' : 'PullRequest', branch === null ? 'I' : 'PR', post),
    number,
    title,
    closed,
    locked,
    updatedAt: updated,
    labels: pages(labels, (name) => ({ name })),
    comments: pages(comments, commentNode),
    timelineItems: ({ itemTypes, ...page }: Page & { itemTypes: readonly string[] }) =>
      pages(
        timeline.filter(({ __typename }) => itemTypes.includes(itemType(__typename))),
        itemNode,
      )(page),
    ...(branch === null ? {} : pullFields(world, post, branch)),
  };
}

function pullFields(world: World, post: Post, branch: string): Record<string, unknown> {
  return {
    headRefName: branch,
    baseRefName: post.base,
    isDraft: post.draft,
    merged: post.merged,
    files: (page: Page) => pages(world.filesOf(post), (path) => ({ path }))(page),
    headRefOid: world.headOf(post),
    isCrossRepository: post.fork,
    reviews: pages(post.reviews, reviewNode),
    commits: (page: Page) =>
      pages(world.commitsOf(post), (oid) => ({ commit: { oid, checkSuites: suitesOn(world, oid) } }))(page),
  };
}

/** Check runs that the workflow's token makes are all in one suite, GitHub Actions' own. */
function suitesOn(world: World, oid: string): unknown {
  return ({ filterBy, ...page }: Page & { filterBy?: { checkName?: string } }) => {
    const runs = world.checks.filter((run) => run.head === oid && isNamed(run, filterBy?.checkName));
    const apps = [...new Set(runs.map(({ app }) => app))];
    return pages(apps, (app) => ({
      app: { databaseId: app },
      checkRuns: ({ filterBy: by, ...inner }: Page & { filterBy?: { checkName?: string } }) =>
        pages(
          runs.filter((run) => run.app === app && isNamed(run, by?.checkName)),
          ({ name, externalId, at }) => ({ name, externalId, startedAt: at }),
        )(inner),
    }))(page);
  };
}

const isNamed = ({ name }: CheckRun, wanted: string | undefined): boolean =>
  wanted === undefined || name === wanted;
