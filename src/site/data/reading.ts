import { perSite } from './per-site.ts';
import type { PostSummary, SiteData } from './site-data.ts';

/** The number of posts on one page. */
const POSTS = 12;

export interface ReadingPage {
  readonly number: number;
  /** Newest first. */
  readonly posts: readonly PostSummary[];
}

/** The site's own posts as a blog. A full page keeps its number and its posts; the last page is the newest. */
export const readingPages: (site: SiteData) => readonly ReadingPage[] = perSite(({ posts }) => {
  const own = posts.filter(({ place }) => place === undefined).reverse();
  const count = Math.max(1, Math.ceil(own.length / POSTS));
  return Array.from({ length: count }, (_, at) => ({
    number: at + 1,
    posts: own.slice(at * POSTS, (at + 1) * POSTS).reverse(),
  }));
});

export function readingPath(site: SiteData, number: number): string {
  return number === readingPages(site).length ? 'posts/' : `posts/${number}/`;
}
