import { expect, test } from 'vitest';

import { choice, integer, list, map, optional, player, text, thing } from '../rules/types.ts';
import { clausesOf, manifestOf, type TestRule } from './fixtures/kernel-with.ts';
import { AT, playground, whyNot, type Playground } from './fixtures/playground.ts';
import { Kernel } from './kernel.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a clause in a test is as loose as one in the wild
type Loose = any;

const lamps = (more: object = {}): Playground =>
  playground({
    player: {
      oil: integer({ start: 3 }),
      debt: integer({ min: -5, start: 0 }),
      bloodCrystals: integer({ max: 9, start: 0 }),
      name: text(),
      stock: map(integer()),
      home: optional(thing('rooms')),
    },
    game: { turn: integer({ start: 1 }), head: optional(player()) },
    things: {
      rooms: {
        open: true,
        fields: { size: integer({ min: 1, start: 1 }), name: text(), doors: list(text()) },
        ids: ['hall', 'cellar'],
        start: (id: string) => ({ size: id === 'hall' ? 5 : 2 }),
        find: (word: string) => (word === 'the big one' ? null : null),
      },
    },
    ...more,
  });

test('numbers change by what is gained, lost, spent and transferred', () => {
  const { get, kernel } = lamps();
  kernel.assume('players.bo.oil', 3);
  get(({ actor, people }) => {
    actor.gain('oil', 4);
    actor.lose('oil', 1);
    actor.spend('oil', 2);
    actor.transfer('oil', 1, people.get('bo'));
    actor.gain('blood-crystals', 2);
  });
  expect(kernel.state.players).toMatchObject({ ana: { oil: 3, 'blood-crystals': 2 }, bo: { oil: 4 } });
});

test.each<[string, (actor: Loose) => void, string]>([
  ['more than there is', (actor) => actor.spend('oil', 4), 'oil would be -1, below zero'],
  ['below a bound of its own', (actor) => actor.lose('debt', 6), 'debt would be -6, below -5'],
  ['above the most', (actor) => actor.gain('bloodCrystals', 10), 'blood crystals of ana'],
  ['nothing', (actor) => actor.gain('oil', 0), 'the amount must be above zero, not 0'],
  ['less than nothing', (actor) => actor.spend('oil', -1), 'the amount must be above zero, not -1'],
  ['what is no number', (actor) => actor.gain('name', 1), 'ana has no number called name'],
  [
    'what is not there',
    (actor) => actor.gain('oli', 1),
    'no rule says anything about “oli”; did you mean “oil”?',
  ],
  [
    'what has no name',
    (actor) => actor.gain('.oil', 1),
    'no rule says anything about “.oil”; did you mean “oil”?',
  ],
  [
    'nothing like it',
    (actor) => actor.gain('wings of a bird', 1),
    'no rule says anything about “wings of a bird”',
  ],
])('%s can’t be changed', (_, change, why) => {
  const { run, read } = lamps();
  expect(whyNot(run(({ actor }) => change(actor)))).toContain(why);
  expect(read('players.ana')).toBe(undefined);
});

test('changes a number in a map by its name, and a missing one counts as zero', () => {
  const { get, run, read } = lamps();
  get(({ actor }) => {
    actor.gain('stock.grain', 3);
    actor.spend('stock.grain', 1);
  });
  expect(read('players.ana.stock')).toEqual({ grain: 2 });
  expect(whyNot(run(({ actor }) => actor.spend('stock.grain', 3)))).toContain(
    'stock.grain would be -1, below zero',
  );
  expect(whyNot(run(({ actor }) => actor.gain('name.grain', 3)))).toBe('ana has no number called name.grain');
});

test('sets several values at once, and resets them to the usual start or to that of the thing', () => {
  const { get, read } = lamps();
  get(({ actor, rooms }) => {
    actor.set({ oil: 7, bloodCrystals: 4 });
    for (const room of rooms) room.set({ size: 9, name: 'Dark' });
    actor.reset('oil');
    rooms.get('hall').reset();
    rooms.get('cellar').reset('size', 'doors');
  });
  expect(read('players.ana')).toMatchObject({ oil: 3, 'blood-crystals': 4 });
  expect(read('rooms')).toEqual({
    hall: { size: 5, name: '', doors: [] },
    cellar: { size: 2, name: 'Dark', doors: [] },
  });
});

