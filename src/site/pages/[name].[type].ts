import type { APIRoute } from 'astro';
import { addresses } from '../data/added.ts';
import { allPages } from '../data/all-pages.ts';
import { ICON_SIDES, iconOf } from '../data/icons.ts';
import { monthsOf } from '../data/reading.ts';
import { found, href, readSite } from '../data/read-site.ts';
import { rulesetInMarkdown } from '../data/rule-html.ts';
import type { SiteData } from '../data/site-data.ts';
import { themeOf } from '../data/theme.ts';
import { typeOf } from '../../seat/media-types.ts';
import { pageName } from '../../seat/page-name.ts';
import worker from '../scripts/offline-worker.js?raw';

/** The files at the root of the site. */
const FILES: Readonly<Record<string, (site: SiteData) => string>> = {
  'favicon.svg': (site) => iconOf(site, { fills: false }),
  'manifest.webmanifest': manifestOf,
  'robots.txt': robotsOf,
  'ruleset.md': (site) => found(rulesetInMarkdown(site) ?? undefined, 'the ruleset as one text'),
  // The group's own style, which is applied last.
  'site.css': ({ display }) => display.css,
  'sitemap.xml': sitemapOf,
  // A service worker controls nothing above its own path.
  'sw.js': () => worker,
  'theme.css': themeOf,
};

export const GET: APIRoute = ({ params: { name, type } }) => {
  const file = `${name}.${type}`;
  const text = found(FILES[file], file)(readSite());
  return new Response(text, { headers: { 'content-type': typeOf(`.${type}`) } });
};

/** Lets browsers install the game's pages as an app. */
function manifestOf({ game, display, drawn }: SiteData): string {
  const png = ICON_SIDES.map((side) => ({
    src: href(`icons/${side}.png`),
    sizes: `${side}x${side}`,
    type: 'image/png',
    purpose: 'any maskable',
  }));
  return JSON.stringify({
    name: game.name,
    short_name: game.name,
    id: href(''),
    start_url: href(''),
    scope: href(''),
    display: 'standalone',
    background_color: display.theme.paper ?? '#fbf8f1',
    theme_color: display.theme.paper ?? '#fbf8f1',
    icons: [{ src: href('favicon.svg'), sizes: 'any', type: 'image/svg+xml' }, ...(drawn ? png : [])],
  });
}

/** Everything may be crawled; the sitemap is named if there is one. */
function robotsOf({ origin }: SiteData): string {
  const list = origin === '' ? '' : `\nSitemap: ${new URL(href('sitemap.xml'), origin).href}\n`;
  return `User-agent: *\nDisallow:\n${list}`;
}

function sitemapOf(site: SiteData): string {
  const paths = [
    '',
    ...[...allPages(site), ...addresses(site, false)].filter((path) => /^[^/]+\/$/u.test(path)),
    ...site.display.pages.map(({ id }) => `show/${id}/`),
    ...monthsOf(site).map(({ month }) => `matters-of/${month}/`),
    ...site.rules.map(({ path }) => `rules/${path}/`),
    ...site.posts.map(({ id, place }) => `${place ?? ''}matters/${pageName(id)}/`),
    ...site.collections.flatMap(({ id, things }) =>
      things.map((one) => `things/${pageName(id)}/${pageName(one.id)}/`),
    ),
  ];
  const urls = paths.map((path) => `<url><loc>${new URL(href(path), site.origin).href}</loc></url>`);
  return `<?xml version="1.0" encoding="utf-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`;
}
