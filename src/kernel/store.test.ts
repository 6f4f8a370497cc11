import { expect, test } from 'vitest';

import { emptyState } from './state.ts';
import { factOf, factOfPost, POSTS_PENDING, POSTS_THERE, Store } from './store.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test looks at parts that it knows to be there
type Loose = any;

function stored(game: Record<string, unknown>): {
  store: Store;
  write: (key: string, value: unknown) => void;
  game: Loose;
} {
  const store = new Store({ ...emptyState(), game });
  return {
    store,
    game: store.state.game,
    write: (key, value) => store.write(store.state.game, key, value, ['game', key]),
  };
}

test('rolls back to a mark, with what was removed in its old place', () => {
  const { store, game, write } = stored({ a: 1, b: 2, c: 3 });
  write('a', 7);
  const { mark } = store;
  write('a', undefined);
  write('d', 4);
  write('b', 5);
  write('b', undefined);
  expect(Object.entries(game)).toEqual([
    ['c', 3],
    ['d', 4],
  ]);
  store.undoTo(mark);
  expect(Object.entries(game)).toEqual([
    ['a', 7],
    ['b', 2],
    ['c', 3],
  ]);
});

test('doesn’t roll back a commit unless it is held on to', () => {
  const { store, game, write } = stored({ a: 1 });
  write('a', 2);
  expect(store.mark).toBe(1);
  store.commit();
  expect(store.mark).toBe(0);
  write('a', 3);
  store.rollBack();
  expect(game.a).toBe(2);
  store.hold();
  write('a', 4);
  store.commit();
  write('a', 5);
  store.rollBack();
  expect(game.a).toBe(4);
  store.rewind();
  expect(game.a).toBe(2);
  write('a', 6);
  store.rollBack();
  expect(game.a).toBe(2);
  expect(store.mark).toBe(0);
  store.begin({ ...emptyState(), game: { a: 9 } });
  store.rewind();
  expect(store.state.game['a']).toBe(9);
});

test('reports the first and the last value of each place, and nothing if they are the same', () => {
  const { store, write } = stored({ a: 1, b: 2 });
  write('a', 5);
  const { mark } = store;
  write('a', 6);
  write('a', 7);
  write('b', 3);
  write('b', 2);
  write('n', 1);
  write('n', undefined);
  write('m', 4);
  expect(store.changesSince(mark)).toEqual([
    { path: ['game', 'a'], before: 5, after: 7 },
    { path: ['game', 'm'], before: null, after: 4 },
  ]);
  expect(store.changesSince(0)[0]).toEqual({ path: ['game', 'a'], before: 1, after: 7 });
});

test('each write and each undo makes what was known of its fact stale', () => {
  const { store, write } = stored({ a: 1 });
  expect([store.version, store.writtenAt('game.a')]).toEqual([0, 0]);
  write('a', 2);
  write('b', 2);
  expect([store.version, store.writtenAt('game.a'), store.writtenAt('game.b')]).toEqual([2, 1, 2]);
  store.undoTo(1);
  expect([store.version, store.writtenAt('game.b')]).toEqual([3, 3]);
});

test('reads a path only as far as there are own properties', () => {
  const { store } = stored({ a: { b: null } });
  expect(store.at(['game', 'a', 'b'])).toBe(null);
  expect(store.at(['game', 'a', 'b', 'c'])).toBe(undefined);
  expect(store.at(['game', 'toString'])).toBe(undefined);
  expect(stored({ a: 'word' }).store.at(['game', 'a', '0'])).toBe(undefined);
});

test('writes a name that every object has like any other', () => {
  const { store, game, write } = stored({});
  write('__proto__', { lit: true });
  expect([Object.keys(game), game.lit, store.at(['game', '__proto__', 'lit'])]).toEqual([
    ['__proto__'],
    undefined,
    true,
  ]);
});

test('which posts of which kinds exist stays known until one comes or changes its kind', () => {
  const store = new Store();
  const since = (path: readonly string[]): number => {
    const before = store.writtenAt(POSTS_THERE);
    store.write(store.at(path.slice(0, -1)) as object, path.at(-1) ?? '', {}, path);
    return store.writtenAt(POSTS_THERE) - before;
  };
  expect(since(['posts', 'P1'])).toBeGreaterThan(0);
  expect(since(['posts', 'P1', 'title'])).toBe(0);
  expect(since(['posts', 'P1', 'kind'])).toBeGreaterThan(0);
  expect(since(['game', 'turn'])).toBe(0);
});

test('each post is a fact of its own, and so is the list of pending ones', () => {
  const store = new Store();
  const facts = [factOfPost('P1'), factOfPost('P2'), POSTS_PENDING, 'posts', 'post.hours'];
  const written = (path: readonly string[]): readonly string[] => {
    const { version } = store;
    store.write(store.at(path.slice(0, -1)) as object, path.at(-1) ?? '', {}, path);
    return facts.filter((fact) => store.writtenAt(fact) > version);
  };
  expect(written(['posts', 'P1'])).toEqual(['post P1', 'posts pending', 'posts']);
  expect(written(['posts', 'P1', 'uses'])).toEqual(['post P1', 'posts']);
  expect(written(['posts', 'P1', 'kind'])).toEqual(['post P1', 'posts pending', 'posts']);
  expect(written(['posts', 'P1', 'status'])).toEqual(['post P1', 'posts pending', 'posts']);
  expect(written(['posts', 'P1', 'fields'])).toEqual(['post P1', 'posts']);
  expect(written(['posts', 'P1', 'fields', 'hours'])).toEqual(['post.hours']);
});

test.each([
  ['players.ana.oil', 'player.oil'],
  ['players.ana', 'players'],
  ['things.rooms.D4', 'things.rooms'],
  ['things.rooms.D4.lit', 'rooms.lit'],
  ['posts.P1.fields.weight', 'post.weight'],
  ['posts.P1.fields', 'posts'],
  ['posts.P1.status', 'posts'],
  ['game.turn', 'game.turn'],
  ['dynasty.number', 'dynasty.number'],
  ['emperor.plan', 'emperor.plan'],
  ['taken.x.ana', 'taken'],
])('%s belongs to the fact %s', (path, fact) => {
  expect(factOf(path.split('.'))).toBe(fact);
});
