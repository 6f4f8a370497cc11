import type { APIRoute } from 'astro';
import { href, readSite } from '../data/read-site.ts';

/** Everything may be crawled; the sitemap is named if there is one. */
export const GET: APIRoute = () => {
  const { origin } = readSite();
  const list = origin === '' ? '' : `\nSitemap: ${new URL(href('sitemap.xml'), origin).href}\n`;
  return new Response(`User-agent: *\nDisallow:\n${list}`, { headers: { 'content-type': 'text/plain' } });
};
