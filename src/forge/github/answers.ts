import { z } from 'zod';
import { toTime } from '../../kernel/time.ts';

/** The queries to GitHub and their answers, in one file so that a field is added in one place. */

/** Accounts are identified by number. One without a number counts as nobody. */
const numbered = new Set(['User', 'Bot', 'Mannequin']);
const actorSchema = z
  .looseObject({ __typename: z.string(), login: z.string(), databaseId: z.int().nullish() })
  .refine(({ __typename, databaseId }) => typeof databaseId === 'number' || !numbered.has(__typename))
  .nullable();
const actor =
  '{ __typename login ... on User { databaseId } ... on Bot { databaseId } ... on Mannequin { databaseId } }';

/** GitHub writes numbers of more than 31 bits as text. */
const longNumber = z.coerce.string().regex(/^\d+$/u);

const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() });
const page = 'pageInfo { hasNextPage endCursor }';

/** A page of a connection. GitHub may answer null for the page, its list or any item. Incomplete items are left out and counted. */
const pageOf = <T extends z.ZodType>(node: T) =>
  z
    .object({ pageInfo: pageInfo.optional(), nodes: z.array(z.unknown()).nullable() })
    .nullable()
    .transform((page) => {
      const listed = page?.nodes ?? [];
      const read = listed.map((one) => node.safeParse(one));
      const nodes = read.flatMap(({ success, data }) => (success ? [data] : []));
      const missing = page?.nodes ? listed.length - nodes.length : 1;
      const info = page?.pageInfo ?? { hasNextPage: false, endCursor: null };
      return { pageInfo: info, nodes, missing, rest: 'read' as 'read' | 'as it was' };
    });

/** True if the page is complete: GitHub left nothing out, and no further pages were skipped. */
export const isWholePage = ({
  missing,
  rest,
}: {
  readonly missing: number;
  readonly rest: string;
}): boolean => missing === 0 && rest === 'read';

/** Only a version that somebody removed from the history has no text. Otherwise the answer lacks it. */
const editSchema = z
  .object({
    id: z.string(),
    editedAt: z.string(),
    editor: actorSchema,
    diff: z.string().nullable(),
    deletedAt: z.string().nullable(),
  })
  .refine(({ diff, deletedAt }) => diff !== null || deletedAt !== null);
const edits = `${page} nodes { id editedAt editor ${actor} diff deletedAt }`;

const reactionSchema = z.object({
  databaseId: z.int(),
  content: z.string(),
  createdAt: z.string(),
  user: z.object({ login: z.string(), databaseId: z.int() }).nullable(),
});
const reactions = `${page} nodes { databaseId content createdAt user { login databaseId } }`;

/** Details of a comment or review are read only if it has changed since the last read, which is rare. */
const commentSchema = z.object({
  id: z.string(),
  fullDatabaseId: longNumber,
  author: actorSchema,
  body: z.string(),
  createdAt: z.string(),
  lastEditedAt: z.string().nullable(),
  /** The count of each reaction, or null if GitHub didn't say. */
  reactionGroups: z
    .array(z.object({ content: z.string(), reactors: z.object({ totalCount: z.int() }) }))
    .nullable(),
});
const comments = `${page} nodes { id fullDatabaseId author ${actor} body createdAt lastEditedAt reactionGroups { content reactors { totalCount } } }`;

const reviewSchema = z.object({
  id: z.string(),
  fullDatabaseId: longNumber,
  author: actorSchema,
  body: z.string(),
  state: z.string(),
  submittedAt: z.string().nullable(),
  commit: z.object({ oid: z.string() }).nullable(),
  lastEditedAt: z.string().nullable(),
  /** Comments on lines of changed files. */
  comments: z.object({ totalCount: z.int() }),
});
const reviews = `${page} nodes { id fullDatabaseId author ${actor} body state submittedAt commit { oid } lastEditedAt comments { totalCount } }`;

