// Places in the group's own pages that show the game as it is.
import { expect, test } from 'vitest';

import { collection, column, person, rule, siteOf, thing } from './fixtures/site-of.ts';
import { livePlaces } from './live-places.ts';

const integer = { kind: 'integer' } as const;
const site = () =>
  siteOf({
    dynasty: { number: 3, name: 'Tides', emperor: 'ana', theme: 'Water', address: null },
    people: [
      person('ana', { values: { oil: 3, hand: 'ace' } }),
      person('cy', { state: 'idle', values: { oil: 1 } }),
    ],
    playerColumns: [column('oil', integer), column('hand', { kind: 'text' }, { private: true })],
    gameValues: [
      {
        id: 'tide',
        title: 'Tide',
        rule: 'x',
        value: 'high',
        number: false,
        private: false,
        type: { kind: 'text' },
      },
    ],
    collections: [
      collection('rooms', [column('lit', { kind: 'boolean' })], [thing('a.b', { lit: true, name: 'Hall' })], {
        views: [{ id: 'light', title: 'Light', type: integer }],
      }),
      collection('boats', [column('crew', integer)], []),
    ],
    rules: [
      rule('core/votes', {
        title: 'Votes',
        number: '1.4',
        values: [{ name: 'window', value: '48 hours', set: [] }],
      }),
    ],
  });
const shown = (place: string): unknown => {
  const { places } = livePlaces(site(), `{{${place}}}`);
  const one = places[0]?.shown;
  return one?.kind === 'value' ? one.value : one;
};

test.each([
  ['players.ana.oil', 3],
  ['game.tide', 'high'],
  ['rooms.a.b.lit', true],
  ['rooms.a.b.name', 'Hall'],
  ['Votes.window', '48 hours'],
  ['1.4.window', '48 hours'],
  ['dynasty.number', 3],
  ['dynasty.emperor', 'Ana'],
  ['dynasty.theme', 'Water'],
])('%s shows %j', (place, value) => {
  expect(shown(place)).toBe(value);
});

test.each([
  'players.ana.hand',
  'players.cy.oil',
  'players.ana.none',
  'rooms.none.lit',
  'none.a.b',
  'dynasty.none',
  'Votes.none',
  'x',
])('%s shows nothing', (place) => {
  expect(shown(place)).toBeNull();
});

test('views show a collection, with fields that it has', () => {
  expect(shown('table rooms')).toMatchObject({
    kind: 'view',
    kit: 'table',
    fields: [],
    collection: { id: 'rooms' },
  });
  expect(shown('cards rooms light lit')).toMatchObject({ kit: 'cards', fields: ['light', 'lit'] });
  expect(shown('timeline players oil')).toMatchObject({ kit: 'timeline', collection: { id: 'players' } });
  expect(shown('table boats crew')).toMatchObject({ fields: ['crew'], collection: { id: 'boats' } });
  expect(shown('table rooms name')).toMatchObject({ fields: ['name'] });
  expect([shown('table rooms lit none'), shown('table boats light'), shown('xtable rooms')]).toEqual([
    null,
    null,
    null,
  ]);
  expect([shown('table rooms none'), shown('table none'), shown('picture rooms')]).toEqual([
    null,
    null,
    null,
  ]);
});

test('keeps the surrounding text, and drops a paragraph only if a view is all it contains', () => {
  const parts = (text: string) => {
    const { places, rest } = livePlaces(site(), text);
    return [...places.map(({ before, place }) => [before, place]), rest];
  };
  expect(parts('<p>Oil: {{ players.ana.oil }}, {{none}}.</p>')).toEqual([
    ['<p>Oil: ', 'players.ana.oil'],
    [', ', 'none'],
    '.</p>',
  ]);
  expect(parts('<p>One</p><p class="x">{{table rooms}}</p><p>Two</p>')).toEqual([
    ['<p>One</p>', 'table rooms'],
    '<p>Two</p>',
  ]);
  expect(parts('<p>{{table rooms}} and more</p>')).toEqual([['<p>', 'table rooms'], ' and more</p>']);
  expect(parts('<p>{{players.ana.oil}}</p>')).toEqual([['<p>', 'players.ana.oil'], '</p>']);
  expect(parts('nothing')).toEqual(['nothing']);
});

test('without dynasties, their names show nothing', () => {
  const plain = siteOf();
  expect(livePlaces(plain, '{{dynasty.number}}').places[0]?.shown).toBeNull();
  const headless = siteOf({ dynasty: { number: 1, name: '', emperor: null, theme: '', address: null } });
  expect(livePlaces(headless, '{{dynasty.emperor}}').places[0]?.shown).toMatchObject({ value: 'nobody' });
});
