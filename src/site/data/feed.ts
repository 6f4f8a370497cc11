import { pageName } from './page-name.ts';
import { href, nameOf } from './read-site.ts';
import type { PostSummary, SiteData } from './site-data.ts';

const MOST = 50;

/** An Atom feed of posts, the latest first: each appears when it is posted, and again when it is resolved. */
export function feedOf(
  site: SiteData,
  {
    title,
    path,
    posts,
    origin,
  }: {
    readonly title: string;
    readonly path: string;
    readonly posts: readonly PostSummary[];
    readonly origin: URL | undefined;
  },
): Response {
  const root = origin?.href ?? 'https://example.invalid/';
  const at = (page: string): string => escape(new URL(href(page), root).href);
  const entries = posts
    .map((post) => ({ post, changed: post.resolvedAt ?? post.at }))
    .sort((a, b) => (a.changed < b.changed ? 1 : -1))
    .slice(0, MOST)
    .map(({ post, changed }) => {
      const link = at(`${post.place ?? ''}matters/${pageName(post.id)}/`);
      const shown = `${post.title}${post.status === null ? '' : ` (${post.status})`}`;
      return `<entry><id>${link}#${escape(post.status ?? 'posted')}</id><title>${escape(shown)}</title><link href="${link}"/><updated>${changed}</updated><author><name>${escape(nameOf(site, post.author))}</name></author><content type="html">${escape(post.html)}</content></entry>`;
    });
  const xml = `<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom"><id>${at(path)}</id><title>${escape(title)}</title><updated>${site.builtAt}</updated><link rel="self" href="${at(path)}"/><link href="${at('')}"/>${entries.join('')}</feed>\n`;
  return new Response(xml, { headers: { 'content-type': 'application/atom+xml' } });
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
