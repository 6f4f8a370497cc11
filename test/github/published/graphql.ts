import { schema as published } from '@octokit/graphql-schema';
import {
  buildSchema,
  defaultFieldResolver,
  execute,
  getNamedType,
  getNullableType,
  GraphQLError,
  type GraphQLFieldResolver,
  isListType,
  isNonNullType,
  Kind,
  NoDeprecatedCustomRule,
  parse,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type FieldNode,
} from 'graphql';

/** GitHub's published schema; what it can't say (how long a page may be, what a query costs) is checked here. */
const schema = buildSchema(published.idl, { assumeValidSDL: true });

const longestPage = 100;
const mostNodes = 500_000;

export interface GraphAnswer {
  readonly data?: unknown;
  readonly errors?: readonly Wrong[];
}
interface Wrong {
  readonly type?: unknown;
  readonly path?: readonly (string | number)[];
  readonly message: string;
}
type Variables = Readonly<Record<string, unknown>>;

export interface GraphRun {
  readonly answer: GraphAnswer;
  /** What the query takes of the hour's points. */
  readonly cost: number;
}

/** A place in GitHub's schema where null may stand: a field, or what a field lists. */
export interface NullPlace {
  readonly type: string;
  readonly field: string;
  readonly listed: boolean;
}

/** What a null there means, where it means something: an account that is gone, an edit that never was. */
export const MEANT = new Set([
  'IssueComment.lastEditedAt',
  'PullRequestReview.lastEditedAt',
  'PullRequestReview.submittedAt',
  'PullRequestReview.commit',
  'HeadRefForcePushedEvent.beforeCommit',
  'ReviewDismissedEvent.review',
  ...['Issue', 'PullRequest', 'IssueComment', 'PullRequestReview'].map((type) => `${type}.author`),
  ...['Closed', 'Reopened', 'RenamedTitle', 'Labeled', 'CommentDeleted'].map((of) => `${of}Event.actor`),
  ...['ReviewDismissed', 'HeadRefForcePushed', 'ReadyForReview', 'ConvertToDraft', 'Merged'].map(
    (of) => `${of}Event.actor`,
  ),
  'CommentDeletedEvent.deletedCommentAuthor',
  'UserContentEdit.editor',
  'Reaction.user',
  'PageInfo.endCursor',
]);
export const nameOf = ({ type, field, listed }: NullPlace): string => `${type}.${field}${listed ? '[]' : ''}`;

/** All places of a query where the schema lets GitHub answer null. */
export function nullPlaces(text: string): readonly NullPlace[] {
  const info = new TypeInfo(schema);
  const places: NullPlace[] = [];
  visit(
    parse(text),
    visitWithTypeInfo(info, {
      Field() {
        const [field, parent, type] = [info.getFieldDef(), info.getParentType(), info.getType()];
        if (field === null || field === undefined || parent === null || parent === undefined || !type) return;
        const place = { type: parent.name, field: field.name };
        if (!isNonNullType(type)) places.push({ ...place, listed: false });
        const bare = getNullableType(type);
        if (isListType(bare) && !isNonNullType(bare.ofType)) places.push({ ...place, listed: true });
      },
    }),
  );
  return places;
}

/** What GitHub means to take away from what a query asks for. */
export function deprecated(text: string): readonly string[] {
  return validate(schema, parse(text), [NoDeprecatedCustomRule]).map(({ message }) => message);
}

/** Each run asks much the same: a query is read and held against the schema once. */
const READ = new Map<string, ReturnType<typeof readQuery>>();

function readQuery(text: string): { document: DocumentNode } | { errors: readonly Wrong[] } {
  let document: DocumentNode;
  try {
    document = parse(text);
  } catch (error) {
    return { errors: [{ message: String(error) }] };
  }
  const errors = validate(schema, document);
  return errors.length === 0 ? { document } : { errors: errors.map(({ message }) => ({ message })) };
}

export async function runGraph(
  text: string,
  variables: Variables,
  rootValue: unknown,
  isNull: (place: NullPlace) => boolean = () => false,
): Promise<GraphRun> {
  const read = READ.get(text) ?? readQuery(text);
  READ.set(text, read);
  if ('errors' in read) return { answer: read, cost: 1 };
  const { document } = read;
  const { problems, nodes, requests } = measureQuery(document, variables);
  if (nodes > mostNodes)
    problems.push(`This query requests up to ${nodes} possible nodes which exceeds the maximum limit`);
  const cost = Math.max(1, Math.round(requests / 100));
  if (problems.length > 0) return { answer: { errors: problems.map((message) => ({ message })) }, cost };
  const { data, errors: failed } = await execute({
    schema,
    document,
    rootValue: { ...(rootValue as object), rateLimit: { cost } },
    variableValues: variables,
    fieldResolver: lookUpUnless(isNull),
  });
  return { answer: { ...(failed === undefined ? {} : { errors: failed.map(shown) }), data }, cost };
}

