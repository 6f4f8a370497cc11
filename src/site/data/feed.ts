import { pageName } from '../../seat/page-name.ts';
import { postHtml } from './post-html.ts';
import { href, nameOf, rootOf } from './read-site.ts';
import type { PostSummary, SiteData } from './site-data.ts';

const MOST = 50;

/** An Atom feed of posts, the latest first: each appears when it is posted, and again when it is resolved. */
export function feedOf(
  site: SiteData,
  {
    title,
    path,
    posts,
  }: {
    readonly title: string;
    /** Its own address, below the root of the place where it is served. */
    readonly path: string;
    readonly posts: readonly PostSummary[];
  },
): Response {
  const root = rootOf(site);
  const at = (page: string): string => escape(new URL(href(page), root).href);
  const own = escape(new URL(path, root).href);
  const latest = latestOf(posts);
  const updated = latest[0] === undefined ? site.builtAt : changedAt(latest[0]);
  const entries = latest.map((post) => {
    const changed = changedAt(post);
    const link = at(`${post.place ?? ''}matters/${pageName(post.id)}/`);
    const shown = `${post.title}${post.status === null ? '' : ` (${post.status})`}`;
    return `<entry><id>${link}#${escape(post.status ?? 'posted')}</id><title>${escape(shown)}</title><link href="${link}"/><updated>${changed}</updated><author><name>${escape(nameOf(site, post.author))}</name></author><content type="html">${escape(postHtml(post.html, (address) => new URL(address, root).href))}</content></entry>`;
  });
  const xml = `<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom"><id>${own}</id><title>${escape(title)}</title><updated>${updated}</updated><link rel="self" href="${own}"/><link href="${at('')}"/>${entries.join('')}</feed>\n`;
  return new Response(xml, { headers: { 'content-type': 'application/atom+xml' } });
}

/** Those that were posted or resolved last. */
export function latestOf(posts: readonly PostSummary[]): readonly PostSummary[] {
  return [...posts].sort((a, b) => (changedAt(a) < changedAt(b) ? 1 : -1)).slice(0, MOST);
}

function changedAt({ resolvedAt, at }: PostSummary): string {
  return resolvedAt ?? at;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
