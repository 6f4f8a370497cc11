import type { APIRoute } from 'astro';
import { pageName } from '../data/page-name.ts';
import { href, nameOf, readSite } from '../data/read-site.ts';

const MOST = 50;

const escape = (text: string): string => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** Everything that was posted or resolved, newest first. */
export const GET: APIRoute = ({ site: origin }) => {
  const site = readSite();
  const root = origin?.href ?? 'https://example.invalid/';
  const entries = [...site.posts]
    .map((post) => ({ post, changed: post.resolvedAt ?? post.at }))
    .sort((a, b) => (a.changed < b.changed ? 1 : -1))
    .slice(0, MOST)
    .map(({ post, changed }) => {
      const link = new URL(href(`matters/${pageName(post.id)}/`), root).href;
      const title = `${post.title}${post.status === null ? '' : ` (${post.status})`}`;
      return `<entry><id>${escape(link)}#${escape(post.status ?? 'posted')}</id><title>${escape(title)}</title><link href="${escape(link)}"/><updated>${changed}</updated><author><name>${escape(nameOf(site, post.author))}</name></author><content type="html">${escape(post.html)}</content></entry>`;
    });
  const feed = `<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom"><id>${escape(root)}</id><title>${escape(site.game.name)}</title><updated>${site.builtAt}</updated><link href="${escape(root)}"/>${entries.join('')}</feed>\n`;
  return new Response(feed, { headers: { 'content-type': 'application/atom+xml' } });
};
