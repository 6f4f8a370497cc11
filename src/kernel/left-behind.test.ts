import { describe, expect, test } from 'vitest';
import { integer } from '../rules/types.ts';
import { Kernel } from './kernel.ts';
import type { Result } from './result.ts';
import {
  fetchWhenRead,
  lastVotesIn,
  lastVotesOf,
  type FetchLeftBehind,
  type LastVotes,
} from './left-behind.ts';
import type { PostData, State, VoteUse } from './state.ts';
import { type TestRule, clausesOf, manifestOf } from './fixtures/kernel-with.ts';

const AT = '2021-06-18T09:00:00Z';

interface Looked {
  readonly posts: {
    get(id: string): { lastVotes: Record<string, string>; uses: VoteUse[]; comments: unknown[] };
  };
  readonly game: { seen: number };
}

const rule: TestRule = {
  title: 'Looking',
  clause: () => ({
    game: { seen: integer() },
    posts: { plain: { votable: true } },
    hooks: { 'votes-in': () => ['FOR'] },
    actions: {
      'count-last': {
        by: 'anybody',
        effect: (({ posts, game }: Looked) => {
          game.seen = Object.keys(posts.get('P').lastVotes).length;
        }) as never,
      },
      'count-uses': {
        by: 'anybody',
        effect: (({ posts, game }: Looked) => {
          game.seen = posts.get('P').uses.length;
        }) as never,
      },
    },
  }),
};

const use = (by: string, vote: string, more: Partial<VoteUse> = {}): VoteUse => ({
  by,
  vote,
  at: AT,
  via: 'comment',
  comment: null,
  ...more,
});

const uses = [
  use('bo', 'FOR'),
  use('cy', 'FOR'),
  use('bo', 'AGAINST'),
  use('dee', 'FOR', { withdrawn: true }),
];
const comments = [{ id: 'c1', by: 'bo', at: AT, text: 'Hm', votes: [] }];

/** A kernel that received a matter without its lists, and a record of what it fetches. */
function kernelOf(lists: Partial<PostData> | null): { kernel: Kernel; asked: string[] } {
  const asked: string[] = [];
  const fetch: FetchLeftBehind = (post, what) => {
    asked.push(`${post} ${what}`);
    return structuredClone(what === 'uses' ? uses : what === 'comments' ? comments : lastVotesIn(uses));
  };
  const kernel = new Kernel({ clauseOf: clausesOf([rule]), fetch });
  expect(kernel.link(manifestOf([rule]))).toEqual([]);
  kernel.load(null);
  kernel.take({
    type: 'post',
    at: AT,
    by: 'ana',
    id: 'P',
    kind: 'plain',
    title: 'A matter',
    text: '',
    changes: [],
  });
  const state = structuredClone(kernel.state);
  const post = state.posts['P'] as PostData;
  Object.assign(post, lists ?? structuredClone({ uses, comments }));
  kernel.load(state);
  return { kernel, asked };
}

const LEFT = { uses: null, comments: null } as unknown as Partial<PostData>;

const act = (kernel: Kernel, action: string): Result =>
  kernel.take({ type: 'act', at: AT, by: 'ana', action, with: {} });

const vote = (kernel: Kernel): Result =>
  kernel.take({ type: 'comment', at: AT, by: 'eli', on: 'P', id: 'c2', text: 'yes' });

describe('lists that were left behind', () => {
  test('are fetched when a rule reads them, and not before', () => {
    const { kernel, asked } = kernelOf(LEFT);
    expect(asked).toEqual([]);
    expect(act(kernel, 'count-last').ok && kernel.state.game['seen']).toBe(2);
    act(kernel, 'count-last');
    expect(asked).toEqual(['P last-votes']);
    expect(act(kernel, 'count-uses').ok && kernel.state.game['seen']).toBe(4);
    expect(asked).toEqual(['P last-votes', 'P uses']);
  });

  test('make no difference to what comes of an input, nor to the state afterwards', () => {
    const [left, whole] = [kernelOf(LEFT).kernel, kernelOf(null).kernel];
    const [one, other] = [vote(left), vote(whole)];
    expect(one).toEqual(other);
    expect(act(left, 'count-last')).toEqual(act(whole, 'count-last'));
    expect(left.state.game['seen']).toBe(3);
    expect(JSON.stringify(left.state)).toBe(JSON.stringify(whole.state));
  });

  test('are handed out as they came in, where nobody asked for them', () => {
    const { kernel, asked } = kernelOf(LEFT);
    act(kernel, 'count-last');
    const inHand = JSON.parse(JSON.stringify(kernel.handOver(null).state)) as State;
    expect(inHand.posts['P']).toMatchObject({ uses: null, comments: null, title: 'A matter' });
    expect(asked).toEqual(['P last-votes']);
    act(kernel, 'count-uses');
    expect(kernel.handOver(null).state.posts['P']).toMatchObject({ uses, comments: null });
  });

  test('come back in a refused step too: what was fetched is no change', () => {
    const { kernel } = kernelOf(LEFT);
    const refused = kernel.take({ type: 'act', at: AT, by: 'ana', action: 'no-such-action', with: {} });
    expect(refused.ok).toBe(false);
    expect(JSON.stringify(kernel.state)).toBe(JSON.stringify(kernelOf(null).kernel.state));
  });
});

test('the last vote of each is the last that was not taken back, in the order of their first ones', () => {
  expect(JSON.stringify(lastVotesIn(uses))).toBe('{"bo":"AGAINST","cy":"FOR"}');
  expect(lastVotesIn([use('bo', 'FOR'), use('bo', 'VETO', { withdrawn: true })])).toEqual({ bo: 'FOR' });
});

describe('one post by itself', () => {
  const post = (given: readonly VoteUse[] | null): PostData =>
    ({ id: 'P', uses: given, comments: [] }) as unknown as PostData;

  test('has the last votes of the uses that it has now', () => {
    const known = { lastVotes: new WeakMap<object, LastVotes>(), made: new WeakSet<object>() };
    const fetch = (): never => {
      throw new Error('nothing was left behind');
    };
    const one = post([use('ana', 'FOR')]);
    const first = lastVotesOf(known, fetch, one);
    expect([first, lastVotesOf(known, fetch, one) === first]).toEqual([{ ana: 'FOR' }, true]);
    const more = { ...one, uses: [...one.uses, use('bo', 'AGAINST')] };
    expect(lastVotesOf(known, fetch, more)).toEqual({ ana: 'FOR', bo: 'AGAINST' });
    (one as { uses: readonly VoteUse[] }).uses = more.uses;
    expect(lastVotesOf(known, fetch, one)).toEqual({ ana: 'FOR', bo: 'AGAINST' });
  });

  test('fetches what was left behind and nothing else', () => {
    const fetched: string[] = [];
    const one = post(null);
    fetchWhenRead({ P: one }, (id, what) => {
      fetched.push(`${what} of ${id}`);
      return [use('ana', 'FOR')];
    });
    expect([one.comments, fetched]).toEqual([[], []]);
    expect([one.uses.length, one.uses.length, fetched]).toEqual([1, 1, ['uses of P']]);
  });
});
