import { describe, expect, test } from 'vitest';

import { integer, list, optional, text } from '../rules/types.ts';
import { AT, playground, whyNot, type Playground } from './fixtures/playground.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a clause in a test is as loose as one in the wild
type Loose = any;

function gallery(): Playground & { readonly asked: string[] } {
  const asked: string[] = [];
  const noted =
    (id: string, value: (...of: Loose[]) => unknown) =>
    (...of: Loose[]): unknown => {
      asked.push(id);
      return value(...of);
    };
  const on = playground(
    ({ view }: Loose) => ({
      player: { oil: integer({ start: 3 }) },
      posts: { motion: { votable: true } },
      things: { rooms: { fields: { size: integer({ start: 2 }) }, ids: ['hall', 'loft'] } },
      views: {
        turn: { of: 'game', returns: integer(), value: noted('turn', (of) => (of === 'game' ? 7 : 0)) },
        light: { of: 'player', returns: integer(), value: noted('light', (person) => person.oil * 2) },
        space: { of: 'rooms', returns: integer(), value: (room: Loose) => room.size },
        heat: { of: 'matter', returns: text(), value: (matter: Loose) => matter.title },
        echo: { of: 'text', returns: text(), value: (word: Loose) => `${word}!` },
        gap: {
          of: ['player', 'rooms'],
          returns: integer(),
          value: (person: Loose, room: Loose) => person.oil - room.size,
        },
        wrong: { of: 'game', returns: integer(), value: () => 'many' },
        ping: { of: 'game', returns: integer(), value: () => view('pong') },
        pong: { of: 'game', returns: integer(), value: () => view('ping') },
        writes: { of: 'game', returns: integer(), value: () => view('writing') },
        outer: { of: 'game', returns: integer(), value: () => view('ping') },
        head: { of: 'post', returns: text(), value: (post: Loose) => post.title },
        last: { of: 'game', returns: optional(integer()), value: (_: Loose, next: Loose) => next() },
        nobody: { of: 'game', returns: list(text()), value: () => [] },
      },
    }),
    [
      {
        section: 'dynastic',
        title: 'Lens',
        clause: () => ({
          views: { light: (person: Loose, next: Loose) => next() + (person.id === 'ana' ? 100 : 0) },
        }),
      },
      {
        section: 'appendix',
        title: 'Dimmer',
        clause: () => ({ views: { light: (_: Loose, next: Loose) => next() + 1000 } }),
      },
    ],
  );
  on.take({ type: 'post', id: 'P', kind: 'motion', title: 'Warm', text: '' });
  on.take({ type: 'heard' }, 'bo');
  return { ...on, asked };
}

const viewed = (on: Playground, ...of: readonly unknown[]): unknown => on.get(({ view }) => view(...of));
const why = (...of: readonly unknown[]): string => whyNot(gallery().run(({ view }) => view(...of)));

