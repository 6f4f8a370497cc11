import { ICON_SIDES } from './icons.ts';
import { feedsOf, PAST_FEED } from './feed.ts';
import { ledgerPages, monthsOf, readingPages } from './reading.ts';
import { daysOf } from './map-at.ts';
import { pageName } from '../../seat/page-name.ts';
import { hasDynasties } from './read-site.ts';
import type { SiteData } from './site-data.ts';

/** Separated by commas, because words separated by blanks look like a text to translate. The front page is ''. */
const listed = (names: string): readonly string[] => names.split(',');
const FIXED = listed(',ruleset/,posts/,matters/,gamestate/,statistics/,ledger/,first/,theme.css,favicon.svg');
const FIXED_OF_GAME = listed(
  'manifest.webmanifest,sw.js,feed.xml,404,play/,welcome/,overview/,players/,feeds/,seal/,robots.txt',
);

/** The addresses of all pages, relative to the root of the site: `matters/1/`, `feed.xml`. A past dynasty has only the pages about itself. */
export function allPages(site: SiteData): readonly string[] {
  const own = [
    ...FIXED,
    ...(site.display.css === '' ? [] : ['site.css']),
    // The newest page of each has an address of its own.
    ...readingPages(site)
      .slice(0, -1)
      .map(({ number }) => `posts/${number}/`),
    ...ledgerPages()
      .slice(0, -1)
      .map(({ number }) => `ledger/${number}/`),
    // Old addresses of matters lead to their pages in past dynasties.
    ...site.posts.map(({ id }) => `matters/${pageName(id)}/`),
    ...site.rules.map(({ path }) => `rules/${path}/`),
    ...thingPages(site),
  ];
  return site.home === null ? [...own, ...gamePages(site)] : [...own, PAST_FEED];
}

/** Pages about the whole game and all of its dynasties. */
function gamePages(site: SiteData): readonly string[] {
  return [
    ...FIXED_OF_GAME,
    ...(site.drawn ? ICON_SIDES : []).map((side) => `icons/${side}.png`),
    ...(hasDynasties(site) ? ['dynasties/'] : []),
    // If there is only one section, the page of the ruleset is its page.
    ...(site.sections.length < 2 ? [] : site.sections).map(({ id }) => `ruleset/${pageName(id)}/`),
    ...publishedForms(site),
    ...publicPages(site),
    // A sitemap needs absolute addresses.
    ...(site.origin === '' ? [] : ['sitemap.xml']),
    ...site.people.map(({ id }) => `players/${pageName(id)}/`),
    ...monthsOf(site).map(({ month }) => `matters-of/${month}/`),
    ...feedsOf(site)
      .filter(({ over }) => !over)
      .map(({ id }) => `feeds/${id}.xml`),
  ];
}

/** Files for programs. */
function publicPages(site: SiteData): readonly string[] {
  const { ledger: _, ...files } = site.api ?? {};
  return [
    ...(site.api === null ? [] : ['ruleset.md']),
    ...Object.keys(files).map((file) => `api/v1/${file}.json`),
    'api/v1/ledger.jsonl',
  ];
}

function publishedForms({ forge }: SiteData): readonly string[] {
  if (forge === null) return [];
  const own = ['propose/', 'propose/rules.json', 'propose/values.json', 'post/'];
  const acts = Object.keys(forge.actions).map((id) => `act/${pageName(id)}/`);
  return [...own, ...acts];
}

function thingPages({ display, maps, collections }: SiteData): readonly string[] {
  return [
    ...display.pages.map(({ id }) => `show/${id}/`),
    ...display.pages.flatMap(({ id }) => {
      const map = maps[id];
      if (map === undefined) return [];
      return [`show/${id}/steps.json`, ...daysOf(map).map(({ day }) => `show/${id}/on/${day}/`)];
    }),
    ...collections.flatMap(({ id, things }) =>
      things.map((one) => `things/${pageName(id)}/${pageName(one.id)}/`),
    ),
  ];
}
