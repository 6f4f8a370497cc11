// What pages read of the site's data.
import { expect, test } from 'vitest';

import { column, collection, person, post, record, siteOf, thing } from './fixtures/site-of.ts';
import {
  hasDynasties,
  hasHead,
  historyByRule,
  isOfPlay,
  machinesOf,
  mattersOf,
  pendingOf,
  perSite,
  readSite,
  showSite,
  shownOf,
  signInOf,
} from './read-site.ts';

test('pages throw an error naming `gitnomic site` until a site is shown', () => {
  Reflect.deleteProperty(globalThis, Symbol.for('gitnomic.site'));
  expect(() => readSite()).toThrow('`gitnomic site`');
  const site = siteOf();
  expect(readSite()).toBe(site);
  const other = { ...site };
  showSite(other);
  expect(readSite()).toBe(other);
});

test.each([
  ['signs in where the forge lets people', { home: null, forge: { signIn: 'door' } }, 'door'],
  ['can’t where the forge has no door', { home: null, forge: { signIn: null } }, null],
  ['can’t where there is no forge', { home: null, forge: null }, null],
  ['can’t on pages of a dynasty that is over', { home: '/', forge: { signIn: 'door' } }, null],
])('a reader %s', (_, given, door) => {
  expect(signInOf(given as never)).toBe(door);
});

test.each([
  [{ number: 1, name: '', emperor: null }, true],
  [{ number: null, name: 'Tides', emperor: null }, true],
  [{ number: null, name: '', emperor: 'ana' }, true],
  [{ number: null, name: '', emperor: null }, false],
])('rules with %j have dynasties: %s', (given, has) => {
  const site = { dynasty: { ...given, theme: '', address: null } };
  expect(hasDynasties(site as never)).toBe(has);
  expect([isOfPlay(site as never, 'dynastic/coins'), isOfPlay(site as never, 'core/votes')]).toEqual([
    true,
    !has,
  ]);
});

test('matters are posts that can be voted on, and pending ones are unresolved', () => {
  const site = siteOf({
    posts: [
      post('1'),
      post('2', { status: 'enacted' }),
      post('3', { status: 'failed' }),
      post('4', { votable: false }),
    ],
  });
  expect(mattersOf(site).map(({ id }) => id)).toEqual(['1', '2', '3']);
  expect(pendingOf(site).map(({ id }) => id)).toEqual(['1']);
});

test('a kit shows collections, and also players and the game as if they were collections', () => {
  const boats = collection('boats', [column('crew', { kind: 'integer' })], [thing('tern')]);
  const site = siteOf({
    people: [person('ana', { values: { oil: 3 } }), person('bo', { state: 'idle' })],
    playerColumns: [column('oil', { kind: 'integer' })],
    gameValues: [{ ...column('tide', { kind: 'text' }), value: 'low' }] as never,
    collections: [boats],
  });
  expect(shownOf(site, 'boats')).toBe(boats);
  expect(shownOf(site, 'ships')).toBeUndefined();
  const players = shownOf(site, 'players');
  expect(players?.title).toBe(site.game.terms.players);
  expect(players?.columns.map(({ id }) => id)).toEqual(['oil']);
  expect(players?.things.map(({ id, label, values }) => [id, label, values])).toEqual([
    ['ana', 'Ana', { oil: 3 }],
  ]);
  const game = shownOf(site, 'game');
  expect(game?.columns.map(({ id, number }) => [id, number])).toEqual([['tide', false]]);
  expect(game?.things.map(({ id, label, values }) => [id, label, values])).toEqual([
    ['game', 'Harbour', { tide: 'low' }],
  ]);
  const own = collection('players', [], []);
  expect(shownOf(siteOf({ collections: [own] }), 'players')).toBe(own);
});

test('knows who plays as a program, whether the game has a head, and what changed a rule', () => {
  const change = (rule: string, post: string) => ({ rule, post }) as never;
  const site = siteOf({
    people: [person('ana'), person('bot', { machine: true })],
    record: record({
      history: [change('core/votes', '1'), change('core/players', '2'), change('core/votes', '3')],
    }),
  });
  expect([...machinesOf(site)]).toEqual(['bot']);
  expect(historyByRule(site).get('core/votes')).toHaveLength(2);
  expect(hasHead(site)).toBe(site.game.terms.emperor !== undefined);
  const headless = { game: { ...site.game, terms: { ...site.game.terms, emperor: undefined } } };
  expect(hasHead(headless as never)).toBe(false);
});

test('computes a value once per site, and again for a copy of it', () => {
  let count = 0;
  const counted = perSite(({ game }) => `${game.name} ${(count += 1)}`);
  const other = perSite(() => 'other');
  const site = siteOf();
  expect([counted(site), counted(site), other(site), counted(site)]).toEqual([
    'Harbour 1',
    'Harbour 1',
    'other',
    'Harbour 1',
  ]);
  expect(counted({ ...site, game: { ...site.game, name: 'Quay' } })).toBe('Quay 2');
});