describe('a view', () => {
  test('can be of the game, a person, a thing, a post, a word, or of several', () => {
    const on = gallery();
    expect(viewed(on, 'turn')).toBe(7);
    expect(viewed(on, 'space', 'hall')).toBe(2);
    expect(viewed(on, 'heat', 'P')).toBe('Warm');
    expect(viewed(on, 'head', 'P')).toBe('Warm');
    expect([viewed(on, 'echo', 'ana'), viewed(on, 'echo', { id: 'bo' }), viewed(on, 'echo', 7)]).toEqual([
      'ana!',
      'bo!',
      '7!',
    ]);
    expect(viewed(on, 'gap', 'bo', 'hall')).toBe(1);
  });

  test('is wrapped by other rules, the outermost last', () => {
    const on = gallery();
    expect([viewed(on, 'light', 'ana'), viewed(on, 'light', 'bo')]).toEqual([1106, 1006]);
  });

  test('gets nothing if it hands on and no other rule is behind it', () => {
    expect(viewed(gallery(), 'last')).toBe(null);
  });

  test('is computed without restricting what may be written afterwards', () => {
    const on = gallery();
    const write = ({ view, actor }: Loose): void => {
      view('turn');
      actor.oil = 9;
    };
    expect(whyNot(on.run(write))).toBe('');
    expect(on.read('players.ana.oil')).toBe(9);
  });

  test('is computed once for each subject, until something that it uses changes', () => {
    const on = gallery();
    viewed(on, 'light', 'ana');
    viewed(on, 'light', 'ana');
    viewed(on, 'light', 'bo');
    expect(on.asked).toEqual(['light', 'light']);
    on.kernel.assume('players.ana.oil', 4);
    expect(viewed(on, 'light', 'ana')).toBe(1108);
  });

  test('is refused for something that doesn’t exist', () => {
    expect(why('bright-light', 'ana')).toBe('no rule says anything about “bright light”');
    expect(why('light', 'zed')).toBe(
      'the view "light" is about one of the players, and none of them is called "zed"',
    );
    expect(why('heat', 'Q')).toBe(
      'the view "heat" is about one of the matters, and none of them is called "Q"',
    );
    expect(why('head', 'Q')).toBe(
      'the view "head" is about one of the posts, and none of them is called "Q"',
    );
    expect(why('space', 'attic')).toBe(
      'the view "space" is about one of the rooms, and none of them is called "attic"',
    );
    expect(why('light')).toContain('none of them is called "game"');
  });

  test('is refused if it needs itself, with the names in the cycle', () => {
    expect(why('ping')).toContain(
      'the rules call each other in a cycle: the view ping asks for pong asks for ping',
    );
    expect(why('outer')).toContain('in a cycle: the view ping asks for pong asks for ping');
    const on = gallery();
    expect(whyNot(on.run(({ view }) => view('ping')))).toContain('cycle');
    expect(viewed(on, 'turn')).toBe(7);
  });

  test('is read as the type that it declares, or refused with its name', () => {
    const on = gallery();
    expect(on.read('views.nobody')).toEqual([]);
    expect(() => on.read('views.wrong')).toThrow('the view "wrong" must be a whole number');
    expect(() => viewed(on, 'wrong')).toThrow('the view "wrong" must be a whole number, not "many"');
  });
});

describe('if asked why', () => {
  const lines = (effect: (game: Loose) => unknown): readonly string[] => {
    const on = gallery();
    on.run(effect);
    return on.kernel
      .explainInput({ type: 'act', at: '2021-06-18T09:00:00Z', by: 'ana', action: 'run', with: {} })
      .lines.map(({ question, rule, answer, depth }) => `${depth} ${question} ${rule?.title}: ${answer}`);
  };

  test('tells each rule’s answer, even if it was known already', () => {
    expect(lines(({ view }) => [view('light', 'ana'), view('light', 'ana')])).toEqual([
      '0 effect of run Playground: lets it pass',
      '1 light Dimmer: answers 1106',
      '2 light Lens: answers 106',
      '3 light Playground: answers 6',
      '1 light Dimmer: answers 1106',
      '2 light Lens: answers 106',
      '3 light Playground: answers 6',
    ]);
  });
});

test('recomputes a view when somebody or something appears that it found missing', () => {
  const found = (one: (game: Loose) => unknown) => (game: Loose) => ({
    of: 'game',
    returns: { kind: 'data' },
    value: () => one(game),
  });
  const views = {
    people: ({ people }: Loose) => people.size,
    posts: ({ posts }: Loose) => posts.size,
    huts: ({ huts }: Loose) => huts.size,
    zed: ({ people }: Loose) => people.get('zed')?.id ?? null,
    named: ({ people }: Loose) => people.get('The Great')?.id ?? null,
    post: ({ posts }: Loose) => posts.get('S1')?.id ?? null,
    hut: ({ huts }: Loose) => huts.get('h1')?.id ?? null,
  };
  const on = playground((game: Loose) => ({
    player: { name: { kind: 'text' } },
    posts: { story: {} },
    things: { huts: { open: true, fields: { size: { kind: 'integer' } } } },
    views: Object.fromEntries(Object.entries(views).map(([id, view]) => [`${id}-found`, found(view)(game)])),
  }));
  const all = (): unknown => Object.keys(views).map((id) => on.kernel.read(AT, ['views', `${id}-found`]));
  expect(all()).toEqual([0, 0, 0, null, null, null, null]);
  on.kernel.assume('huts.h1.size', 1);
  expect(all()).toEqual([0, 0, 1, null, null, null, 'h1']);
  on.take({ type: 'heard' }, 'zed');
  expect(all()).toEqual([1, 0, 1, 'zed', null, null, 'h1']);
  on.take({ type: 'post', id: 'S1', kind: 'story', title: 'x', text: '' }, 'zed');
  expect(all()).toEqual([1, 1, 1, 'zed', null, 'S1', 'h1']);
  on.kernel.assume('players.zed.name', 'The Great');
  expect(all()).toEqual([1, 1, 1, 'zed', 'zed', 'S1', 'h1']);
});
