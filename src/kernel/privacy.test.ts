import { describe, expect, test } from 'vitest';

import {
  boolean,
  choice,
  data,
  integer,
  list,
  map,
  optional,
  player,
  post,
  record,
  text,
  thing,
  time,
} from '../rules/types.ts';
import { describeModel } from './describe-model.ts';
import { kernelWith } from './fixtures/kernel-with.ts';
import { AT, whyNot } from './fixtures/playground.ts';
import { kinds } from './kinds/index.ts';
import { outwards } from './privacy.ts';
import type { ValueType } from './value-types.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a clause in a test is as loose as one in the wild
type Loose = any;

type Marked = { readonly private?: boolean };

/** A marked type of each kind. Types that contain others contain plain ones. */
const OF_KIND: Readonly<Record<ValueType['kind'], (mark: Marked) => ValueType>> = {
  boolean,
  choice: (mark) => choice(['one', 'two'], mark),
  data,
  integer,
  list: (mark) => list(text(), mark),
  map: (mark) => map(text(), mark),
  optional: (mark) => optional(text(), mark),
  player,
  post,
  record: (mark) => record({ any: text() }, mark),
  text,
  thing: (mark) => thing('chests', mark),
  time,
};

/** Every way to put a type inside another. */
const HOLDING: Readonly<Record<string, (of: ValueType) => ValueType>> = {
  list: (of) => list(of),
  map: (of) => map(of),
  optional: (of) => optional(of),
  'a record, beside others': (of) => record({ before: text(), of, after: text() }),
  'what says it is not private': (of) => optional(of, { private: false }),
  'a list of records of maps': (of) => list(record({ of: map(optional(of)) })),
};

const CASES = Object.entries(OF_KIND).flatMap(([kind, make]) =>
  Object.entries(HOLDING).map(([name, hold]) => [kind, name, make, hold] as const),
);

test('covers every kind of value, and every kind that holds others', () => {
  expect(Object.keys(OF_KIND).sort()).toEqual(Object.keys(kinds).sort());
  const holds = (type: object): boolean => 'of' in type || 'fields' in type;
  const holding = Object.values(OF_KIND)
    .map((make) => make({}))
    .filter((type) => type.kind !== 'choice' && holds(type));
  for (const { kind } of holding)
    expect(Object.values(HOLDING).some((hold) => hold(text()).kind === kind)).toBe(true);
});

describe.each(CASES)('a private %s in %s', (_, __, make, hold) => {
  test('makes the whole private, and a plain one doesn’t', () => {
    expect(outwards(hold(make({ private: true }))).private).toBe(true);
    expect(outwards(hold(make({}))).private ?? false).toBe(false);
  });
});

test('leaves a type without private parts as it was written', () => {
  const type = record({ a: list(map(optional(text()))), b: integer({ private: false }) });
  expect(outwards(type)).toEqual(type);
});

const HELD = optional(text({ private: true }));

test('treats a type with private parts as private wherever a rule gives one', () => {
  const kernel = kernelWith([
    {
      title: 'Hiding',
      clause: () =>
        ({
          player: { held: HELD },
          game: { held: HELD },
          dynasty: { held: HELD },
          emperor: { held: HELD },
          post: { held: HELD },
          things: { chests: { fields: { held: HELD } } },
          actions: { hide: { by: 'anybody', private: true, with: { held: HELD }, effect: () => undefined } },
          submissions: { whisper: { open: { held: HELD, room: text() }, with: { deep: list(HELD) } } },
          views: {
            seen: { of: 'game', returns: list(HELD), value: () => [] },
            plain: { of: 'game', returns: list(text()), value: () => [] },
          },
        }) as Loose,
    },
  ]);
  const { fields, collections, actions, submissions, views } = describeModel(kernel.runtime);
  for (const scope of ['player', 'game', 'dynasty', 'emperor', 'post'])
    expect([scope, fields[scope]?.['held']?.type.private]).toEqual([scope, true]);
  expect(collections['chests']?.fields['held']?.type.private).toBe(true);
  expect(actions['hide']?.with['held']?.private).toBe(true);
  expect(views['seen']?.private).toBe(true);
  expect(views['plain']?.private).toBe(false);
  const { whisper } = submissions;
  expect(Object.keys(whisper?.open ?? {})).toEqual(['room']);
  expect(Object.entries(whisper?.with ?? {}).map(([name, type]) => [name, type.private])).toEqual([
    ['held', true],
    ['deep', true],
  ]);
});

test('a public action may not look at a private value, not even to refuse', () => {
  const kernel = kernelWith([
    {
      title: 'Hiding',
      clause: () =>
        ({
          game: { held: record({ word: text({ private: true, start: 'hush' }), beside: text() }) },
          actions: {
            tell: { by: 'anybody', check: ({ game, refuse }: Loose) => refuse(game.held.word) },
            beside: { by: 'anybody', check: ({ game, refuse }: Loose) => refuse(game.held.beside) },
          },
        }) as Loose,
    },
  ]);
  for (const action of ['tell', 'beside'])
    expect(whyNot(kernel.take({ type: 'act', at: AT, by: 'ana', action, with: {} }))).toContain(
      'held is private',
    );
});

test('a word sent in public is still read with the others after it has become private', () => {
  const clause = (open: object, within: object) => (): Loose => ({
    game: { seen: text() },
    submissions: { whisper: { by: 'anybody', open, with: within } },
    actions: {
      look: {
        by: 'anybody',
        private: true,
        reveals: ['game', 'result'],
        effect: ({ game, submissions }: Loose) => {
          for (const one of submissions('whisper')) game.seen = `${one.values?.word ?? one.problem}`;
        },
      },
    },
  });
  const plain = kernelWith([{ title: 'W', clause: clause({ word: text() }, {}) }]);
  plain.take({ type: 'seal', at: AT, by: 'ana', submission: 'whisper', with: { word: 'hush' } });
  const { submissions } = structuredClone(plain.runtime.store.state);
  const kernel = kernelWith([
    { title: 'W', clause: clause({ word: optional(text({ private: true })) }, {}) },
  ]);
  Object.assign(kernel.runtime.store.state.submissions, submissions);
  expect(whyNot(kernel.take({ type: 'act', at: AT, by: 'ana', action: 'look', with: {} }, true))).toBe('');
  expect(kernel.runtime.store.state.game['seen']).toBe('hush');
});
