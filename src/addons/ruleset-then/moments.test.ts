import { expect, test } from 'vitest';

import { addresses, everyMoment, momentHref, momentsShown, rulesThen } from './moments.ts';
import { post, siteOf } from '../../site/data/fixtures/site-of.ts';
import { showSite } from '../../site/data/read-site.ts';
import type { SiteData } from '../../site/data/site-data.ts';

const DAY_MS = 86_400_000;
const at = (day: number): string => new Date(Date.UTC(2020, 0, 1) + day * DAY_MS).toISOString();

/** A game in which a matter changed a rule every other day; after the tenth a new dynasty began. */
function siteWith(matters: number): SiteData {
  const ids = Array.from({ length: matters }, (_, index) => String(index + 1));
  const changes = ids.flatMap((id, index) => [
    { at: at(2 * index), post: id, rule: 'core/votes', splice: [0, 0, id] },
    ...(index === 9 ? [{ at: at(2 * index + 1), post: '', rule: 'core/votes', splice: [0, 0, '!'] }] : []),
  ]);
  const site = {
    base: '/harbour/',
    home: null,
    posts: ids.map((id) => ({ id, title: `Matter ${id}` })),
    changeLog: { order: [], first: { 'core/votes': 'Words.' }, changes },
  };
  return site as unknown as SiteData;
}

test('each of the latest moments has a page, and of the earlier ones the last of each month', () => {
  const site = siteWith(510);
  const names = momentsShown(site).map(({ name }) => name);
  expect(names.slice(-200)).toEqual(Array.from({ length: 200 }, (_, index) => String(311 + index)));
  // From January 2020 to September 2021.
  expect(names.length - 200).toBe(21);
  const months = new Set(
    momentsShown(site)
      .slice(0, -200)
      .map((one) => one.at.slice(0, 7)),
  );
  expect(months.size).toBe(21);
  expect(everyMoment(site)).toHaveLength(510);
});

test('every matter that changed a rule has an address for the ruleset after it, also in past dynasties', () => {
  const site = siteWith(510);
  showSite(site);
  expect(momentHref(site, '500', false)).toBe('/harbour/then/500/');
  expect(momentHref(site, '11', false)).toBe('/harbour/then/?after=11');
  expect(momentHref(site, '3', false)).toBe('/harbour/then/?after=3');
  expect(momentHref(site, '3', true)).toBe('/harbour/then/3/');
  expect(momentHref(site, '999', false)).toBeNull();
});

test('the rules as they stood after a matter have a page, with the changed ones marked', () => {
  const change = (at: string, of: string, ruleOf: string, splice: unknown) => ({
    at,
    post: of,
    rule: ruleOf,
    splice,
  });
  const changeLog = {
    first: { 'core/a': 'One.', 'core/b': 'Two.' },
    order: [
      { rule: 'core/a', title: 'A' },
      { rule: 'core/b', title: 'B' },
      { rule: 'core/c', title: 'C' },
    ],
    changes: [
      change('2024-01-01T00:00:00Z', '', 'core/a', [0, 0, '']),
      change('2024-02-01T00:00:00Z', '1', 'core/a', [0, 3, 'Eins']),
      change('2024-02-01T00:00:00Z', '1', 'core/c', [0, 0, 'New.']),
      change('2024-03-01T00:00:00Z', '2', 'core/b', null),
      change('2024-03-02T00:00:00Z', 'gone', 'core/a', null),
    ],
  } as never;
  const site = siteOf({ changeLog, posts: [post('2'), post('1')] });
  expect(everyMoment(site).map(({ name, count }) => [name, count])).toEqual([
    ['1', 3],
    ['2', 4],
  ]);
  const [first, second] = momentsShown(site) as [never, never];
  expect(rulesThen(site, first)).toEqual([
    { title: 'A', anchor: 'core.a', text: 'Eins.', changed: true },
    { title: 'B', anchor: 'core.b', text: 'Two.', changed: false },
    { title: 'C', anchor: 'core.c', text: 'New.', changed: true },
  ]);
  expect(rulesThen(site, second).map(({ title }) => title)).toEqual(['A', 'C']);
  expect([
    momentHref(site, '1', false),
    momentHref(site, '9', true),
    momentHref(site, 'gone', false),
  ]).toEqual(['/then/1/', null, '/then/?after=gone']);
  const together = [
    change('2024-02-01T00:00:00Z', '1', 'core/a', [0, 0, '']),
    change('2024-02-01T00:00:00Z', '2', 'core/b', [0, 0, '']),
  ];
  const both = siteOf({
    changeLog: { first: {}, order: [], changes: together } as never,
    posts: [post('2'), post('1')],
  });
  expect(everyMoment(both).map(({ name }) => name)).toEqual(['1', '2']);
  const past = siteOf({ changeLog, posts: [post('1')], home: '/' });
  expect([momentsShown(past), momentHref(past, '1', false), momentHref(past, '1', true)]).toEqual([
    [],
    '/then/?after=1',
    '/then/1/',
  ]);
  expect([addresses(site, false), addresses(past, true)]).toEqual([
    ['changes.json', 'then/', 'then/1/', 'then/2/'],
    [],
  ]);
});
