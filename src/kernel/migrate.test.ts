import { describe, expect, test } from 'vitest';

import { integer, list, player, text, thing } from '../rules/types.ts';
import { HarnessError } from './calls.ts';
import { clausesOf, manifestOf, type TestRule } from './fixtures/kernel-with.ts';
import { AT } from './fixtures/playground.ts';
import { Kernel } from './kernel.ts';
import { migrate } from './migrate.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a clause in a test is as loose as one in the wild
type Loose = any;

/** A game whose rules are replaced by others, as by an enactment. */
function game(definition: object): {
  readonly kernel: Kernel;
  become(definition: object): void;
  relink(definition: object): void;
} {
  const now = { definition };
  const rules: readonly TestRule[] = [{ title: 'Rule', clause: () => now.definition }];
  const kernel = new Kernel({ clauseOf: clausesOf(rules) });
  expect(kernel.link(manifestOf(rules))).toEqual([]);
  kernel.load(null);
  const relink = (other: object): void => {
    now.definition = other;
    expect(kernel.link(manifestOf(rules))).toEqual([]);
  };
  return {
    kernel,
    relink,
    become(other) {
      relink(other);
      kernel.load(JSON.parse(JSON.stringify(kernel.state)) as Kernel['state']);
    },
  };
}

describe('when rules change', () => {
  test('what is tracked of the game, people, posts and things goes, starts or is carried over', () => {
    const on = game({
      game: { turn: integer({ start: 3 }), gone: text() },
      player: { gold: integer({ start: 7 }), gone: text() },
      post: { weight: integer({ start: 4 }), gone: text() },
      posts: { story: {} },
      things: { rooms: { fields: { size: integer({ start: 5 }), gone: text() } } },
    });
    on.kernel.take({ type: 'post', at: AT, by: 'ana', id: 'P', kind: 'story', title: 'x', text: '' });
    on.kernel.assume('rooms.D4.size', 6);
    on.become({
      game: { turn: text(), fresh: integer({ start: 1 }) },
      player: { gold: text(), fresh: integer({ start: 2 }) },
      post: { weight: text(), fresh: integer({ start: 3 }) },
      posts: { story: {} },
      things: { rooms: { fields: { size: text(), fresh: integer({ start: 4 }) } } },
    });
    const { state } = on.kernel;
    expect(state.game).toEqual({ turn: '3', fresh: 1 });
    expect(state.players).toEqual({ ana: { gold: '7', fresh: 2 } });
    expect(state.posts['P']?.fields).toEqual({ weight: '4', fresh: 3 });
    expect(state.things).toEqual({ rooms: { D4: { size: '6', fresh: 4 } } });
  });

  test('a collection that no rule has any longer goes, and a new one is there from the start', () => {
    const on = game({ things: { rooms: { ids: ['hall'] }, ships: { fields: { size: integer() } } } });
    on.become({
      things: {
        huts: { ids: ['a', 'b'], start: (id: string) => ({ size: id.length }), fields: { size: integer() } },
      },
    });
    expect(on.kernel.state.things).toEqual({ huts: { a: { size: 1 }, b: { size: 1 } } });
  });

  test('the things that the rules list exist, and no others', () => {
    const fields = { size: integer({ start: 2 }) };
    const on = game({ things: { rooms: { ids: ['a', 'b'], fields } } });
    on.kernel.assume('rooms.a.size', 9);
    on.become({ things: { rooms: { ids: () => ['a', 'c'], fields } } });
    expect(on.kernel.state.things['rooms']).toEqual({ a: { size: 9 }, c: { size: 2 } });
    on.become({ things: { rooms: { fields } } });
    expect(on.kernel.state.things['rooms']).toEqual({ a: { size: 9 }, c: { size: 2 } });
  });

  test('things refer to others that come with them, and a broken reference starts anew', () => {
    const fields = { next: thing('rooms'), owners: list(player()) };
    const start = (id: string): object => ({ next: id === 'a' ? 'b' : 'a' });
    const on = game({ things: { rooms: { ids: ['a', 'b'], fields, start } } });
    expect(on.kernel.state.things['rooms']).toMatchObject({ a: { next: 'b' }, b: { next: 'a' } });
    on.become({ things: { rooms: { ids: ['a', 'c'], fields, start: () => ({ next: 'c' }) } } });
    expect(on.kernel.state.things['rooms']).toMatchObject({ a: { next: 'c' }, c: { next: 'c' } });
  });

  test('nothing is written that already is as the rules want it', () => {
    const definition = {
      player: { gold: integer(), names: list(text()) },
      things: { rooms: { ids: ['a'] } },
    };
    const on = game(definition);
    on.kernel.assume('players.ana.gold', 3);
    on.kernel.assume('players.ana.names', ['x']);
    const { store } = on.kernel.runtime;
    const before = store.version;
    on.kernel.hold();
    on.kernel.load(on.kernel.state);
    expect(store.changesSince(0)).toEqual([]);
    expect(store.version).toBe(before);
  });
});