/** `{ type, path, locations, message }`, as GitHub has them. */
const shown = ({ message, path, locations, extensions }: GraphQLError): Wrong => ({
  ...extensions,
  ...(path === undefined ? {} : { path, locations }),
  message,
});

type Resolver = GraphQLFieldResolver<unknown, unknown, Record<string, unknown>>;

const lookUpUnless =
  (isNull: (place: NullPlace) => boolean): Resolver =>
  async (source, words, context, info) => {
    const place = { type: info.parentType.name, field: info.fieldName };
    if (isNull({ ...place, listed: false })) return null;
    const found: unknown = await lookUp(source, words, context, info);
    const [, ...others] = Array.isArray(found) && found.length > 0 ? found : [];
    return Array.isArray(found) && found.length > 0 && isNull({ ...place, listed: true })
      ? [null, ...(others as unknown[])]
      : found;
  };

/** What is looked up by something that has to be given and is not there is null, and an error says so beside it. */
const lookUp: Resolver = async (source, words, context, info) => {
  const found: unknown = await defaultFieldResolver(source, words, context, info);
  const field = info.parentType.getFields()[info.fieldName];
  if (field?.args.some(({ type }) => isNonNullType(type)) !== true) return found;
  if (isListType(getNullableType(info.returnType)))
    return (found as unknown[]).map((one, index) => one ?? notFound((words['ids'] as unknown[])[index]));
  return found ?? notFound(words['number'] ?? words['id'] ?? words['name']);
};

const notFound = (what: unknown): GraphQLError =>
  new GraphQLError(
    typeof what === 'number'
      ? `Could not resolve to an issue or pull request with the number of ${what}.`
      : `Could not resolve to a node with the global id of '${String(what)}'.`,
    { extensions: { type: 'NOT_FOUND' } },
  );

export interface Measured {
  readonly problems: string[];
  /** How many nodes it could give, as GitHub counts them: pages within pages multiply. */
  readonly nodes: number;
  /** How many requests GitHub takes it for, of which a hundred are a point. */
  readonly requests: number;
}

export function measureQuery(document: DocumentNode, variables: Variables): Measured {
  const info = new TypeInfo(schema);
  const problems: string[] = [];
  const around: number[] = [1];
  let [nodes, requests] = [0, 0];
  visit(
    document,
    visitWithTypeInfo(info, {
      Field: {
        enter(field) {
          const many = around.at(-1) ?? 1;
          const type = info.getType();
          const name = type === null || type === undefined ? '' : getNamedType(type).name;
          if (!name.endsWith('Connection')) {
            around.push(many);
            return;
          }
          const size = pageSize(field, variables);
          const asked = asksForNodes(field);
          if (asked && (size === null || size < 1 || size > longestPage))
            problems.push(
              size === null
                ? `You must provide a \`first\` or \`last\` value to properly paginate the \`${field.name.value}\` connection.`
                : `\`first\` on the \`${field.name.value}\` connection must be within 1 and 100.`,
            );
          // What has no page is not counted: so those found who compared their estimates with what GitHub charged.
          requests += asked ? many : 0;
          nodes += asked ? many * (size ?? 0) : 0;
          around.push(many * (asked ? (size ?? 1) : 1));
        },
        leave() {
          around.pop();
        },
      },
    }),
  );
  return { problems, nodes, requests };
}

function pageSize(field: FieldNode, variables: Variables): number | null {
  const given = field.arguments?.find(({ name }) => name.value === 'first' || name.value === 'last');
  if (given === undefined) return null;
  const { value } = given;
  if (value.kind === Kind.INT) return Number(value.value);
  return value.kind === Kind.VARIABLE ? Number(variables[value.name.value]) : null;
}

/** A connection of which only the count is asked needs no page. */
function asksForNodes({ selectionSet }: FieldNode): boolean {
  return (selectionSet?.selections ?? []).some(
    (one) => one.kind !== Kind.FIELD || one.name.value !== 'totalCount',
  );
}
