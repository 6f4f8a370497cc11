// What else refers to a thing or a person.
import { expect, test } from 'vitest';

import { collection, column, line, person, post, siteOf, thing } from './fixtures/site-of.ts';
import { galleryCollections, heldBy, mentionsOf, ownWordsOf } from './mentions.ts';
import type { SiteData } from './site-data.ts';

const text = { kind: 'text' } as const;
const room = { kind: 'thing', collection: 'rooms' } as const;
const DEAL = { kind: 'record', fields: { room, price: { kind: 'integer' } } } as never;
const gallery = {
  pages: [
    { kit: 'gallery', of: 'arts' },
    { kit: 'table', of: 'rooms' },
  ],
} as never;

const said = (site: SiteData, of: string, id: string) =>
  mentionsOf(site, of, id).map(({ whose, address, title, value }) => [whose, address, title, value]);

test('lists the mentions of a thing by players, other things and the game, with their details', () => {
  const site = siteOf({
    people: [
      person('ana', {
        values: {
          home: 'hall',
          deals: [
            { room: 'hall', price: 3 },
            { room: 'well', price: 5 },
          ],
        },
      }),
      person('bo', { values: { home: null, deals: null } }),
      person('cy', { values: { home: 7 } }),
    ],
    playerColumns: [
      column('home', { kind: 'optional', of: room } as never),
      column('deals', { kind: 'list', of: DEAL } as never),
    ],
    collections: [
      collection('rooms', [], [thing('hall'), thing('well')]),
      collection(
        'doors',
        [column('to', room)],
        [thing('d1', { to: 'hall' }, { label: 'Door' }), thing('d2', { to: null })],
      ),
    ],
    gameValues: [
      { id: 'start', title: 'Start', rule: 'x', value: 'hall', private: false, number: false, type: room },
    ],
  });
  expect(said(site, 'rooms', 'hall')).toEqual([
    ['Ana', '/players/ana/', 'Home', undefined],
    ['Ana', '/players/ana/', 'Deals', { room: 'hall', price: 3 }],
    ['Door', '/things/doors/d1/', 'To', undefined],
    ['Harbour', '/gamestate/', 'Start', undefined],
  ]);
  expect(said(site, 'rooms', 'well')).toEqual([
    ['Ana', '/players/ana/', 'Deals', { room: 'well', price: 5 }],
  ]);
  expect(said(site, 'rooms', 'none')).toEqual([]);
});

test('ignores mentions in private values', () => {
  const site = siteOf({
    people: [person('ana', { values: { home: 'hall' } })],
    playerColumns: [column('home', room, { private: true })],
    gameValues: [
      { id: 'start', title: 'Start', rule: 'x', value: 'hall', private: true, number: false, type: room },
    ],
  });
  expect(said(site, 'rooms', 'hall')).toEqual([]);
});

test('pieces of a gallery can be mentioned by plain ids, and other things can’t', () => {
  const site = siteOf({
    display: { ...siteOf().display, pages: (gallery as { pages: SiteData['display']['pages'] }).pages },
    people: [person('ana', { values: { best: 'sun' } })],
    playerColumns: [column('best', text)],
    collections: [collection('arts', [], [thing('sun')]), collection('rooms', [], [thing('sun')])],
  });
  expect([...galleryCollections(site)]).toEqual(['arts']);
  expect(said(site, 'arts', 'sun')).toEqual([['Ana', '/players/ana/', 'Best', undefined]]);
  expect(said(site, 'rooms', 'sun')).toEqual([]);
});

test('a person holds what names them in a player field, alone or in a list', () => {
  const player = { kind: 'player' } as const;
  const site = siteOf({
    collections: [
      collection(
        'rooms',
        [
          column('owner', { kind: 'optional', of: player } as never),
          column('guests', { kind: 'list', of: player } as never),
          column('name', text),
          column('spy', player, { private: true }),
        ],
        [
          thing('hall', { owner: 'ana', guests: ['bo', 'ana', 3], name: 'ana', spy: 'bo' }),
          thing('well', { owner: null }),
        ],
      ),
    ],
  });
  const held = (id: string) =>
    heldBy(site, id).map(({ collection: of, thing: one, as }) => [of.id, one.id, as]);
  expect(held('ana')).toEqual([
    ['rooms', 'hall', 'Owner'],
    ['rooms', 'hall', 'Guests'],
  ]);
  expect(held('bo')).toEqual([['rooms', 'hall', 'Guests']]);
  expect(held('cy')).toEqual([]);
});

test('a person’s own words are their introduction, the most discussed and the latest, each once', () => {
  const comment = (by: string, more: object = {}) => ({
    id: by,
    by,
    at: '',
    html: '',
    edited: false,
    deleted: false,
    ...more,
  });
  const story = (id: string, more: object = {}) =>
    post(id, { votable: false, html: '<p>Words.</p>', ...more });
  const site = siteOf({
    posts: [
      story('9', { html: '<p> </p>' }),
      story('8', { place: 'dynasties/1/' }),
      story('7', { votable: true }),
      story('6'),
      story('5', { comments: [comment('bo'), comment('engine'), comment('cy', { deleted: true })] }),
      story('4', { comments: [comment('cy')] }),
      story('3', { comments: [comment('cy'), comment('dee')] }),
      story('2'),
      story('1', { author: 'cy' }),
      story('c', { author: 'eli', html: '<p>Then.</p>' }),
      story('b', { author: 'eli', comments: [comment('eli')] }),
      story('a', { author: 'eli' }),
    ],
    ledger: [line(1, { posts: ['6'] })],
  });
  const words = (id: string) => ownWordsOf(site, id).map(({ as, post: one }) => [as, one.id]);
  expect(words('bo')).toEqual([
    ['introduction', '2'],
    ['talked-about', '3'],
    ['latest', '5'],
  ]);
  expect(words('cy')).toEqual([['introduction', '1']]);
  expect(words('eli')).toEqual([
    ['introduction', 'a'],
    ['latest', 'c'],
  ]);
  expect(words('dee')).toEqual([]);
});
