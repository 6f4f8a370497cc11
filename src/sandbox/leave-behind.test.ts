import { expect, test } from 'vitest';
import { caches } from '../cache/fixtures/shared-caches.ts';
import { lastVotesIn } from '../kernel/left-behind.ts';
import { type PostData, type State, type VoteUse, emptyState } from '../kernel/state.ts';
import { PLAIN_TERMS } from '../kernel/manifest.ts';
import { Sandbox } from './sandbox.ts';
import { NO_SOURCES } from './modules.ts';
import { fetchFrom, leaveBehind, putBack } from './leave-behind.ts';

const AT = '2021-06-18T09:00:00Z';

function matter(id: string, many: number): PostData {
  const people = Array.from({ length: many }, (_, n) => `p${n}`);
  const uses: VoteUse[] = people.map((by) => ({ by, vote: 'FOR', at: AT, via: 'reaction', comment: null }));
  const comments = people.map((by) => ({ id: `c-${by}`, by, at: AT, text: `“Ja”, said ${by}\n`, votes: [] }));
  return {
    id,
    kind: 'proposal',
    title: id,
    text: '',
    author: 'p0',
    byEngine: false,
    at: AT,
    n: 1,
    alteredAt: null,
    status: 'pending',
    resolvedAt: null,
    resolvedBy: null,
    comments,
    uses,
    changes: [],
    tally: null,
    omitted: [],
    fields: {},
  };
}

const state: State = { ...emptyState(), posts: { P1: matter('P1', 40), P2: matter('P2', 3) } };

test('long lists stay behind, short ones go along, and nothing is lost', () => {
  const { state: handed, left } = leaveBehind(state);
  expect([handed.posts['P1']?.uses, handed.posts['P2']?.uses.length]).toEqual([null, 3]);
  expect([...left.keys()]).toEqual(['P1']);
  expect(JSON.stringify(putBack(structuredClone(handed), left))).toBe(JSON.stringify(state));
});

test('a state that went into a sandbox comes out the same to the byte', async () => {
  const sandbox = await Sandbox.create(
    { draw: () => 1, ledger: { length: 0, at: () => null } },
    undefined,
    caches.sandboxes,
  );
  sandbox.link({ rules: [], terms: PLAIN_TERMS }, NO_SOURCES);
  sandbox.load(state);
  expect(JSON.stringify(sandbox.state())).toBe(JSON.stringify(state));
  // Asked for by a path, and so fetched.
  expect(sandbox.query(AT, [['posts', 'P1', 'comments']])).toEqual([{ value: state.posts['P1']?.comments }]);
  expect(JSON.stringify(sandbox.state())).toBe(JSON.stringify(state));
  sandbox.load(null);
  expect(sandbox.state().posts).toEqual({});
  sandbox.dispose();
});

test('last votes are written out as the kernel would have them, whoever voted and with what', () => {
  const names = ['bo', '7', '__proto__', 'a "b"', 'bo', '3', 'constructor'];
  const uses = names.map((by, n): VoteUse => {
    return { by, vote: n % 2 === 0 ? 'FOR' : '“no”\n', at: AT, via: 'reaction', comment: null };
  });
  const left = new Map([['P1', { ...matter('P1', 0), uses }]]);
  const handed: unknown = JSON.parse(fetchFrom(left, 'P1', 'last-votes'));
  expect(JSON.stringify(handed)).toBe(JSON.stringify(lastVotesIn(uses)));
  expect(Object.keys(handed as object)).toEqual(['3', '7', 'bo', '__proto__', 'a "b"', 'constructor']);
});

test('a game that is loaded after another takes the posts that are the same objects from that one, long lists and all', async () => {
  const host = { draw: () => 1, ledger: { length: 0, at: () => null } };
  const sandbox = await Sandbox.create(host, undefined, caches.sandboxes);
  sandbox.link({ rules: [], terms: PLAIN_TERMS }, NO_SOURCES);
  const first = { ...state, posts: { ...state.posts, P3: matter('P3', 30) } };
  sandbox.load(first);
  expect(sandbox.query(AT, [['posts', 'P3', 'uses']])).toEqual([{ value: first.posts.P3.uses }]);
  sandbox.take({ type: 'remove', at: AT, by: 'p0', on: 'P2' });
  sandbox.clear();
  const second: State = { ...first, posts: { ...first.posts, P1: matter('P1', 50), P9: matter('P9', 2) } };
  sandbox.load(second);
  expect(JSON.stringify(sandbox.state())).toBe(JSON.stringify(second));
  for (const id of ['P1', 'P2', 'P3', 'P9'])
    expect(sandbox.query(AT, [['posts', id, 'comments']])).toEqual([{ value: second.posts[id]?.comments }]);
  expect(JSON.stringify(sandbox.state())).toBe(JSON.stringify(second));
  sandbox.dispose();
});