test('compares by what something is, and labels it with its name or else its id', () => {
  const { get } = lamps();
  expect(
    get(({ actor, people, rooms, game }) => {
      const hall = rooms.get('hall');
      const bare = [actor.label, hall.label, game.label];
      actor.name = 'Ana the First';
      hall.name = 'Great Hall';
      return [
        bare,
        [actor.label, hall.label],
        [actor.is(people.get('ana')), actor.is(hall), hall.is(rooms.get('cellar')), actor.is(null)],
        JSON.stringify({ actor, hall }),
      ];
    }),
  ).toEqual([
    ['ana', 'hall', 'the game'],
    ['Ana the First', 'Great Hall'],
    [true, false, false, false],
    '{"actor":"ana","hall":"hall"}',
  ]);
});

test('an assigned value must fit its variable', () => {
  const { run, get, read } = lamps();
  expect(whyNot(run(({ actor }) => (actor.oil = 'much')))).toContain('oil of ana');
  expect(whyNot(run(({ game }) => (game.head = 'nobody')))).toContain('head of the game');
  get(({ game, actor, rooms }) => {
    game.head = actor;
    actor.home = rooms.get('cellar');
  });
  expect([read('game.head'), read('players.ana.home')]).toEqual(['ana', 'cellar']);
  expect(get(({ game, actor }) => [game.head.id, actor.home.size])).toEqual(['ana', 2]);
});

test('a rule may change an amount, see each value that is written, and write another', () => {
  const seen: unknown[] = [];
  const { get, read, kernel } = lamps({
    hooks: {
      amount: ({ amount }: Loose, next: Loose) => 2 * next({ amount }),
      'value-written': ({ owner, variable, before, after, how }: Loose) => {
        if (variable !== 'oil') return undefined;
        seen.push([owner.id, before, after, how]);
        return after > 20 ? 20 : after;
      },
    },
  });
  get(({ actor }) => {
    actor.gain('oil', 1);
    actor.oil = 30;
    actor.spend('oil', 1);
    actor.lose('oil', 1);
  });
  expect(read('players.ana.oil')).toBe(16);
  expect(seen).toEqual([
    ['ana', 3, 5, 'gain'],
    ['ana', 5, 30, 'set'],
    ['ana', 20, 18, 'spend'],
    ['ana', 18, 16, 'lose'],
  ]);
  kernel.assume('players.ana.oil', 7);
  expect(seen).toHaveLength(4);
});

test('a rule may let a number go below its minimum', () => {
  const asked: unknown[] = [];
  const { get, read } = lamps({
    hooks: {
      'below-minimum': ({ value, minimum, spending }: Loose) => {
        asked.push([value, minimum, spending]);
        return 0;
      },
    },
  });
  get(({ actor }) => actor.spend('oil', 5));
  get(({ actor }) => actor.lose('debt', 9));
  expect([read('players.ana.oil'), read('players.ana.debt'), asked]).toEqual([
    0,
    0,
    [
      [-2, 0, true],
      [-9, -5, false],
    ],
  ]);
});

test('writing the value that is already there isn’t a change', () => {
  const { run } = lamps();
  run(({ actor }) => (actor.oil = 5));
  const result = run(({ actor }) => (actor.oil = 5));
  expect(result.ok && result.changes).toEqual([]);
});

test('a view can only read', () => {
  const { run } = lamps({
    views: {
      sets: { of: 'game', returns: integer(), value: () => 1 },
      count: { of: 'player', returns: integer(), value: (person: Loose) => ((person.oil = 9), 1) },
    },
  });
  expect(whyNot(run(({ view, actor }) => view('count', actor)))).toContain(
    "a view can only read: it can't set oil",
  );
});

test('reads and writes choices, and knows whether a thing is gone', () => {
  const { get, run } = lamps({ dynasty: { mood: choice(['calm', 'stormy']) } });
  get(({ dynasty }) => (dynasty.mood = 'stormy'));
  expect(get(({ dynasty }) => dynasty.mood)).toBe('stormy');
  expect(
    get(({ rooms }) => {
      const attic = rooms.add('attic', { size: 3 });
      const was = [attic.exists, attic.size, attic.name];
      rooms.remove('attic');
      return [...was, attic.exists];
    }),
  ).toEqual([true, 3, '', false]);
  expect(
    whyNot(
      run(({ rooms }) => {
        const attic = rooms.add('attic');
        rooms.remove(attic);
        return attic.size;
      }),
    ),
  ).toBe('there is no attic among rooms any more');
  expect(whyNot(run(({ rooms }) => rooms.add('hall')))).toBe('there is already a hall among rooms');
});