const timelineSchema = z.object({
  __typename: z.string(),
  id: z.string(),
  createdAt: z.string(),
  actor: actorSchema,
  previousTitle: z.string().optional(),
  currentTitle: z.string().optional(),
  label: z.object({ name: z.string() }).optional(),
  review: z.object({ fullDatabaseId: longNumber }).nullish(),
  previousReviewState: z.string().optional(),
  deletedCommentAuthor: actorSchema.optional(),
  beforeCommit: z.object({ oid: z.string() }).nullish(),
  afterCommit: z.object({ oid: z.string() }).nullish(),
});
const common = `__typename ... on ClosedEvent { id createdAt actor ${actor} } ... on ReopenedEvent { id createdAt actor ${actor} } ... on RenamedTitleEvent { id createdAt actor ${actor} previousTitle currentTitle } ... on LabeledEvent { id createdAt actor ${actor} label { name } } ... on CommentDeletedEvent { id createdAt actor ${actor} deletedCommentAuthor ${actor} }`;
const ofPulls = `... on ReviewDismissedEvent { id createdAt actor ${actor} review { fullDatabaseId } previousReviewState } ... on HeadRefForcePushedEvent { id createdAt actor ${actor} beforeCommit { oid } afterCommit { oid } } ... on ReadyForReviewEvent { id createdAt actor ${actor} } ... on ConvertToDraftEvent { id createdAt actor ${actor} } ... on MergedEvent { id createdAt actor ${actor} }`;
const kindsOfPulls =
  'REVIEW_DISMISSED_EVENT, HEAD_REF_FORCE_PUSHED_EVENT, READY_FOR_REVIEW_EVENT, CONVERT_TO_DRAFT_EVENT, MERGED_EVENT';
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
  locked: z.boolean(),
  author: actorSchema,
  labels: pageOf(z.object({ name: z.string() })),
  userContentEdits: pageOf(editSchema),
  reactions: pageOf(reactionSchema),
  comments: pageOf(commentSchema),
  reviews: pageOf(reviewSchema).optional(),
  timelineItems: pageOf(timelineSchema),
  headRefName: z.string().optional(),
  headRefOid: z.string().optional(),
  isCrossRepository: z.boolean().optional(),
  baseRefName: z.string().optional(),
  isDraft: z.boolean().optional(),
  merged: z.boolean().optional(),
  commits: z.object({ totalCount: z.int() }).optional(),
});
export type PostRead = z.infer<typeof postSchema>;
export type ReviewRead = z.infer<typeof reviewSchema>;
export type EditRead = z.infer<typeof editSchema>;
export type CommentRead = z.infer<typeof commentSchema>;
export type ReactionRead = z.infer<typeof reactionSchema>;
export type TimelineRead = z.infer<typeof timelineSchema>;

const shared = `id number title body createdAt updatedAt closed locked author ${actor} labels(first: 100) { nodes { name } } userContentEdits(first: 100) { ${edits} } reactions(first: 100) { ${reactions} } comments(first: 100) { ${comments} }`;
const postFields = `__typename ... on Issue { ${shared} timelineItems(first: 100, itemTypes: [${kinds}]) { ${page} nodes { ${common} } } } ... on PullRequest { ${shared} headRefName headRefOid isCrossRepository baseRefName isDraft merged commits { totalCount } reviews(first: 100) { ${reviews} } timelineItems(first: 100, itemTypes: [${kinds}, ${kindsOfPulls}]) { ${page} nodes { ${common} ${ofPulls} } } }`;

/**
 * Posts per request. One request is promised for twenty pending posts, and a few other posts are open. With everything on them this stays
 * well below GitHub's limit of half a million nodes and costs two or three points.
 */
export const postsARequest = 25;

const ask = (what: string, wanted: readonly (readonly [number: number, fields: string])[]): string => {
  const each = wanted.map(
    ([number, fields]) => `p${number}: issueOrPullRequest(number: ${number}) { ${fields} }`,
  );
  return `query ${what}($owner: String!, $name: String!) { repository(owner: $owner, name: $name) { ${each.join(' ')} } }`;
};

/** `[12, 13]` → a query that answers with `p12` and `p13`. The numbers come from the engine, so they can be put into the text. */
export const askForPosts = (numbers: readonly number[]): string =>
  ask(
    'Posts',
    numbers.map((number) => [number, postFields]),
  );
export const postsAnswer = z.object({ repository: z.record(z.string(), z.unknown()) });

const RESTS = {
  comments: { fields: comments, node: commentSchema },
  reactions: { fields: reactions, node: reactionSchema },
  reviews: { fields: reviews, node: reviewSchema },
  userContentEdits: { fields: edits, node: editSchema },
  timelineItems: { fields: '', node: timelineSchema },
} as const;
export type Connection = keyof typeof RESTS;

/** The next page of a connection, with up to 100 more nodes. */
export function askForRest(type: string, connection: Connection): string {
  const onPull = type === 'PullRequest';
  const timeline = connection === 'timelineItems';
  const types = timeline ? `, itemTypes: [${kinds}${onPull ? `, ${kindsOfPulls}` : ''}]` : '';
  const fields = timeline
    ? `${page} nodes { ${onPull ? `${common} ${ofPulls}` : common} }`
    : RESTS[connection].fields;
  return `query Rest($id: ID!, $after: String!) { node(id: $id) { ... on ${type} { ${connection}(first: 100, after: $after${types}) { ${fields} } } } }`;
}

/** Reads a further page of a connection, with nodes as on the first page. */
export function readRestOf(answer: unknown, connection: Connection): RestPage | null {
  const { data } = z.object({ node: z.record(z.string(), z.unknown()).nullable() }).safeParse(answer);
  return pageOf(RESTS[connection].node as z.ZodType).safeParse(data?.node?.[connection]).data ?? null;
}
export interface RestPage {
  /** How many were left out. */
  missing: number;
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
  nodes: unknown[];
}

