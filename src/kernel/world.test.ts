import { describe, expect, test } from 'vitest';

import { data, integer, text, thing } from '../rules/types.ts';
import { AT, playground, whyNot, type Playground } from './fixtures/playground.ts';

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
const found = (on: Playground, view: (game: Loose) => Loose): unknown =>
  on.get((game) => view(game)?.id ?? null);

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
    [['ana'], null],
    ['constructor', null],
  ])('looked up by %j is %j', (word, id) => {
    expect(found(world(), ({ people }) => people.get(word))).toBe(id);
  });

  test('is recorded at their first action with the usual starting values, and not again by their name', () => {
    const on = world();
    on.take({ type: 'heard' }, 'bo');
    expect(on.kernel.state.players['bo']).toEqual({ name: '', gold: 3 });
    on.take({ type: 'heard' }, 'Ana Lee');
    expect(Object.keys(on.kernel.state.players).sort()).toEqual(['90000', 'ana', 'bo']);
  });
});

test('nobody new can come if a variable no longer has a starting value', () => {
  const on = playground({
    player: { home: thing('huts', { start: 'h1' }) },
    things: { huts: { open: true, fields: { size: integer() } } },
  });
  on.kernel.assume('huts.h1.size', 1);
  expect(whyNot(on.take({ type: 'heard' }, 'ana'))).toBe('');
  on.get(({ huts }) => huts.remove('h1'));
  expect(on.take({ type: 'heard' }, 'bo')).toMatchObject({
    ok: false,
    refusal: {
      code: 'illegal-value',
      reason:
        'players.bo.home has no starting value: the value must name a thing: there is no thing called "h1" among huts',
      rule: { title: 'Playground' },
    },
  });
  expect(on.read('players.bo')).toBe(undefined);
});

test('recomputes what depended on a missing person when they come', () => {
  const on = playground(({ people }: Loose) => ({
    views: { zed: { of: 'game', returns: data(), value: () => people.get('zed')?.id ?? null } },
  }));
  expect(on.read('zed')).toBe(null);
  on.take({ type: 'heard' }, 'zed');
  expect(on.read('zed')).toBe('zed');
});

