import { expect, test } from 'vitest';

import {
  boolean,
  choice,
  data,
  integer,
  list,
  optional,
  picture,
  player,
  text,
  thing,
} from '../rules/types.ts';
import { HarnessError } from './calls.ts';
import { playground, whyNot, type Playground } from './fixtures/playground.ts';
import { Refusal } from './refusal.ts';

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

test('hands on what a parameter names, under its name in clauses', () => {
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
  [{ size: integer() }, { size: 1.5 }, 'size must be a whole number, not 1.5 (size)'],
  [{ size: integer() }, { size: 'x' }, 'size must be a whole number, not "x" (size)'],
  [{ size: integer() }, { size: -1 }, 'size would be -1, below zero (size)'],
  [{ whom: player({ another: true }) }, { whom: 'ana' }, 'choose somebody other than yourself (whom)'],
])('for parameters %j, refuses %j', (types, words, why) => {
  expect(asking(types).ask(words)).toBe(why);
});

const onlyAna = {
  'not-a-player': ({ person }: Loose) => (person.id === 'ana' ? null : `${person.id} does not play`),
};

test.each<[object, unknown, unknown]>([
  [choice(['12', 'x']), 12, '12'],
  [choice(['true', 'x']), true, 'true'],
  [choice(['null', 'x']), null, 'null'],
  [choice(['null', 'x']), 'x', 'x'],
  [text(), 12, '12'],
  [text(), false, 'false'],
  [text(), 'true', 'true'],
  [boolean(), true, true],
  [boolean(), 'true', true],
  [boolean(), 'TRUE', true],
  [boolean(), 'False', false],
  [data(), 1.5, 1.5],
  [data(), true, true],
  [list(choice(['12', 'true'])), [12, true], ['12', 'true']],
  [list(boolean()), ['TRUE', false], [true, false]],
  [optional(choice(['12'])), 12, '12'],
  [optional(choice(['12'])), null, null],
])('for type %j, reads %j as %j', (type, given, value) => {
  expect(asking({ it: type }).ask({ it: given })).toEqual({ it: value });
});

test.each<[object, unknown, string]>([
  [text(), null, 'must be text, not null'],
  [text(), { a: 1 }, 'must be text, not {"a":1}'],
  [boolean(), 'yes', 'must be true or false, not "yes"'],
  [boolean(), 1, 'must be true or false, not 1'],
  [list(player()), 5, 'must be a list, not 5'],
  [list(player()), 'ana', 'must be a list, not "ana"'],
  [player(), ['ana'], 'must name a player: there is no player called ["ana"] on the roster'],
  [integer(), '007', 'must be a whole number, not "007"; write it as 7'],
  [integer(), '-0', 'must be a whole number, not "-0"; write it as 0'],
  [integer(), '0x1F', 'must be a whole number, not "0x1F"; write it as 31'],
  [integer(), '1e3', 'must be a whole number, not "1e3"'],
  [choice(['amber']), '12', 'must be one of amber, not "12"'],
])('for type %j, refuses %j: it %s', (type, given, says) => {
  expect(asking({ it: type }).ask({ it: given })).toBe(`it ${says} (it)`);
});

test('passes on what a collection says about a name that it can’t find', () => {
  const fails = (find: () => unknown): Loose => {
    const on = playground({
      things: { rooms: { open: true, find } },
      actions: { ask: { by: 'anybody', with: { room: thing('rooms') } } },
    });
    return () => on.take({ type: 'act', action: 'ask', with: { room: 'D4' } });
  };
  const refusing = fails(() => {
    throw new Refusal('ask the porter', { code: 'porter' });
  });
  expect(refusing()).toMatchObject({ refusal: { reason: 'ask the porter', code: 'porter' } });
  const spent = fails(() => {
    throw new HarnessError('no dice left');
  });
  expect(spent).toThrow('no dice left');
});

test('accepts only players where a player is wanted, also in a list and for an optional one', () => {
  const types = { one: optional(player()), all: list(player()), any: optional(player({ who: 'anybody' })) };
  const { ask } = asking(types, onlyAna);
  expect(ask({ one: 'ana', all: ['ana'], any: 'bo' })).toEqual({ one: 'ana', all: ['ana'], any: 'bo' });
  expect(ask({ one: 'bo' })).toBe('bo does not play (one)');
  expect(ask({ all: ['ana', 'bo'] })).toBe('bo does not play (all)');
  expect(ask({ one: null, all: [] })).toEqual({ one: null, all: [], any: null });
  expect(ask({ one: 'nobody' })).toContain('one ');
});

test('the word for nobody means nobody, even if somebody has that name', () => {
  const { ask } = asking({ one: optional(player(), { none: 'bo' }) }, onlyAna);
  expect(ask({ one: 'bo' })).toEqual({ one: null });
  expect(ask({ one: 'cy' })).toBe('cy does not play (one)');
});

test('refuses a picture that can’t be had, and says why', () => {
  const { ask } = asking({ image: picture(), size: integer() });
  const at = 'https://example.org/a.png';
  expect(ask({ image: at, size: 1 }, { [at]: { problem: 'it is no picture' } })).toBe(
    'image: it is no picture (image)',
  );
  expect(ask({ image: at, size: 1 }, { [at]: { copy: 'abc' } })).toEqual({ image: at, size: 1 });
});