/** Details of comments and reviews per request. */
export const detailsARequest = 100;
export const askForDetails = `query Details($ids: [ID!]!) { nodes(ids: $ids) { __typename ... on IssueComment { id userContentEdits(first: 100) { ${edits} } reactions(first: 100) { ${reactions} } } ... on PullRequestReview { id userContentEdits(first: 100) { ${edits} } comments(first: 50) { nodes { body } } } } }`;
export const detailSchema = z.object({
  __typename: z.string(),
  id: z.string(),
  userContentEdits: pageOf(editSchema),
  reactions: pageOf(reactionSchema).optional(),
  comments: pageOf(z.object({ body: z.string() })).optional(),
});
export const detailsAnswer = z.object({ nodes: z.array(z.unknown()) });
export type DetailRead = z.infer<typeof detailSchema>;

/** The check run that a separate job makes on each new head. Its time is the push's time. */
const headCheck = 'Gitnomic head';
/** Asks only for as many commits as needed, because each commit costs a page of suites and one of runs. */
const mostCommits = 50;
const headFields = (commits: number): string =>
  `... on PullRequest { number files(first: 100) { ${page} nodes { path } } commits(last: ${Math.min(Math.max(commits, 1), mostCommits)}) { nodes { commit { oid checkSuites(first: 3, filterBy: { checkName: "${headCheck}" }) { nodes { app { databaseId } checkRuns(first: 20, filterBy: { checkName: "${headCheck}" }) { nodes { externalId startedAt } } } } } } } }`;
export interface Headed {
  readonly number: number;
  readonly commits: number;
}
/** `t0: object(oid: "…") { ... on Blob { byteSize } }` and so on: the sizes of texts. */
export const askForSizes = (oids: readonly string[]): string =>
  `query Sizes($owner: String!, $name: String!) { repository(owner: $owner, name: $name) { ${oids
    .map((oid, at) => `t${at}: object(oid: "${oid}") { ... on Blob { byteSize } }`)
    .join(' ')} } }`;
export const sizeSchema = z.object({ byteSize: z.int() });

export const askForHeads = (pulls: readonly Headed[]): string =>
  ask(
    'Heads',
    pulls.map(({ number, commits }) => [number, headFields(commits)]),
  );
const checkRunSchema = z.object({ externalId: z.string().nullable(), startedAt: z.string().nullable() });
const suiteSchema = z.object({
  app: z.object({ databaseId: z.int() }).nullable(),
  checkRuns: pageOf(checkRunSchema),
});
const headSchema = z.object({ commit: z.object({ oid: z.string(), checkSuites: pageOf(suiteSchema) }) });
export const headsSchema = z.object({
  number: z.int(),
  files: pageOf(z.object({ path: z.string() })),
  commits: pageOf(headSchema),
});
export type HeadsRead = z.infer<typeof headsSchema>;

/** GitHub’s schema uses these names, but the example in its documentation uses others. */
const otherNames = { pushed_at: 'timestamp', push_type: 'activity_type', pusher: 'actor' } as const;
const named = (answer: unknown): unknown => {
  if (typeof answer !== 'object' || answer === null) return answer;
  const others = Object.entries(otherNames).flatMap(([other, name]) =>
    other in answer ? [[name, (answer as Record<string, unknown>)[other]] as const] : [],
  );
  return { ...Object.fromEntries(others), ...answer };
};
export const activitySchema = z.preprocess(
  named,
  z.looseObject({
    id: z.int(),
    ref: z.string(),
    before: z.string(),
    after: z.string(),
    timestamp: z.string().transform((at) => toTime(Date.parse(at))),
    activity_type: z.string().transform((type) => (type === 'normal' ? 'push' : type)),
    actor: z.looseObject({ id: z.int(), login: z.string() }).nullish(),
  }),
);
export type Activity = z.infer<typeof activitySchema>;

export const askForLabels = `query Labels($owner: String!, $name: String!, $after: String) { repository(owner: $owner, name: $name) { id labels(first: 100, after: $after) { ${page} nodes { name } } } }`;
export const labelsAnswer = z.object({
  repository: z.object({ id: z.string(), labels: pageOf(z.object({ name: z.string() })) }),
});

/** Creates several labels at once, from `label0`, `label1` … */
export function mutationForLabels(count: number): string {
  const each = Array.from({ length: count }, (_, n) => n);
  const variables = each.map((n) => `$label${n}: CreateLabelInput!`).join(', ');
  const made = each.map((n) => `made${n}: createLabel(input: $label${n}) { label { name } }`).join(' ');
  return `mutation Labels(${variables}) { ${made} }`;
}
