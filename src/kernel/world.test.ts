import { describe, expect, test } from 'vitest';

import { integer, text } from '../rules/types.ts';
import { playground, whyNot, type Playground } from './fixtures/playground.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a clause in a test is as loose as one in the wild
type Loose = any;

function world(): Playground {
  const on = playground(({ rooms }: Loose) => ({
    player: { name: text(), gold: integer({ start: 3 }) },
    posts: { story: {} },
    things: {
      rooms: {
        fields: { size: integer({ start: 2 }), name: text() },
        ids: ['hall', '7'],
        find: (word: string) => (word === 'the big one' ? rooms.get('hall') : word === 'odd' ? 'hall' : null),
      },
      huts: { fields: { size: integer({ start: 1 }) } },
    },
  }));
  on.kernel.assume('players.ana.name', ' Ana Lee ');
  on.kernel.assume('players.90000.name', 'Number');
  on.take({ type: 'post', id: 'P', kind: 'story', title: 'x', text: '' });
  return on;
}
const found = (on: Playground, look: (game: Loose) => Loose): unknown =>
  on.get((game) => look(game)?.id ?? null);

describe('a person', () => {
  test.each<[unknown, string | null]>([
    ['ana', 'ana'],
    ['ANA', 'ana'],
    [' ana ', 'ana'],
    ['Ana Lee', 'ana'],
    ['ana lee', 'ana'],
    [90000, '90000'],
    ['number', '90000'],
    ['bo', null],
    ['', null],
    [null, null],
    [{ id: 'ana' }, null],
    ['constructor', null],
  ])('called %j is %j', (word, id) => {
    expect(found(world(), ({ people }) => people.get(word))).toBe(id);
  });

  test('who acts is on record from then on with what everybody starts with, and is nobody new by their name', () => {
    const on = world();
    on.take({ type: 'heard' }, 'bo');
    expect(on.kernel.state.players['bo']).toEqual({ name: '', gold: 3 });
    on.take({ type: 'heard' }, 'Ana Lee');
    expect(Object.keys(on.kernel.state.players).sort()).toEqual(['90000', 'ana', 'bo']);
  });
});

describe('a thing', () => {
  test.each<[unknown, string | null]>([
    ['hall', 'hall'],
    [7, '7'],
    ['the big one', 'hall'],
    ['odd', null],
    ['attic', null],
    [null, null],
    ['constructor', null],
  ])('called %j is %j', (word, id) => {
    expect(found(world(), ({ rooms }) => rooms.get(word))).toBe(id);
  });

  test('is added with what it is given and what it starts with, once', () => {
    const on = world();
    const made = on.get(({ huts }) => {
      const hut = huts.add('h1', { size: 5 });
      return [hut.id, hut.size, huts.add('h2').size];
    });
    expect(made).toEqual(['h1', 5, 1]);
    const again = on.run(({ huts }) => huts.add('h1'));
    expect(again).toMatchObject({
      ok: false,
      refusal: { code: 'exists-already', reason: 'there is a h1 among huts already' },
    });
    expect(whyNot(on.run(({ huts }) => huts.add('h3', { size: -1 })))).toContain('below zero');
    expect(Object.keys(on.kernel.state.things['huts'] ?? {})).toEqual(['h1', 'h2']);
  });

  test('is removed, by itself or its name, and to remove what is gone is nothing', () => {
    const on = world();
    on.get(({ huts }) => void [huts.add('h1'), huts.add('h2')]);
    on.get(({ huts }) => {
      const hut = huts.get('h1');
      huts.remove(hut);
      huts.remove(hut);
      huts.remove('h2');
      huts.remove('h9');
    });
    expect(on.kernel.state.things['huts']).toEqual({});
    const gone = on.run(({ huts }) => {
      const hut = huts.add('h3');
      huts.remove(hut);
      return hut.size;
    });
    expect(gone).toMatchObject({
      ok: false,
      refusal: { code: 'no-such-thing', reason: 'there is no h3 among huts any more' },
    });
  });

  test('neither comes nor goes where the rules say which there are: it would be gone, or back, at the next look', () => {
    const on = world();
    expect(whyNot(on.run(({ rooms }) => void rooms.add('attic')))).toBe(
      'the rules say which rooms there are, and attic is none of them',
    );
    expect(whyNot(on.run(({ rooms }) => rooms.remove('hall')))).toBe(
      'the rules say which rooms there are, and hall is one of them',
    );
  });

  test('of another collection is another thing', () => {
    const on = world();
    on.get(({ huts }) => huts.add('hall'));
    expect(on.get(({ huts, rooms }) => huts.get(rooms.get('hall'))?.size)).toBe(1);
  });
});

test('a post is found by itself or by its id', () => {
  const on = world();
  expect([
    found(on, ({ posts }) => posts.get('P')),
    found(on, ({ posts }) => posts.get(posts.get('P'))),
    found(on, ({ posts }) => posts.get('Q')),
  ]).toEqual(['P', 'P', null]);
});

test('the same is the same object, until other rules are in force', () => {
  const on = world();
  expect(
    on.get(({ people, rooms, game }) => [
      people.get('ana') === people.get('ana'),
      rooms.get('hall') === rooms.get('hall'),
      game === game,
    ]),
  ).toEqual([true, true, true]);
});
