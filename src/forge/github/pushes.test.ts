// The heads of a pull request: each told once and in order, whoever recorded it.
import { expect, test } from 'vitest';

import type { Activity, HeadsRead, PostRead } from './answers.ts';
import { A, B, C, EARLY, happened, NOW, page, pull, push } from './fixtures/hub.ts';
import { headsOf, recordsOf, type KnownHeads } from './pushes.ts';

const D = 'd'.repeat(40);
const [ONE, TWO, THREE] = [1, 2, 3].map((n) => `2024-03-01T10:00:0${n}Z`) as [string, string, string];
const to = (id: number, before: string, after: string, timestamp: string): Activity =>
  push(id, { ref: 'refs/heads/tea', before, after, timestamp }) as unknown as Activity;
const forced = (id: string, before: string | null, after: string, createdAt: string): object =>
  happened('HeadRefForcePushedEvent', id, {
    createdAt,
    afterCommit: { oid: after },
    beforeCommit: before === null ? null : { oid: before },
  });
const record = (head: string, at: string, first = false) => ({ head, at, first });

/** Its heads by their letters, and the kind of record by which each is told. */
async function told(head: string, more: Partial<KnownHeads>, items: readonly object[] = []) {
  const post = pull(12, { headRefOid: head, isCrossRepository: false, timelineItems: page(items) });
  const known = { known: null, sent: new Set<string>(), records: [], activity: [], now: NOW };
  const { events, first } = await headsOf(post as unknown as PostRead, {
    ...known,
    isForced: async () => null,
    ...more,
  });
  const each = events.flatMap((one) =>
    one.type === 'pushed'
      ? [`${one.head[0]} ${one.id.split('-')[0]} ${one.at.slice(-3, -1)} ${one.forced}`]
      : [],
  );
  return [first?.[0], ...each];
}

test.each<readonly [string, string, Partial<KnownHeads>, readonly object[], readonly unknown[]]>([
  ['nothing', A, {}, [], ['a']],
  [
    'pushes out of order',
    D,
    { activity: [to(3, C, D, THREE), to(1, A, B, ONE), to(2, B, C, TWO)] },
    [],
    ['a', 'b push 01 false', 'c push 02 false', 'd push 03 false'],
  ],
  [
    'pushes within a second',
    C,
    { activity: [to(1, A, B, ONE), to(2, B, C, ONE)] },
    [],
    ['a', 'b push 01 false', 'c push 01 false'],
  ],
  ['a push at its opening', B, { activity: [to(1, A, B, EARLY)] }, [], ['a', 'b push 00 false']],
  [
    'a push that its timeline and the job have too, later',
    C,
    { activity: [to(1, A, B, ONE), to(2, B, C, TWO)], records: [record(B, THREE)] },
    [forced('F', A, B, THREE)],
    ['a', 'b push 01 false', 'c push 02 false'],
  ],
  [
    'a forced push that the job has too, later',
    C,
    { known: A, activity: [to(2, B, C, TWO)], records: [record(B, THREE)] },
    [forced('F', null, B, ONE)],
    ['a', 'b forced 01 true', 'c push 02 false'],
  ],
  [
    'the job’s record of its opening, and another of it',
    B,
    { records: [record(A, ONE, true), record(B, TWO)] },
    [],
    ['a', 'b head 02 null'],
  ],
  ['a head of which nobody knows', B, { known: A }, [], ['a', 'b head 00 null']],
])('reports the heads from %s', async (_, head, more, items, heads) => {
  expect(await told(head, more, items)).toEqual(heads);
});

test('an issue has no head', async () => {
  const issue = { ...pull(12), headRefOid: undefined } as unknown as PostRead;
  const known = { known: null, sent: new Set<string>(), records: [], activity: [], now: NOW };
  expect(await headsOf(issue, { ...known, isForced: async () => null })).toEqual({ events: [], first: null });
});

test('takes the job’s records, on any commit, earliest first', () => {
  const run = (externalId: string | null, startedAt: string | null): object => ({ externalId, startedAt });
  const suite = (app: object | null, ...runs: readonly object[]): object => ({
    app,
    checkRuns: { nodes: runs },
  });
  const own = { databaseId: 15_368 };
  const on = (oid: string, ...suites: readonly object[]): object => ({
    commit: { oid, checkSuites: { nodes: suites } },
  });
  const commits = {
    nodes: [
      on(C, suite(own, run('12 synchronize', THREE)), suite(null, run('12 synchronize', ONE))),
      on(A, suite(own, run('12 opened', ONE), run('12 reopened', TWO), run('x', ONE))),
      on(B, suite(own, run('12 synchronize', TWO))),
    ],
  };
  expect(recordsOf({ number: 12, commits } as unknown as HeadsRead)).toEqual([
    record(A, ONE, true),
    record(B, TWO),
    record(C, THREE),
  ]);
});
