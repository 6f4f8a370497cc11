import { describe, expect, test } from 'vitest';

import { AT, playground } from './fixtures/playground.ts';
import { wholeOf, type HandedState } from './hand-over.ts';
import type { Kernel } from './kernel.ts';
import type { State } from './state.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a clause in a test is as loose as one in the wild
type Loose = any;

function game() {
  const made = playground({ posts: { story: {}, matter: { votable: true } }, post: {} });
  for (let n = 1; n <= 3; n++)
    made.take({ type: 'post', id: `${n}`, kind: 'story', title: `Tale ${n}`, text: '' });
  return made;
}

const across = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** A receiver who keeps what was handed out last and asks for the rest. */
function outside(kernel: Kernel) {
  let known: { readonly n: number; readonly state: State } | null = null;
  return (): HandedState => {
    const handed = across(kernel.handOver(known?.n ?? null));
    known = { n: handed.n, state: wholeOf(handed, (id) => known?.state.posts[id]) };
    // Compared as text, so that the order of posts counts too.
    expect(JSON.stringify(known.state)).toBe(JSON.stringify(kernel.state));
    return handed;
  };
}

test('whoever has the state gets of its posts only those that were written since', () => {
  const { kernel, take } = game();
  const ask = outside(kernel);
  const sent = (): string[] => Object.keys(ask().state.posts);
  expect(sent()).toEqual(['1', '2', '3']);
  expect(sent()).toEqual([]);
  take({ type: 'comment', on: '2', id: 'c1', text: 'Aye.' });
  expect(sent()).toEqual(['2']);
  take({ type: 'post', id: 'a', kind: 'matter', title: 'A', text: '' });
  take({ type: 'vote', on: 'a', vote: 'for' } as Loose);
  expect(sent()).toEqual(['a']);
});

test('what is taken back is handed out again as it was, and what came in between is gone', () => {
  const { kernel, take, run } = game();
  const ask = outside(kernel);
  ask();
  kernel.hold();
  take({ type: 'comment', on: '1', id: 'c1', text: 'Aye.' });
  take({ type: 'post', id: 'b', kind: 'story', title: 'B', text: '' });
  expect(Object.keys(ask().state.posts)).toEqual(['1', 'b']);
  kernel.rewind();
  expect(Object.keys(ask().state.posts)).toEqual(['1']);
  run(({ posts, comment, refuse }: Loose) => {
    comment(posts.get('3'), 'Well.');
    refuse('no');
  });
  ask();
});

test('it is handed out whole to whoever has another, or where another began', () => {
  const { kernel } = game();
  const ask = outside(kernel);
  ask();
  expect(kernel.handOver(7).all).toBe(null);
  expect(ask().all).toBe(null);
  kernel.load(across(kernel.state));
  expect(ask().all).toBe(null);
  expect(ask().all).toEqual(['1', '2', '3']);
});

test('it is handed out whole to whoever has one from before another began, however often it was handed out since', () => {
  const { kernel } = game();
  const old = kernel.handOver(null).n;
  for (let times = 0; times < 3; times++) {
    kernel.handOver(kernel.load(across(kernel.state)));
    expect(kernel.handOver(old).all).toBe(null);
  }
});

test('of a game that was cleared nothing is left, and that is handed out whole', () => {
  const { kernel } = game();
  const { n } = kernel.handOver(null);
  kernel.clear();
  expect(kernel.handOver(n)).toMatchObject({ state: { posts: {} }, all: null });
});

test('the posts that rules go through are those that are there, the earliest first, whatever comes, changes or goes', () => {
  const { kernel, take, get } = game();
  const seen = (): unknown =>
    get(({ posts, matters }: Loose) => [
      [...posts].map(({ id }: Loose) => id).join(' '),
      matters.map(({ id }: Loose) => id).join(' '),
    ]);
  expect(seen()).toEqual(['1 2 3', '']);
  take({ type: 'post', id: 'a', kind: 'matter', title: 'A', text: '' });
  expect(seen()).toEqual(['1 2 3 a', 'a']);
  take({ type: 'recategorise', on: '1', kind: 'matter' } as Loose);
  expect(seen()).toEqual(['1 2 3 a', '1 a']);
  kernel.hold();
  take({ type: 'post', id: 'b', kind: 'matter', title: 'B', text: '' }, 'bo', AT);
  expect(seen()).toEqual(['1 2 3 a b', '1 a b']);
  kernel.rewind();
  expect(seen()).toEqual(['1 2 3 a', '1 a']);
  get(({ posts }: Loose) => posts.all().reverse());
  expect(seen()).toEqual(['1 2 3 a', '1 a']);
});

describe('a game that is loaded over the one before', () => {
  test('takes the posts that are as they were from that one, and is the same as if all had been loaded', () => {
    const { kernel, take } = game();
    const first = across(kernel.state);
    kernel.load(first);
    take({ type: 'comment', on: '2', id: 'c1', text: 'Aye.' });
    const second = {
      ...first,
      posts: { ...first.posts, 4: { ...first.posts['1'], id: '4', n: 4 } },
    } as State;
    expect(kernel.clear()).toEqual(['2']);
    expect(Object.keys(kernel.state.posts)).toEqual([]);
    const few = { 2: first.posts['2'], 4: second.posts['4'] };
    kernel.load(across({ ...second, posts: few }) as State, ['1', '2', '3', '4']);
    expect(JSON.stringify(kernel.state)).toBe(JSON.stringify(second));
  });

  test('lacks none: what nobody has is an error', () => {
    const { kernel } = game();
    const first = across(kernel.state);
    kernel.clear();
    expect(() => kernel.load({ ...first, posts: {} }, ['1'])).toThrow('nobody has the post 1');
  });

  test('is handed out from there by what is written since', () => {
    const { kernel, take } = game();
    const n = kernel.load(across(kernel.state));
    expect(kernel.handOver(n)).toMatchObject({ state: { posts: {} }, all: ['1', '2', '3'] });
    const again = kernel.load(across(kernel.state));
    take({ type: 'comment', on: '2', id: 'c1', text: 'Aye.' });
    expect(Object.keys(kernel.handOver(again).state.posts)).toEqual(['2']);
  });
});