test('a variable whose thing was removed refuses in a sentence, unless a clause has a fallback', () => {
  const on = playground(({ maybe }: Loose) => ({
    player: { home: thing('huts', { start: 'h1' }) },
    things: { huts: { open: true, fields: { size: integer() } } },
    actions: {
      look: { effect: ({ actor }: Loose) => void actor.home.size },
      guess: { effect: ({ actor }: Loose) => void maybe(() => actor.home.size, 0) },
    },
  }));
  on.kernel.assume('huts.h1.size', 1);
  expect(whyNot(on.take({ type: 'heard' }, 'ana'))).toBe('');
  const act = (action: string): string => whyNot(on.take({ type: 'act', action, with: {} }, 'ana'));
  expect([act('look'), act('guess')]).toEqual(['', '']);
  on.get(({ huts }) => huts.remove('h1'));
  expect([act('look'), act('guess')]).toEqual(['home of ana no longer exists', '']);
});

test('a thing is gone when its collection is', () => {
  const rules = { now: { things: { rooms: { open: true, fields: { size: integer() } } } } as object };
  const given: readonly TestRule[] = [
    {
      title: 'Rule',
      clause: ({ rooms }: Loose) => ({
        ...rules.now,
        actions: { build: { by: 'anybody', effect: () => void (saved = rooms.add('hall')) } } as Loose,
      }),
    },
  ];
  let saved: Loose = null;
  const kernel = new Kernel({ clauseOf: clausesOf(given) });
  kernel.link(manifestOf(given));
  kernel.load(null);
  expect(whyNot(kernel.take({ type: 'act', at: AT, by: 'ana', action: 'build', with: {} }))).toBe('');
  expect([saved.exists, saved.size]).toEqual([true, 0]);
  rules.now = {};
  kernel.link(manifestOf(given));
  kernel.load(kernel.state);
  expect(saved.exists).toBe(false);
  expect(() => saved.size).toThrow('there is no hall among rooms any more');
});

test('a name that isn’t text isn’t used as a label', () => {
  const { get } = playground({
    things: { rooms: { open: true, fields: { name: integer({ start: 7 }), title: text({ start: 'x' }) } } },
  });
  expect(get(({ rooms }) => rooms.add('hall').label)).toBe('hall');
});

test('something is the same as itself, and as nothing else of its name', () => {
  const on = lamps();
  on.kernel.assume('players.hall.oil', 1);
  const is = on.get(({ people, rooms, game }) => {
    const [hall, cellar] = [rooms.get('hall'), rooms.get('cellar')];
    return [
      hall.is(hall),
      hall.is(rooms.get('hall')),
      hall.is(cellar),
      hall.is(people.get('hall')),
      hall.is('hall'),
      hall.is(null),
      game.is(game),
    ];
  });
  expect(is).toEqual([true, true, false, false, false, false, true]);
});

test('keeps an amount as given unless a rule answers with a number', () => {
  const on = lamps({ hooks: { amount: ({ amount }: Loose) => (amount > 3 ? 3 : undefined) } });
  on.get(({ actor }) => actor.gain('oil', 2));
  expect(on.read('players.ana.oil')).toBe(5);
  on.get(({ actor }) => actor.gain('oil', 9));
  expect(on.read('players.ana.oil')).toBe(8);
});

test('a map may have a one-letter name', () => {
  const on = playground({ player: { a: map(integer()) } });
  on.get(({ actor }) => actor.gain('a.x', 2));
  expect(on.read('players.ana.a')).toEqual({ x: 2 });
});

