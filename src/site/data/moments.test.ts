import { expect, test } from 'vitest';

import { everyMoment, momentHref, momentsShown } from './moments.ts';
import { showSite } from './read-site.ts';
import type { SiteData } from './site-data.ts';

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

test('each of the latest moments has a page, and of those before them the last of each month', () => {
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

test('every matter that changed a rule has an address for the ruleset after it, of past dynasties too', () => {
  const site = siteWith(510);
  showSite(site);
  expect(momentHref(site, '500', false)).toBe('/harbour/then/500/');
  expect(momentHref(site, '11', false)).toBe('/harbour/then/?after=11');
  expect(momentHref(site, '3', false)).toBe('/harbour/then/?after=3');
  expect(momentHref(site, '3', true)).toBe('/harbour/then/3/');
  expect(momentHref(site, '999', false)).toBeNull();
});
