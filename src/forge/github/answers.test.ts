// Questions to GitHub, and whole and incomplete answers.
import { Kind, parse, type FieldNode, type SelectionSetNode } from 'graphql';
import { expect, test } from 'vitest';

import {
  activitySchema,
  askForRest,
  askForSizes,
  isWholePage,
  mutationForLabels,
  postSchema,
  readRestOf,
  type Connection,
} from './answers.ts';
import { ANA, BO, comment, EARLY, issue, page } from './fixtures/hub.ts';

const authored = (author: object | null): boolean => postSchema.safeParse(issue(3, { author })).success;

test.each([
  ['a user', ANA, true],
  ['a user without a number', { __typename: 'User', login: 'ana' }, false],
  ['a bot whose number is null', { __typename: 'Bot', login: 'x', databaseId: null }, false],
  ['an imported account without a number', { __typename: 'Mannequin', login: 'x' }, false],
  ['an organisation, which has none', { __typename: 'Organization', login: 'x' }, true],
  ['nobody', null, true],
])('whether a post by %s is read: %j %j', (_, author, isRead) => {
  expect(authored(author)).toBe(isRead);
});

test.each<readonly [string, unknown, number, number]>([
  ['whole', page([comment('7', BO, 'a')]), 1, 0],
  ['empty', page(), 0, 0],
  ['without its place', { nodes: [comment('7', BO, 'a')] }, 1, 0],
  ['with gaps', page([null, comment('7', BO, 'a'), { id: 'x' }]), 1, 2],
  ['without a list', { pageInfo: { hasNextPage: false, endCursor: null }, nodes: null }, 0, 1],
  ['missing', null, 0, 1],
])('counts what a page that is %s has and lacks', (_, comments, count, missing) => {
  const read = postSchema.parse(issue(3, { comments })).comments;
  expect([read.nodes.length, read.missing, read.pageInfo.hasNextPage]).toEqual([count, missing, false]);
  expect(isWholePage(read)).toBe(missing === 0);
});

test.each([
  ['whose text is there', 'now', null, 0],
  ['that was taken out of the history', null, EARLY, 0],
  ['whose text was not sent', null, null, 1],
])('counts an edit %s as an edit or as a gap', (_, diff, deletedAt, missing) => {
  const edit = { id: 'E', editedAt: EARLY, editor: ANA, diff, deletedAt };
  expect(postSchema.parse(issue(3, { userContentEdits: page([edit]) })).userContentEdits.missing).toBe(
    missing,
  );
});

test('gives no next page for something that is gone', () => {
  const next = (answer: unknown) => readRestOf(answer, 'comments');
  expect(next({ node: { comments: page([comment('7', BO, 'a')]) } })).toMatchObject({ missing: 0 });
  expect([next({ node: null }), next(null), next({ node: {} })]).toEqual([null, null, null]);
});

/** The fields of a query, by their paths. */
function fieldsOf(query: string): readonly string[] {
  const walk = (set: SelectionSetNode | undefined, above: string): readonly string[] =>
    (set?.selections ?? []).flatMap((one) => {
      if (one.kind === Kind.FRAGMENT_SPREAD) return [];
      if (one.kind === Kind.INLINE_FRAGMENT)
        return walk(one.selectionSet, `${above}${one.typeCondition?.name.value ?? ''}:`);
      const path = `${above}${nameOf(one)}`;
      return [path, ...walk(one.selectionSet, `${path}.`)];
    });
  return parse(query).definitions.flatMap((one) =>
    one.kind === Kind.OPERATION_DEFINITION ? walk(one.selectionSet, '') : [],
  );
}
const nameOf = ({ alias, name }: FieldNode): string => alias?.value ?? name.value;

test.each<readonly [string, Connection, string]>([
  ['Issue', 'comments', 'nodes.reactionGroups'],
  ['IssueComment', 'reactions', 'nodes.user.login'],
  ['PullRequest', 'reviews', 'nodes.submittedAt'],
  ['Issue', 'userContentEdits', 'nodes.diff'],
  ['Issue', 'timelineItems', 'nodes.LabeledEvent:label.name'],
  ['PullRequest', 'timelineItems', 'nodes.MergedEvent:createdAt'],
])('for %s, asks for more %s with the fields of the first question', (type, connection, field) => {
  const query = askForRest(type, connection);
  const at = `node.${type}:${connection}.`;
  expect(fieldsOf(query)).toEqual(expect.arrayContaining([`${at}${field}`, `${at}pageInfo.endCursor`]));
  const [isTimeline, isPull] = [connection === 'timelineItems', type === 'PullRequest'];
  expect([query.includes('itemTypes: [CLOSED_EVENT'), query.includes('MERGED_EVENT')]).toEqual([
    isTimeline,
    isTimeline && isPull,
  ]);
  expect(query.includes('... on MergedEvent')).toBe(isTimeline && isPull);
});

test('asks for several labels or sizes in one question, each by a name of its own', () => {
  const labels = fieldsOf(mutationForLabels(2));
  expect(labels).toEqual([
    'made0',
    'made0.label',
    'made0.label.name',
    'made1',
    'made1.label',
    'made1.label.name',
  ]);
  expect(mutationForLabels(2)).toContain('$label0: CreateLabelInput!, $label1: CreateLabelInput!');
  expect(fieldsOf(askForSizes(['a', 'b']))).toEqual([
    'repository',
    'repository.t0',
    'repository.t0.Blob:byteSize',
    'repository.t1',
    'repository.t1.Blob:byteSize',
  ]);
});

test.each([null, 'x', 7, undefined, {}])('%j isn’t a push', (answer) => {
  expect(activitySchema.safeParse(answer).success).toBe(false);
});