test('stores what rules make of a written value, or the value itself if they say nothing', () => {
  const asked: unknown[] = [];
  const on = lamps({
    hooks: {
      'value-written': ({ variable, before, after, how }: Loose) => {
        asked.push([variable, before, after, how]);
        return variable !== 'oil' ? undefined : after === 9 ? 7 : after;
      },
    },
  });
  on.get(({ actor, game }) => {
    actor.oil = 9;
    actor.gain('oil', 1);
    game.turn = 4;
  });
  expect([on.read('players.ana.oil'), on.read('game.turn')]).toEqual([8, 4]);
  expect(asked).toEqual([
    ['oil', 3, 9, 'set'],
    ['oil', 7, 8, 'gain'],
    ['turn', 1, 4, 'set'],
  ]);
  const illegal = lamps({ hooks: { 'value-written': () => -5 } });
  expect(whyNot(illegal.run(({ game }) => void (game.turn = 2)))).toContain('below zero');
});

test('a variable named like a built-in member is reached only by its name', () => {
  const on = playground({
    player: { label: text({ start: 'mine' }), spend: integer({ start: 3 }), gold: integer({ start: 5 }) },
  });
  on.get(({ actor }) => {
    actor.spend('gold', 2);
    actor.set({ label: 'yours' });
    actor.gain('spend', 1);
  });
  expect(on.read('players.ana')).toEqual({ label: 'yours', spend: 4, gold: 3 });
  expect(on.get(({ actor }) => actor.label)).toBe('ana');
});

test('nothing can be stored on what all of a kind share', () => {
  const on = lamps();
  expect(
    on.get(({ actor, game, rooms }) =>
      [actor, game, rooms.get('hall')].map(
        (one: object) => Object.isFrozen(Object.getPrototypeOf(one)) && Object.isFrozen(one),
      ),
    ),
  ).toEqual([true, true, true]);
});

test('an answer depends on a name that it uses, and on whether a thing that it is about exists', () => {
  const on = lamps({
    things: { rooms: { fields: { name: text() } } },
    views: {
      greeting: { of: 'player', returns: text(), value: (person: Loose) => `Hello ${person.label}` },
      sign: { of: 'rooms', returns: text(), value: (room: Loose) => `To ${room.label}` },
      left: {
        of: 'game',
        returns: list(text()),
        value: () => saved.filter((room) => room.exists).map(({ id }) => id),
      },
    },
  });
  const saved: Loose[] = [];
  on.get(({ rooms }) => saved.push(rooms.add('hall'), rooms.add('cellar')));
  const seen = (): unknown =>
    on.get(({ view, actor, rooms }) => [
      view('greeting', actor),
      view('sign', rooms.get('hall')),
      view('left'),
    ]);
  expect(seen()).toEqual(['Hello ana', 'To hall', ['hall', 'cellar']]);
  on.get(({ actor, rooms }) => {
    actor.name = 'Ana Lee';
    rooms.get('hall').name = 'Great Hall';
    rooms.remove('cellar');
  });
  expect(seen()).toEqual(['Hello Ana Lee', 'To Great Hall', ['hall']]);
});

test('an action that has read only public values may give its reasons', () => {
  const on = playground({
    player: { oil: integer({ start: 3 }) },
    actions: {
      peek: {
        by: 'anybody',
        private: true,
        effect: ({ actor, refuse }: Loose) => refuse(`there are ${actor.oil}`),
      },
    },
  });
  expect(whyNot(on.take({ type: 'act', action: 'peek', with: {} }))).toBe('there are 3');
});

test('gains only numbers in a map, and refuses too small a number in a list like any value', () => {
  const on = playground({
    player: { tags: map(text()), all: list(integer()) },
    hooks: { 'below-minimum': () => 0 },
  });
  expect(whyNot(on.run(({ actor }) => actor.gain('tags.a', 1)))).not.toBe('');
  expect(whyNot(on.run(({ actor }) => (actor.all = [-1])))).toContain('below zero');
});

test('a person stays the same when what was remembered is forgotten, and nothing can be stored on them', () => {
  const { kernel, get } = lamps();
  const held: Loose[] = [];
  get(({ actor }) => void held.push(actor));
  kernel.forget();
  get(({ actor, people }) => void held.push(actor, people.get('ana')));
  const [before, now] = held;
  expect([before === now, before.is(now), now.is(before), now.is('ana')]).toEqual([false, true, true, false]);
  const prototype: unknown = Object.getPrototypeOf(now);
  expect([Object.isFrozen(prototype), Object.isFrozen(now.constructor)]).toEqual([true, true]);
});
