import { expect, test } from 'vitest';

import {
  archived,
  collection,
  dynasty,
  person,
  post,
  record,
  rule,
  siteOf,
  thing,
} from '../../site/data/fixtures/site-of.ts';
import { addresses, searchEntries, searchIndex } from './search-entries.ts';

test('finds rules and what they define, posts, people and things, and older words elsewhere', () => {
  const html =
    '<p id="core.votes:1"><strong>Quorum.</strong> Half &amp; <a>more</a>, too.</p><p>Other  words.</p>';
  const more = {
    rules: [rule('core/votes', { title: 'Votes', number: '1.4', html })],
    posts: [
      post('1', { title: 'Tea', html: '<p>Hot</p>', comments: [{ html: '<b>Yes</b>' }] as never }),
      post('s', { status: null, kindTitle: 'Story' }),
      post('0', { place: 'd/' }),
    ],
    people: [person('ana')],
    collections: [collection('rooms', [], [thing('hall', {}, { label: 'The Hall' }), thing('well')])],
    dynasty: { number: 2, name: '', emperor: null, theme: '', address: null },
    record: record({
      dynasties: [dynasty(2), dynasty(1, { name: 'First', archived: archived('dynasties/1/') })],
    }),
  };
  const site = siteOf(more);
  expect(searchEntries(site)).toEqual([
    ['1.4 Votes', 'Rule', '/ruleset/#core.votes', 'Quorum. Half more, too. Other words.', '1.4'],
    ['Quorum', 'Definition', '/ruleset/#core.votes:1', 'Quorum. Half more, too. Other words.', ''],
    ['Tea', 'Proposal, pending', '/matters/1/', 'Hot Yes', '1'],
    ['Matter s', 'Story', '/matters/s/', '', 's'],
    ['Ana', site.game.terms.player, '/players/ana/', 'ana', ''],
    ['The Hall', 'Rooms', '/things/rooms/hall/', 'hall', ''],
  ]);
  expect(searchIndex(site)).toMatchObject({
    now: 'Dynasty 2',
    older: [{ title: 'First', address: '/dynasties/1/search/words.json' }],
  });
  expect(searchEntries(siteOf({ ...more, home: '/' })).some(([name]) => name === 'Ana')).toBe(false);
  expect(searchIndex(siteOf()).now).toBe('');
  expect([addresses(siteOf()), addresses(siteOf({ home: '/' }))]).toEqual([
    ['search/', 'search/index.json'],
    ['search/words.json'],
  ]);
});
