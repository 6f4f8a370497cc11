import type { APIRoute } from 'astro';
import { addresses } from '../data/added.ts';
import { allPages } from '../data/all-pages.ts';
import { monthsOf } from '../data/reading.ts';
import { pageName } from '../../seat/page-name.ts';
import { href, readSite } from '../data/read-site.ts';

export const GET: APIRoute = () => {
  const site = readSite();
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
  const xml = `<?xml version="1.0" encoding="utf-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`;
  return new Response(xml, { headers: { 'content-type': 'application/xml' } });
};