describe('a thing', () => {
  test.each<[unknown, string | null]>([
    ['hall', 'hall'],
    [7, '7'],
    ['the big one', 'hall'],
    ['odd', null],
    [['hall'], null],
    ['attic', null],
    [null, null],
    ['constructor', null],
  ])('looked up by %j is %j', (word, id) => {
    expect(found(world(), ({ rooms }) => rooms.get(word))).toBe(id);
  });

  test('is added with what it is given and with its starting values, once', () => {
    const on = world();
    const made = on.get(({ huts }) => {
      const hut = huts.add('h1', { size: 5 });
      return [hut.id, hut.size, huts.add('h2').size];
    });
    expect(made).toEqual(['h1', 5, 1]);
    const again = on.run(({ huts }) => huts.add('h1'));
    expect(again).toMatchObject({
      ok: false,
      refusal: { code: 'exists-already', reason: 'there is already a h1 among huts' },
    });
    expect(whyNot(on.run(({ huts }) => huts.add('h3', { size: -1 })))).toContain('below zero');
    expect(Object.keys(on.kernel.state.things['huts'] ?? {})).toEqual(['h1', 'h2']);
  });

  test('is removed by itself or by its name, and removing a missing one does nothing', () => {
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

  test('can’t be added or removed if the rules say which there are', () => {
    const on = world();
    expect(whyNot(on.run(({ rooms }) => void rooms.add('attic')))).toBe(
      'the rules decide which rooms there are, and attic isn’t one of them',
    );
    expect(whyNot(on.run(({ rooms }) => rooms.remove('hall')))).toBe(
      'the rules decide which rooms there are, and hall is one of them',
    );
  });

  test('is there as before if it is removed and added again in one step', () => {
    const on = world();
    expect(
      whyNot(
        on.run(({ rooms }) => {
          rooms.remove('hall');
          rooms.add('hall', { size: 9 });
        }),
      ),
    ).toBe('');
    expect(on.read('rooms.hall')).toEqual({ size: 9, name: '' });
  });

  test('can be added and removed if the rules compute which there are, since that may change', () => {
    const on = playground({ things: { caves: { fields: {}, ids: () => ['deep'] } } });
    expect(Object.keys(on.kernel.state.things['caves'] ?? {})).toEqual(['deep']);
    expect(whyNot(on.run(({ caves }) => void caves.add('new')))).toBe('');
  });

  test('doesn’t exist if the rules compute anything but a list of names', () => {
    const on = playground({ things: { caves: { fields: {}, ids: () => ['deep', 5] } } });
    expect(on.kernel.state.things).toEqual({ caves: {} });
  });

  test('isn’t added if the clause fails to give its starting values, and the failure is reported', () => {
    const on = playground({
      things: {
        caves: {
          open: true,
          fields: { size: integer() },
          start: () => {
            throw new Error('too dark');
          },
        },
      },
    });
    expect(on.run(({ caves }) => void caves.add('deep'))).toMatchObject({
      ok: false,
      refusal: { code: 'clause-fails', reason: expect.stringContaining('too dark') },
    });
  });

  test('isn’t found in a collection that doesn’t exist', () => {
    const on = playground({
      actions: { go: { by: 'anybody', with: { to: thing('nowhere') }, effect: () => undefined } },
    });
    expect(whyNot(on.take({ type: 'act', action: 'go', with: { to: 'hall' } }))).toBe(
      'to must name a thing: there is no thing called "hall" among nowhere',
    );
  });

  test('differs from one of the same name in another collection', () => {
    const on = world();
    on.get(({ huts }) => huts.add('hall'));
    expect(on.get(({ huts, rooms }) => huts.get(rooms.get('hall'))?.size)).toBe(1);
  });
});

test('finds a post by itself or by its id', () => {
  const on = world();
  expect([
    found(on, ({ posts }) => posts.get('P')),
    found(on, ({ posts }) => posts.get(posts.get('P'))),
    found(on, ({ posts }) => posts.get('Q')),
    found(on, ({ posts }) => posts.get(['P'])),
  ]).toEqual(['P', 'P', null, null]);
});

test('finds the same object each time, until other rules are in force', () => {
  const on = world();
  expect(
    on.get(({ people, rooms, game }) => [
      people.get('ana') === people.get('ana'),
      rooms.get('hall') === rooms.get('hall'),
      game === game,
    ]),
  ).toEqual([true, true, true]);
});

test('finds nothing in a collection that no rule defines', () => {
  const on = playground({ actions: { enter: { by: 'anybody', with: { ship: thing('ships') } } } });
  expect(whyNot(on.take({ type: 'act', action: 'enter', with: { ship: 'Argo' } }))).toBe(
    'ship must name a thing: there is no thing called "Argo" among ships',
  );
});

describe('a rule that fails', () => {
  const failing = (definition: object): Playground =>
    playground({
      posts: { proposal: { votable: true } },
      hooks: { 'may-enact': () => 'permit' },
      actions: { enter: { by: 'anybody', with: { room: thing('rooms') } } },
      things: { rooms: { open: true, fields: { size: integer() }, ...definition } },
    });
  const fails = (): unknown => (null as Loose).x;
  const fault = { code: 'clause-fails', rule: { title: 'Playground' } };

  test('to find a thing by a name is reported, with what went wrong', () => {
    const result = failing({ find: fails }).take({ type: 'act', action: 'enter', with: { room: 'D4' } });
    expect(result).toMatchObject({ ok: false, refusal: fault });
    expect(whyNot(result)).toMatch(/^the code of Playground fails in its search among rooms: /u);
  });

  test('to give a thing’s starting values keeps that thing out, and nothing else of a matter', () => {
    const on = failing({ start: fails });
    const changes = ['rooms.D4.size', 'players.ana'].map((path) => ({ verb: 'set', path, value: {} }));
    on.take({ type: 'post', id: 'P', kind: 'proposal', title: 'x', text: '', changes } as Loose);
    const resolution = { at: AT, matter: 'P', by: null, outcome: 'enacted' } as const;
    const begun = on.kernel.beginEnactment(resolution);
    if (!begun.ok) throw new Error(begun.refusal.reason);
    expect(on.kernel.finishEnactment(resolution, begun.enactment).ok).toBe(true);
    expect(on.kernel.state.posts['P']?.omitted).toEqual([
      {
        change: 'set rooms.D4.size to {}',
        reason: expect.stringMatching(/^the code of Playground fails in its start of things\.rooms\.D4: /u),
      },
    ]);
    expect(on.kernel.state.things['rooms']).toEqual({});
  });
});
