import { z } from 'zod';

/** What is asked of GitHub, and what it answers. Both stand here, so that a field is added in one place. */

const actorSchema = z
  .looseObject({ __typename: z.string(), login: z.string(), databaseId: z.int().nullish() })
  .nullable();
export type Actor = z.infer<typeof actorSchema>;
const actor =
  '{ __typename login ... on User { databaseId } ... on Bot { databaseId } ... on Mannequin { databaseId } }';

const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() });
const page = 'pageInfo { hasNextPage endCursor }';
const pageOf = <T extends z.ZodType>(node: T) => z.object({ pageInfo, nodes: z.array(node) });

const editSchema = z.object({
  id: z.string(),
  editedAt: z.string(),
  editor: actorSchema,
  diff: z.string().nullable(),
});
const edits = `${page} nodes { id editedAt editor ${actor} diff }`;

const reactionSchema = z.object({
  databaseId: z.int(),
  content: z.string(),
  createdAt: z.string(),
  user: z.object({ login: z.string(), databaseId: z.int() }).nullable(),
});
const reactions = `${page} nodes { databaseId content createdAt user { login databaseId } }`;

const commentSchema = z.object({
  id: z.string(),
  databaseId: z.int(),
  author: actorSchema,
  body: z.string(),
  createdAt: z.string(),
  userContentEdits: pageOf(editSchema),
  reactions: pageOf(reactionSchema),
});
const comments = `${page} nodes { id databaseId author ${actor} body createdAt userContentEdits(first: 20) { ${edits} } reactions(first: 50) { ${reactions} } }`;

const reviewSchema = z.object({
  id: z.string(),
  databaseId: z.int(),
  author: actorSchema,
  body: z.string(),
  state: z.string(),
  submittedAt: z.string().nullable(),
  commit: z.object({ oid: z.string() }).nullable(),
  userContentEdits: pageOf(editSchema),
});
const reviews = `${page} nodes { id databaseId author ${actor} body state submittedAt commit { oid } userContentEdits(first: 20) { ${edits} } }`;

const timelineSchema = z.object({
  __typename: z.string(),
  id: z.string(),
  createdAt: z.string(),
  actor: actorSchema,
  previousTitle: z.string().optional(),
  currentTitle: z.string().optional(),
  label: z.object({ name: z.string() }).optional(),
  review: z.object({ databaseId: z.int() }).nullish(),
  previousReviewState: z.string().optional(),
  deletedCommentAuthor: actorSchema.optional(),
});
const common = `__typename ... on ClosedEvent { id createdAt actor ${actor} } ... on ReopenedEvent { id createdAt actor ${actor} } ... on RenamedTitleEvent { id createdAt actor ${actor} previousTitle currentTitle } ... on LabeledEvent { id createdAt actor ${actor} label { name } } ... on CommentDeletedEvent { id createdAt actor ${actor} deletedCommentAuthor ${actor} }`;
const dismissed = `... on ReviewDismissedEvent { id createdAt actor ${actor} review { databaseId } previousReviewState }`;
const kinds = 'CLOSED_EVENT, REOPENED_EVENT, RENAMED_TITLE_EVENT, LABELED_EVENT, COMMENT_DELETED_EVENT';

export const postSchema = z.object({
  __typename: z.enum(['Issue', 'PullRequest']),
  id: z.string(),
  number: z.int(),
  title: z.string(),
  body: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  closed: z.boolean(),
  author: actorSchema,
  userContentEdits: pageOf(editSchema),
  reactions: pageOf(reactionSchema),
  comments: pageOf(commentSchema),
  reviews: pageOf(reviewSchema).optional(),
  timelineItems: pageOf(timelineSchema),
  headRefName: z.string().optional(),
  headRefOid: z.string().optional(),
  isCrossRepository: z.boolean().optional(),
});
export type PostRead = z.infer<typeof postSchema>;
export type EditRead = z.infer<typeof editSchema>;
export type CommentRead = z.infer<typeof commentSchema>;
export type ReactionRead = z.infer<typeof reactionSchema>;
export type TimelineRead = z.infer<typeof timelineSchema>;

const shared = `id number title body createdAt updatedAt closed author ${actor} userContentEdits(first: 50) { ${edits} } reactions(first: 100) { ${reactions} } comments(first: 50) { ${comments} }`;
const postFields = `__typename ... on Issue { ${shared} timelineItems(first: 100, itemTypes: [${kinds}]) { ${page} nodes { ${common} } } } ... on PullRequest { ${shared} headRefName headRefOid isCrossRepository reviews(first: 50) { ${reviews} } timelineItems(first: 100, itemTypes: [${kinds}, REVIEW_DISMISSED_EVENT]) { ${page} nodes { ${common} ${dismissed} } } }`;

/** Twenty a request: with all that hangs on each, well below the half million nodes that GitHub allows. */
export const postsARequest = 20;

/** `[12, 13]` → a query that answers with `p12` and `p13`. The numbers are the engine's own, so they stand in it. */
export function askForPosts(numbers: readonly number[]): string {
  const wanted = numbers.map(
    (number) => `p${number}: issueOrPullRequest(number: ${number}) { ${postFields} }`,
  );
  return `query Posts($owner: String!, $name: String!) { repository(owner: $owner, name: $name) { ${wanted.join(' ')} } }`;
}
export const postsAnswer = z.object({ repository: z.record(z.string(), postSchema.nullable()) });

const RESTS = {
  comments: { ask: comments, node: commentSchema, on: ['Issue', 'PullRequest'] },
  reactions: { ask: reactions, node: reactionSchema, on: ['Issue', 'PullRequest', 'IssueComment'] },
  reviews: { ask: reviews, node: reviewSchema, on: ['PullRequest'] },
  userContentEdits: {
    ask: edits,
    node: editSchema,
    on: ['Issue', 'PullRequest', 'IssueComment', 'PullRequestReview'],
  },
  timelineItems: { ask: `${common} ${dismissed}`, node: timelineSchema, on: ['Issue', 'PullRequest'] },
} as const;
export type Connection = keyof typeof RESTS;

/** What is beyond the first page of something: up to 100 more. */
export function askForRest(type: string, connection: Connection): string {
  const { ask } = RESTS[connection];
  const own = connection === 'timelineItems';
  const types = own
    ? `, itemTypes: [${kinds}${type === 'PullRequest' ? ', REVIEW_DISMISSED_EVENT' : ''}]`
    : '';
  const fields = own ? `${page} nodes { ${type === 'PullRequest' ? ask : common} }` : ask;
  return `query Rest($id: ID!, $after: String!) { node(id: $id) { ... on ${type} { ${connection}(first: 100, after: $after${types}) { ${fields} } } } }`;
}
export const restAnswer = z.object({
  node: z.record(z.string(), z.object({ pageInfo, nodes: z.array(z.unknown()) })).nullable(),
});

export const activitySchema = z.looseObject({
  id: z.int(),
  ref: z.string(),
  before: z.string(),
  after: z.string(),
  timestamp: z.string().transform((at) => `${new Date(at).toISOString().slice(0, 19)}Z`),
  activity_type: z.string(),
  actor: z.looseObject({ id: z.int(), login: z.string() }).nullish(),
});
export type Activity = z.infer<typeof activitySchema>;
