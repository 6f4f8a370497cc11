import { expect, test } from 'vitest';

import { post, siteOf } from '../../site/data/fixtures/site-of.ts';
import { addresses, previewOfPage, previewsOf } from './previews.ts';

const many = <T>(count: number, make: (at: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, at) => make(at));

test('makes one preview for each kind of page, and for the newest matters if their address is known', () => {
  const at = (more: object) =>
    siteOf({
      posts: many(41, (n) => post(String(n))).concat(
        post('past', { place: 'd/' }),
        post('story', { votable: false }),
      ),
      ...more,
    });
  const ids = (more: object) => previewsOf(at(more)).map(({ id }) => id);
  expect(ids({})).toEqual(['front', 'ruleset', 'matters', 'gamestate', 'players', 'ledger', 'play']);
  const there = at({
    origin: 'https://harbour.example',
    dynasty: { number: 1, name: 'Tides', emperor: null, theme: '', address: null },
  });
  expect(previewsOf(there)[0]).toEqual({ id: 'front', title: 'Tides' });
  expect(previewsOf(there).map(({ id }) => id)).toContain('dynasties');
  expect(previewsOf(there).filter(({ matter }) => matter !== undefined)).toHaveLength(40);
  const pages = ['/matters/0/', '/matters/40/', '/posts/2/', '/show/map/', '/gone/'];
  expect(pages.map((path) => previewOfPage(there, path, 'matters'))).toEqual([
    'matter-0',
    'matters',
    'matters',
    'matters',
    'matters',
  ]);
  expect([previewOfPage(there, '/statistics/', 'statistics'), previewOfPage(there, '/')]).toEqual([
    'gamestate',
    'front',
  ]);
  expect(addresses(there).slice(0, 2)).toEqual([]);
  expect(addresses({ ...there, drawn: true }).slice(0, 2)).toEqual(['og/front.png', 'og/ruleset.png']);
  expect(ids({ home: '/' })).toEqual(['front']);
  expect(previewOfPage(at({ origin: 'https://x.example', home: '/' }), '/matters/0/', 'matters')).toBe(
    'front',
  );
});