test('drops a removed variable and starts one in its place, although all others are as they were', () => {
  const [gold, gone] = [integer(), text()];
  const on = game({ player: { gold, gone } });
  on.kernel.assume('players.ana.gold', 3);
  on.become({ player: { gold, fresh: integer({ start: 2 }) } });
  expect(on.kernel.state.players).toEqual({ ana: { gold: 3, fresh: 2 } });
  on.become({ player: { gold } });
  expect(on.kernel.state.players).toEqual({ ana: { gold: 3 } });
});

test('replaces a variable even if the number of variables stays the same', () => {
  const on = game({ player: { gone: integer({ start: 5 }) } });
  on.kernel.assume('players.ana', {});
  expect(on.kernel.state.players).toEqual({ ana: { gone: 5 } });
  on.become({ player: { fresh: integer({ start: 2 }) } });
  expect(on.kernel.state.players).toEqual({ ana: { fresh: 2 } });
});

test('writes down what goes in an order that doesn’t depend on when it came', () => {
  const rewrite = { by: 'anybody', effect: ({ ruleset }: Loose) => ruleset.amend({ type: 'x' }) };
  const on = game({
    things: { wells: {}, caves: {} },
    game: { zeal: integer(), awe: integer() },
    actions: { rewrite },
  });
  on.kernel.take({ type: 'act', at: AT, by: 'ana', action: 'rewrite', with: {} });
  on.relink({});
  expect(on.kernel.settle().map(({ path }) => path.join('.'))).toEqual([
    'players.ana',
    'things.caves',
    'things.wells',
    'game.awe',
    'game.zeal',
  ]);
});

test('an error of the harness isn’t a fault of the rules', () => {
  const on = game({});
  const ids = (): never => {
    throw new HarnessError('no dice left');
  };
  on.relink({ things: { rooms: { ids } } });
  expect(() => migrate(on.kernel.runtime)).toThrow('no dice left');
});

test('a post whose kind is gone is neither a matter nor official', () => {
  const view = { by: 'anybody', effect: ({ posts, result }: Loose) => result(seen(posts.get('P'))) };
  const seen = ({ votable, official }: Loose): unknown => [votable, official];
  const on = game({ posts: { proposal: { votable: true } } });
  on.kernel.take({ type: 'post', at: AT, by: 'ana', id: 'P', kind: 'proposal', title: 'x', text: '' });
  on.become({ actions: { look: view } });
  expect(on.kernel.take({ type: 'act', at: AT, by: 'ana', action: 'look', with: {} })).toMatchObject({
    result: [false, false],
  });
});

test('the second half of an enactment migrates the game to the rules that it brought', () => {
  const before = { posts: { proposal: { votable: true } }, hooks: { 'may-enact': () => 'permit' } };
  const on = game(before);
  on.kernel.take({ type: 'post', at: AT, by: 'ana', id: 'P', kind: 'proposal', title: 'x', text: '' });
  const resolution = { at: AT, matter: 'P', by: null, outcome: 'enacted' } as const;
  const begun = on.kernel.beginEnactment(resolution);
  if (!begun.ok) throw new Error(begun.refusal.reason);
  on.relink({ ...before, game: { turn: integer({ start: 4 }) } });
  expect(on.kernel.finishEnactment(resolution, begun.enactment).ok).toBe(true);
  expect(on.kernel.state.game).toEqual({ turn: 4 });
});

describe('with a rule that lacks a starting value, or fails to say what exists', () => {
  const rooms = { rooms: { fields: { size: integer() } } };

  test('a game is loaded all the same, and keeps what it has', () => {
    const home = { player: { home: thing('rooms', { start: 'hall' }) } };
    const on = game({ things: { rooms: { ids: ['hall'], fields: { size: integer() } } }, ...home });
    on.kernel.assume('players.ana.home', 'hall');
    on.become({ things: rooms, ...home });
    const { players, ...rest } = JSON.parse(JSON.stringify(on.kernel.state)) as Kernel['state'];
    on.kernel.load({ ...rest, players: { ...players, bo: {} }, things: { rooms: {} } });
    expect(on.kernel.state.players).toEqual({ ana: { home: 'hall' }, bo: { home: null } });
  });

  test.each([
    ['ids that are no list', { ids: () => 5 }, /ids of rooms must be a list of texts, not 5/u],
    ['ids that fail', { ids: () => (null as Loose).x }, /fails in its ids of rooms/u],
    [
      'a start that fails',
      { ids: ['a'], start: () => (null as Loose).x },
      /fails in its start of things\.rooms\.a/u,
    ],
    [
      'a start out of bounds',
      { ids: ['a'], start: () => ({ size: -1 }) },
      /start of things\.rooms\.a\.size would be/u,
    ],
  ])('reports %s, and cites the rule', (_, more, fault) => {
    const on = game({ things: rooms });
    on.relink({ things: { rooms: { ...rooms.rooms, ...more } } });
    const [found] = migrate(on.kernel.runtime);
    expect(found?.message).toMatch(fault);
    expect(found?.rule?.title).toBe('Rule');
  });
});
