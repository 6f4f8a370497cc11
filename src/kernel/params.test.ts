import { expect, test } from 'vitest';

import { integer, list, optional, picture, player, text, thing } from '../rules/types.ts';
import { playground, whyNot, type Playground } from './fixtures/playground.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a clause in a test is as loose as one in the wild
type Loose = any;

function asking(
  types: object,
  hooks: object = {},
): Playground & { ask(words: object, pictures?: object): unknown } {
  let given: unknown;
  const made = playground({
    things: { rooms: { open: true, fields: { size: integer() } } },
    hooks,
    actions: {
      ask: {
        by: 'anybody',
        with: types,
        effect: (words: Loose) => {
          given = Object.fromEntries(
            Object.keys(types).map((name) => [name, JSON.parse(JSON.stringify(words[name] ?? null))]),
          );
        },
      },
    },
  });
  for (const id of ['ana', 'bo', 'cy']) made.take({ type: 'heard' }, id);
  return {
    ...made,
    ask(words, pictures) {
      given = null;
      const result = made.take({
        type: 'act',
        action: 'ask',
        with: words as Loose,
        ...(pictures === undefined ? {} : { pictures: pictures as Loose }),
      });
      return result.ok ? given : `${whyNot(result)} (${result.refusal.param ?? ''})`;
    },
  };
}

test('what is written is handed on as what it names, under its name in clauses', () => {
  const { ask, get } = asking({
    mainRoom: thing('rooms'),
    amount: integer({ start: 2 }),
    note: optional(text()),
  });
  get(({ rooms }) => rooms.add('D4'));
  expect(ask({ 'main-room': 'D4' })).toEqual({ mainRoom: 'D4', amount: 2, note: null });
  expect(ask({ 'main-room': 'D4', amount: 5, note: 'x' })).toEqual({ mainRoom: 'D4', amount: 5, note: 'x' });
});

test.each<[object, object, string]>([
  [{}, { room: 1 }, 'there is no parameter room; it takes none (room)'],
  [{ size: integer() }, { room: 1 }, 'there is no parameter room; it takes size (room)'],
  [{ size: integer(), roam: text() }, { room: 1 }, 'there is no parameter room; did you mean roam? (room)'],
  [{ whom: player() }, {}, 'needs whom (whom)'],
  [{ size: integer() }, { size: 1.5 }, 'size must be a whole number, and is 1.5 (size)'],
  [{ size: integer() }, { size: 'x' }, 'size must be a whole number, and is "x" (size)'],
  [{ size: integer() }, { size: -1 }, 'size would be -1, below zero (size)'],
  [{ whom: player({ another: true }) }, { whom: 'ana' }, 'whom must be another player (whom)'],
])('of %j, %j is refused', (types, words, why) => {
  expect(asking(types).ask(words)).toBe(why);
});

const onlyAna = {
  'not-a-player': ({ person }: Loose) => (person.id === 'ana' ? null : `${person.id} does not play`),
};

test('whoever is wanted as a player must be one, also in a list and where there may be none', () => {
  const types = { one: optional(player()), all: list(player()), any: optional(player({ who: 'anybody' })) };
  const { ask } = asking(types, onlyAna);
  expect(ask({ one: 'ana', all: ['ana'], any: 'bo' })).toEqual({ one: 'ana', all: ['ana'], any: 'bo' });
  expect(ask({ one: 'bo' })).toBe('bo does not play (one)');
  expect(ask({ all: ['ana', 'bo'] })).toBe('bo does not play (all)');
  expect(ask({ one: null, all: [] })).toEqual({ one: null, all: [], any: null });
  expect(ask({ one: 'nobody' })).toContain('one ');
});

test('a picture that can’t be had is refused with why', () => {
  const { ask } = asking({ image: picture(), size: integer() });
  const at = 'https://example.org/a.png';
  expect(ask({ image: at, size: 1 }, { [at]: { problem: 'it is no picture' } })).toBe(
    'image: it is no picture (image)',
  );
  expect(ask({ image: at, size: 1 }, { [at]: { copy: 'abc' } })).toEqual({ image: at, size: 1 });
});
