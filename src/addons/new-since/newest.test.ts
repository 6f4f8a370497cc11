import { expect, test } from 'vitest';

import { line, person, post, siteOf, use } from '../../site/data/fixtures/site-of.ts';
import { addresses, newestOf } from './newest.ts';

const many = <T>(count: number, make: (at: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, at) => make(at));

test('the newest are posts, comments and actions, latest first, each recognized again', () => {
  const comment = (id: string, by: string, hour: number, more: object = {}) => ({
    id,
    by,
    at: `2024-03-01T${hour}:00:00Z`,
    html: '',
    edited: false,
    deleted: false,
    ...more,
  });
  const site = siteOf({
    people: [person('bo'), person('cy')],
    posts: [
      post('1', {
        title: 'Tea',
        comments: [
          comment('c1', 'cy', 11),
          comment('c2', 'bo', 12),
          comment('c3', 'bo', 13, { deleted: true }),
        ],
        uses: [use('cy', 'FOR', '2024-03-01T11:00:00Z')],
      }),
      post('0', { place: 'dynasties/1/' }),
    ],
    ledger: [
      line(4, { at: '2024-03-01T10:00:00Z', done: 'rolled 3' }),
      line(5, { at: '2024-03-01T14:00:00Z', subject: '“Tea”', done: 'failed', by: 'engine' }),
    ],
  });
  expect(newestOf(site).map(({ id, text, to }) => [id, text, to])).toEqual([
    ['l-5', '“Tea” failed', '/ledger/#n5'],
    ['c-1-c2', 'Bo commented on “Tea”', '/matters/1/'],
    ['c-1-c1', 'Cy voted on “Tea”: for', '/matters/1/'],
    ['l-4', 'Bo rolled 3', '/ledger/#n4'],
    ['p-1', 'Bo posted “Tea”', '/matters/1/'],
  ]);
  expect(newestOf(siteOf({ posts: many(60, (n) => post(String(n))) }))).toHaveLength(50);
  expect([addresses(siteOf()), addresses(siteOf({ home: '/' }))]).toEqual([['newest.json'], []]);
});
